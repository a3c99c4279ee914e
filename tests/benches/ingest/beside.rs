//! The same mailbox by the service and by a client that makes one call after the other, in turn.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use invoices_sandbox::Fault;
use invoices_tests::support::mails::GROCER;
use serde_json::{Value, json};

use crate::service::{FOLDERS, Service};
use crate::{LATENCY, QUOTA, figure, fill, rate};

/// The Python that has the packages of the sequential client.
const PYTHON: &str = "INVOICES_BENCH_SEQUENTIAL";
const CLIENT: &str = "../benches/peers/sequential/ingest.py";

/// No quota, so that as many calls and jobs run at once as the machine can do.
const UNLIMITED: &[(&str, &str)] = &[QUOTA, ("INVOICES__PIPELINE__WORKERS", "8")];

/// Number of receipts that both fetch, parse and store, in each round from an empty state.
pub async fn beside(mails: u32, rounds: usize) {
    let Some(python) = std::env::var_os(PYTHON) else {
        eprintln!("without {PYTHON} there is no sequential client: run `cargo xtask bench ingest`");
        return;
    };
    for _ in 0..rounds {
        let service = Service::start(UNLIMITED).await;
        fill(&service, mails);
        service.sandbox.fail(Fault::Slow(LATENCY));
        let took = service.ingest("retail", &json!({})).await;
        assert_eq!(service.rows("retail_invoices").await, i64::from(mails));
        let name = format!("{mails} receipts fetched, read and kept, 50 ms a call");
        figure(&name, "/s", "service", rate(mails, took));
        let token = service.sandbox.issue_tokens().access;
        let client = sequential(Path::new(&python), &service.sandbox.base_url(), &token, mails);
        // The sandbox answers on this runtime.
        let took = tokio::task::spawn_blocking(client).await.unwrap();
        figure(&name, "/s", "sequential client", rate(mails, took));
    }
}

/// The client, with its time for the mails, without the start of Python.
fn sequential(python: &Path, root: &str, token: &str, mails: u32) -> impl FnOnce() -> Duration + use<> {
    let folder = tempfile::tempdir_in(FOLDERS.get().unwrap()).unwrap().keep();
    let mut command = Command::new(python);
    command
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(CLIENT))
        .args(["--root", root, "--query", &format!("from:({GROCER})"), "--database"])
        .arg(folder.join("peer.db"))
        .arg("--folder")
        .arg(folder.join("originals"))
        .env("ACCESS_TOKEN", token)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    move || {
        let output = command.output().unwrap();
        let counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(counted["invoices"], mails, "it finds every receipt: {counted}");
        Duration::from_secs_f64(counted["seconds"].as_f64().unwrap())
    }
}
