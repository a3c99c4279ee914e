//! `invoices verify`.

use std::fs;

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use rstest::rstest;
use serde_json::Value;

use super::{Ran, filled};

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_lost_is_named(#[values(Sqlite, Postgres)] database: Database) {
    let (world, _place) = filled(database).await;
    Ran::of(&world, &["verify"])
        .await
        .succeeds()
        .found("ok originals", "2 documents");
    let objects = world.folder.path().join("objects");
    let [missing, changed] = &world.objects()[..] else {
        panic!()
    };
    fs::remove_file(objects.join(missing)).unwrap();
    let mut bytes = fs::read(objects.join(changed)).unwrap();
    bytes[0] ^= 1;
    fs::write(objects.join(changed), bytes).unwrap();
    let unknown = format!("invoices/{}/rental/Unknown_1.pdf", changed.split('/').nth(1).unwrap());
    fs::create_dir_all(objects.join(&unknown).parent().unwrap()).unwrap();
    fs::write(objects.join(&unknown), "x").unwrap();
    world.sql("DELETE FROM retail_sources").await;
    fs::write(
        world.folder.path().join("secrets.key"),
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
    )
    .unwrap();
    let verified = Ran::of(&world, &["verify"]).await;
    assert_eq!(verified.code, Some(1));
    verified.found("ok database", "");
    verified.found(&format!("fault originals {missing}"), "is missing");
    verified.found(&format!("fault originals {changed}"), "was changed");
    verified.found("warning originals", &format!("no document has the original {unknown}"));
    verified.found("fault records", "has no source document");
    verified.found("fault secrets", "no key opens 1");
    let json = Ran::of(&world, &["verify", "--json"]).await;
    assert_eq!(json.code, Some(1));
    let findings: Vec<Value> = serde_json::from_str(&json.out).unwrap();
    assert!(
        findings
            .iter()
            .all(|finding| finding["name"].is_string() && finding["state"].is_string())
    );
    assert_eq!(
        findings.iter().filter(|finding| finding["state"] == "fault").count(),
        4,
        "{findings:?}"
    );
    // The doctor looks at one of them.
    let doctor = Ran::of(&world, &["doctor"]).await;
    doctor.found("fault originals", "the original of document 2");
    if database == Sqlite {
        doctor.found("ok integrity", "");
    }
}
