//! Signals that stop the program.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::mails::grocery;
use invoices_tests::support::program::mailbox;
use invoices_tests::support::proxy::Backend;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::{until, within};
use reqwest::header::CONNECTION;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;

/// A process with a mailbox and health checks.
struct Process {
    replica: Replica,
    operations: u16,
    sandbox: SandboxHandle,
    http: reqwest::Client,
    _folder: TempDir,
}

impl Process {
    async fn start(settings: &[(&'static str, &str)]) -> Self {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let Backend { operations, .. } = Backend::free();
        let mut all = mailbox(&sandbox);
        all.push(("INVOICES__OPERATIONS__ADDRESS", format!("127.0.0.1:{operations}")));
        all.extend(settings.iter().map(|(name, value)| (*name, (*value).to_owned())));
        Process {
            replica: Replica::start(folder.path(), &all).await,
            operations,
            sandbox,
            http: reqwest::Client::builder().tls_certs_only([]).build().unwrap(),
            _folder: folder,
        }
    }

    async fn readiness(&self) -> (u16, Value) {
        let url = format!("http://127.0.0.1:{}/readyz", self.operations);
        let answer = self.http.get(url).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// Waits until health checks see that the process stops.
    async fn turns(&self) -> Value {
        until("/readyz to turn", async || self.readiness().await.0 == 503).await;
        self.readiness().await.1
    }

    /// Orders an ingest whose messages the provider holds back, and waits until it runs.
    async fn ingests(&self, token: &str) -> tokio::task::JoinHandle<Answer> {
        let received = Utc::now() - TimeDelta::days(20);
        self.sandbox.add(&grocery(received, "204118", "100,00"));
        let request = self.replica.post("/v1/invoices/retail/ingest", token, &json!({}));
        let ingest = tokio::spawn(Answer::to(request));
        within("a fetch", self.sandbox.wait_for_calls(Endpoint::Fetch, 1)).await;
        ingest
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_taken_until_the_drain_is_over_and_then_the_port_closes() {
    let mut process = Process::start(&[("INVOICES__SERVER__DRAIN_SECONDS", "2")]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let hold = process.sandbox.hold_messages();
    let ingest = process.ingests(&token).await;
    let view = || process.http.get(process.replica.url("/v1/user/me")).bearer_auth(&token);
    assert_eq!(view().send().await.unwrap().headers().get(CONNECTION), None);
    process.replica.signal("-TERM").await;
    let said = process.turns().await;
    assert_eq!((&said["ready"], &said["stopping"]), (&json!(false), &json!(true)));
    assert!(said["message"].as_str().unwrap().contains("stopping"), "{said}");
    let taken = view().send().await.unwrap();
    assert_eq!(taken.status(), 200);
    assert_eq!(taken.headers()[CONNECTION], "close");
    until("the port to close", async || {
        TcpStream::connect(process.replica.address()).await.is_err()
    })
    .await;
    assert_eq!(process.readiness().await.0, 503, "the process still runs");
    drop(hold);
    let answer = within("the ingest to end", ingest).await.unwrap();
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    let ended = within("the process to end", process.replica.ends()).await;
    assert_eq!(ended.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_and_an_interrupt_end_the_drain() {
    for signals in [&["-TERM", "-TERM"][..], &["-TERM", "-INT"], &["-INT"]] {
        let mut process = Process::start(&[("INVOICES__SERVER__DRAIN_SECONDS", "600")]).await;
        let (last, first) = signals.split_last().unwrap();
        for signal in first {
            process.replica.signal(signal).await;
            process.turns().await;
        }
        process.replica.signal(last).await;
        let ended = within(format!("the end after {signals:?}"), process.replica.ends()).await;
        assert_eq!(ended.code(), Some(0));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_outlasts_the_shutdown_is_answered_with_what_is_done() {
    let mut process = Process::start(&[("INVOICES__SERVER__SHUTDOWN_SECONDS", "4")]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let _hold = process.sandbox.hold_messages();
    let ingest = process.ingests(&token).await;
    process.replica.signal("-TERM").await;
    let answer = within("an answer", ingest).await.unwrap();
    answer.data(200);
    assert!(
        answer.body["message"].as_str().unwrap().contains("continues"),
        "{:?}",
        answer.body
    );
    let limit = Duration::from_secs(30);
    let ended = tokio::time::timeout(limit, process.replica.ends()).await.unwrap();
    assert_eq!(ended.code(), Some(0));
}
