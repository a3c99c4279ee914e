//! A start without the database or without the originals.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::texts;
use invoices_tests::support::program::program;
use invoices_tests::support::wait::within;
use rstest::rstest;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use super::{Ran, empty, filled};

/// Starts the service until it is ready, and ends it. The error if it ends by itself.
async fn serves(data: &Path, url: &str, more: &[&str]) -> Result<(), String> {
    let mut command = Command::new(program());
    command
        .arg("serve")
        .args(more)
        .current_dir(data)
        .env_remove("INVOICES_CONFIG")
        .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
        .env("INVOICES__SERVER__DRAIN_SECONDS", "0")
        .env("INVOICES__DATA", data)
        .env("INVOICES__DATABASE__URL", url)
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let served = async {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut last = String::new();
        while let Some(line) = lines.next_line().await.unwrap() {
            if line.contains(" ready") {
                // Killed, it would keep the lane of a user whose ingest is due and has begun until its lease ends.
                let pid = child.id().unwrap().to_string();
                let sent = Command::new("kill").args(["-TERM", &pid]).status();
                assert!(sent.await.unwrap().success());
                while lines.next_line().await.unwrap().is_some() {}
                assert!(child.wait().await.unwrap().success());
                return Ok(());
            }
            last = line;
        }
        Err(format!("{:?} {last}", child.wait().await.unwrap().code()))
    };
    within("the service to be ready or to end", served).await
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_without_its_database_or_its_originals_does_not_start(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let (world, place) = filled(database).await;
    let (data, url) = (world.folder.path().to_owned(), world.config.database.url.clone());
    let objects = data.join("objects");
    let away = place.path().join("objects");
    let other = match database {
        Sqlite => format!("sqlite:{}", data.join("other.db").display()),
        Postgres => empty(database).await.1,
    };
    let refused = serves(&data, &other, &[]).await.unwrap_err();
    assert!(
        refused.contains("Some(1)") && refused.contains("the database has no users, but"),
        "{refused}"
    );
    assert!(refused.contains("invoices restore"), "{refused}");
    assert!(!data.join("other.db").exists(), "nothing was created");

    fs::rename(&objects, &away).unwrap();
    for is_missing in [true, false] {
        if !is_missing {
            fs::create_dir(&objects).unwrap();
        }
        let refused = serves(&data, &url, &[]).await.unwrap_err();
        assert!(
            refused.contains("has no originals") && refused.contains("--accept-loss"),
            "{refused}"
        );
    }
    serves(&data, &url, &["--accept-loss"]).await.unwrap();
    fs::remove_dir_all(&objects).unwrap();
    // A fresh start, and one with a database that is empty.
    serves(&data, &other, &[]).await.unwrap();
    serves(&data, &other, &[]).await.unwrap();
    fs::remove_dir_all(&objects).unwrap();
    fs::rename(&away, &objects).unwrap();
    serves(&data, &other, &[]).await.unwrap_err();
    serves(&data, &url, &[]).await.unwrap();
    // Nobody is left.
    for user in texts(&url, "SELECT user_id AS text FROM users").await {
        Ran::of(&world, &["users", "delete", "--yes", &user]).await.succeeds();
    }
    serves(&data, &url, &[]).await.unwrap();
}
