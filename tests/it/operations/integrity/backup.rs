//! `invoices backup` and `invoices restore`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::texts;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::program::{files_below, mailbox};
use invoices_tests::support::replica::Replica;
use rstest::rstest;
use serde_json::json;

use super::{NOVEMBER, Ran, empty, filled, run, run_with};

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_service_is_restored(#[values(Sqlite, Postgres)] database: Database) {
    let (world, place) = filled(database).await;
    let backup = place.path().join("backup");
    let folder = backup.to_str().unwrap();
    let made = Ran::of(&world, &["backup", folder, "--with-keys"]).await.succeeds();
    assert_eq!(
        made.out,
        format!("copied the database, 2 originals and 1 token files to {folder}\n")
    );
    let files = files_below(&backup);
    let has = |file: &str| files.iter().any(|found| found.starts_with(file));
    assert!(
        [
            "objects/invoices/",
            "secrets/",
            "keys/jwt.key",
            "keys/secrets.key",
            "manifest.json"
        ]
        .iter()
        .all(|file| has(file)),
        "{files:?}"
    );
    for file in &files {
        assert_eq!(
            fs::metadata(backup.join(file)).unwrap().permissions().mode() & 0o777,
            0o600,
            "{file}"
        );
    }
    assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o700);
    // The service continues, and what it does is not in the backup.
    world.sandbox.add(&grocery(at(NOVEMBER), "204119", "200,00"));
    let bo = world.connects("Bo").await;
    bo.fetches_retail().await;
    let bo = bo.email.clone();
    let alva = texts(
        &world.config.database.url,
        "SELECT email AS text FROM users WHERE name = 'Alva'",
    )
    .await
    .remove(0);
    Ran::of(&world, &["backup", folder]).await.fails_with(&["is not empty"]);

    let (data, url) = empty(database).await;
    let restored = run(data.path(), &url, &["restore", folder]).await.succeeds();
    assert!(
        restored
            .out
            .starts_with("restored the database, 2 originals and 1 token files of 20"),
        "{}",
        restored.out
    );
    restored.found("ok database", "the database is whole");
    restored.found("ok originals", "2 documents, each with its original");
    restored.found("ok records", "");
    restored.found("ok secrets", "1 token files");
    run(data.path(), &url, &["restore", folder])
        .await
        .fails_with(&["is not empty"]);

    let mut settings = mailbox(&world.sandbox);
    settings.push(("INVOICES__DATA", data.path().display().to_string()));
    settings.push(("INVOICES__DATABASE__URL", url));
    let served = Replica::start(data.path(), &settings).await;
    let login = |email: &str| {
        let body = json!({"email": email, "password": "a password of some length"});
        Answer::to(served.post("/v1/auth/login", "", &body))
    };
    assert_ne!(login(&bo).await.status, 200, "Bo signed up after the backup");
    let token = login(&alva).await.body["data"]["access_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let profile = Answer::to(served.get("/v1/user/me", &token)).await;
    assert_eq!(profile.data(200)["mail_account_connected"], true);
    let retail = Answer::to(served.get("/v1/invoices/retail", &token)).await;
    assert_eq!(
        retail.body.to_string().matches("\"invoice_id\"").count(),
        1,
        "{}",
        retail.body
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_was_cut_off_or_changed_is_not_restored() {
    let (world, place) = filled(Sqlite).await;
    let backup = place.path().join("backup");
    let folder = backup.to_str().unwrap();
    let made = Ran::of(&world, &["backup", folder]).await.succeeds();
    assert!(
        made.out.contains("the keys are not in it") && made.out.contains("secrets.key"),
        "{}",
        made.out
    );
    let (data, url) = empty(Sqlite).await;
    let manifest = backup.join("manifest.json");
    fs::rename(&manifest, place.path().join("kept")).unwrap();
    run(data.path(), &url, &["restore", folder])
        .await
        .fails_with(&["no manifest.json", "cut off"]);
    fs::rename(place.path().join("kept"), &manifest).unwrap();

    let original = files_below(&backup)
        .into_iter()
        .find(|file| file.starts_with("objects/"))
        .unwrap();
    let bytes = fs::read(backup.join(&original)).unwrap();
    // The link to the service's file must not be written to.
    fs::remove_file(backup.join(&original)).unwrap();
    run(data.path(), &url, &["restore", folder])
        .await
        .fails_with(&[&format!("{original} is missing")]);
    fs::write(backup.join(&original), &bytes[1..]).unwrap();
    run(data.path(), &url, &["restore", folder])
        .await
        .fails_with(&[&format!("{original} was changed")]);
    assert_eq!(files_below(data.path()), Vec::<String>::new(), "nothing was restored");

    fs::write(backup.join(&original), &bytes).unwrap();
    let without_keys = run(data.path(), &url, &["restore", folder]).await;
    assert_eq!(without_keys.code, Some(1), "{}", without_keys.out);
    without_keys.found("fault secrets", "secrets.key is missing");
    for key in ["jwt.key", "secrets.key"] {
        fs::copy(world.folder.path().join(key), data.path().join(key)).unwrap();
    }
    run(data.path(), &url, &["verify"]).await.succeeds();
    let nothing = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", nothing.path().join("invoices.db").display());
    let other = place.path().join("other");
    run(nothing.path(), &url, &["backup", other.to_str().unwrap()])
        .await
        .fails_with(&["there is no database at"]);
    assert!(!other.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_postgresql_needs_its_programs() {
    let (world, place) = filled(Postgres).await;
    let backup = place.path().join("backup");
    let (data, url) = (world.folder.path(), &world.config.database.url);
    let arguments = ["backup", backup.to_str().unwrap()];
    let without = run_with(data, url, &arguments, &[("PATH", "/nowhere")]).await;
    without.fails_with(&["pg_dump is not installed", "apt install postgresql-client"]);
    assert!(!backup.exists());
}
