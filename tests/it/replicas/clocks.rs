//! Processes whose machines' clocks are wrong, on one database.

use std::path::PathBuf;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures::future::join_all;
use invoices_sandbox::{Endpoint, Sandbox, SandboxSettings};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::{Database, count};
use invoices_tests::support::mails::{notice, rent_mail};
use invoices_tests::support::program::mailbox;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::until_limit;
use serde_json::json;

/// The schedule is looked at every fifteen seconds, and a running process compares its clock every minute.
const LIMIT: Duration = Duration::from_mins(2);

/// The variables that set a process's clock by what a file says, such as `+300`, while its timers run as usual.
fn clock_of(file: &std::path::Path) -> Vec<(&'static str, String)> {
    let library = std::fs::read_dir("/usr/lib").unwrap().flatten().find_map(|folder| {
        let library: PathBuf = folder.path().join("faketime/libfaketimeMT.so.1");
        library.exists().then_some(library)
    });
    let library = library.expect("libfaketime is not installed: apt-get install faketime");
    vec![
        ("LD_PRELOAD", library.to_str().unwrap().to_owned()),
        ("FAKETIME_TIMESTAMP_FILE", file.to_str().unwrap().to_owned()),
        ("FAKETIME_NO_CACHE", "1".into()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
    ]
}

// Shows: Events and notifications | A tick that a clock recorded…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_with_wrong_clocks_use_the_databases_time() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let url = Database::Postgres.create(folder.path()).await;
    let mut settings = mailbox(&sandbox);
    settings.extend([
        ("INVOICES__DATABASE__URL", url.clone()),
        ("INVOICES__SERVER__REPLICAS", "3".into()),
        ("INVOICES__SERVER__SHARED_FOLDERS", "true".into()),
        ("INVOICES__SERVER__DRAIN_SECONDS", "0".into()),
        (
            "INVOICES__RENTAL__LANDLORDS",
            r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#.into(),
        ),
        ("INVOICES_TEST__PIPELINE__LEASE_SECONDS", "3".into()),
        ("INVOICES__SCHEDULE__RETAIL", "*/15 * * * * *".into()),
    ]);
    let start = |(index, ahead): (usize, &'static str)| {
        let file = folder.path().join(format!("clock-{index}"));
        std::fs::write(&file, ahead).unwrap();
        let settings: Vec<_> = settings.iter().cloned().chain(clock_of(&file)).collect();
        let folder = folder.path();
        async move { Replica::start(folder, &settings).await }
    };
    let replicas = join_all([(0, "+300"), (1, "-300"), (2, "+0")].map(start)).await;
    let token = replicas[0].connects(&sandbox).await;
    for replica in &replicas {
        let profile = Answer::to(replica.get("/v1/user/me", &token)).await;
        assert_eq!(profile.status, 200, "a token of another process: {:?}", profile.body);
    }
    let received = Utc::now() - TimeDelta::hours(1);
    sandbox.add(&rent_mail(received, &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
    // The run holds its lease over two ticks of the schedule.
    let hold = sandbox.hold_messages();
    let run = Answer::to(replicas[1].post("/v1/invoices/rental/ingest", &token, &json!({})));
    let ticks = async {
        sandbox.wait_for_calls(Endpoint::Fetch, 1).await;
        let ticks = "SELECT count(DISTINCT key) AS rows FROM jobs WHERE key LIKE 'retail@%'";
        until_limit(LIMIT, "two ticks", async || count(&url, ticks).await >= 2).await;
        drop(hold);
    };
    let (run, ()) = tokio::join!(run, ticks);
    assert_eq!(run.status, 200, "{:?}", run.body);
    assert_eq!(sandbox.calls(Endpoint::Fetch), 1);
    let future = "SELECT count(*) AS rows FROM jobs WHERE created_at > now() + interval '5 seconds'";
    assert_eq!(count(&url, future).await, 0);
    let ahead = "SELECT count(*) AS rows FROM ticks WHERE last_at > now() + interval '5 seconds'";
    assert_eq!(count(&url, ahead).await, 0);
    for (replica, ahead) in replicas.iter().zip([300, -300, 0]) {
        assert_eq!(replica.logged("leases expired"), 0, "{ahead}");
        let corrected = replica.logged("this machine's clock differs from the database's, whose time is used");
        assert_eq!(corrected, usize::from(ahead != 0), "{ahead}");
    }
}

/// Two days ahead over ticks of the schedule, and back.
#[ignore = "a walk: waits for the schedule of a real process"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_stops_no_schedule() {
    for database in [Database::Sqlite, Database::Postgres] {
        let folder = tempfile::tempdir().unwrap();
        let url = database.create(folder.path()).await;
        let file = folder.path().join("clock");
        std::fs::write(&file, "+0").unwrap();
        let mut settings = clock_of(&file);
        settings.extend([
            ("INVOICES__DATABASE__URL", url.clone()),
            ("INVOICES_TEST__SCHEDULE__SWEEP", "*/15 * * * * *".into()),
        ]);
        let replica = Replica::start(folder.path(), &settings).await;
        let sweeps = async || count(&url, "SELECT count(*) AS rows FROM jobs WHERE key LIKE 'sweep@%'").await;
        for ahead in ["+2d", "+0", "-2d", "+0"] {
            std::fs::write(&file, ahead).unwrap();
            let before = sweeps().await;
            until_limit(LIMIT, format!("two sweeps at {ahead}, {database:?}"), async || {
                sweeps().await >= before + 2
            })
            .await;
        }
        let named = replica.logged("a clock was ahead when the schedule ran last; the latest due run is started");
        println!("{database:?}: {named} times named a tick of the future");
        // PostgreSQL's time counts.
        assert_eq!(named > 0, database == Database::Sqlite);
    }
}
