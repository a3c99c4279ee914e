//! The workers of the program.

use std::process::Stdio;

use invoices_db::JobKind;
use invoices_tests::support::database::{count, execute};
use invoices_tests::support::program::program;
use invoices_tests::support::wait::until;
use serde_json::{Value, json};
use tokio::process::Command;

use super::process::Process;

const UNKNOWN: &str = "of-another-version";

/// Jobs of a kind without a worker would wait for ever, and nothing would say so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_of_every_known_kind_are_run_and_others_shown() {
    let process = Process::start(&[]).await;
    let database = format!("sqlite:{}", process.folder.path().join("data/invoices.db").display());
    let kinds = JobKind::ALL.iter().map(ToString::to_string);
    for kind in kinds.chain([UNKNOWN.to_owned()]) {
        let at = "'2020-01-01T00:00:00.000000Z'";
        let job = format!(
            "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at) \
             VALUES ('{kind}', 'by hand', 0, 'null', 'ready', 0, {at}, {at})"
        );
        execute(&database, &job).await;
    }
    // A job without arguments fails, and has been run then.
    let waiting = "SELECT count(*) AS rows FROM jobs WHERE key = 'by hand' AND attempts = 0";
    until("a worker for every known kind", async || {
        count(&database, waiting).await == 1
    })
    .await;
    let listed = Command::new(program())
        .args(["jobs", "--json"])
        .current_dir(process.folder.path())
        .env_remove("INVOICES_CONFIG")
        .stdin(Stdio::null())
        .output();
    let listed = listed.await.unwrap();
    let jobs: Vec<Value> = serde_json::from_slice(&listed.stdout).unwrap();
    let unknown = jobs.iter().find(|job| job["kind"] == UNKNOWN).unwrap();
    assert_eq!((&unknown["state"], &unknown["attempts"]), (&json!("ready"), &json!(0)));
    assert_eq!(jobs.len(), JobKind::ALL.len() + 1);
    let metrics = process.metrics().await;
    let due = format!("invoices_jobs{{kind=\"{UNKNOWN}\",state=\"due\"}} 1");
    assert!(metrics.lines().any(|line| line == due), "{metrics}");
}
