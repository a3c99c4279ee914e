//! Signals that stop the program.

use std::time::{Duration, Instant};

use invoices_tests::support::certificate::Certificate;
use invoices_tests::support::connection::Connection;
use invoices_tests::support::wait::{until, within};
use reqwest::header::CONNECTION;
use rstest::rstest;
use serde_json::json;
use tokio::net::TcpStream;

use super::process::Process;

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_taken_until_the_drain_is_over_and_then_the_port_closes(#[values(false, true)] tls: bool) {
    let settings = [("INVOICES__SERVER__DRAIN_SECONDS", "2")];
    let mut process = if tls {
        Process::start_with_tls(&Certificate::generate(), &settings).await
    } else {
        Process::start(&settings).await
    };
    // The shutdown does not wait for it.
    let _silent = TcpStream::connect(process.replica.address()).await.unwrap();
    let token = process.replica.connects(&process.sandbox).await;
    let hold = process.sandbox.hold_messages();
    let ingest = process.ingests(&token).await;
    let view = || process.replica.get("/v1/user/me", &token);
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
    let released = Instant::now();
    let answer = within("the ingest to end", ingest).await.unwrap();
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    let ended = within("the process to end", process.replica.ends()).await;
    assert_eq!(ended.code(), Some(0));
    // At half of `server.shutdown_seconds` it would end in any case.
    assert!(released.elapsed() < Duration::from_secs(12), "{:?}", released.elapsed());
}

/// Connections that clients keep stay open while requests are in progress. Requests on one are refused, so that the client
/// knows that nothing was done.
// Shows: Envelopes, requests and errors | While it shuts down, after the drain, the service answers requests on connections that were kept with 503 `SERVICE_UNAVAILABLE`, `Retry-After` and `Connection: close`, and finishes running requests
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_drain_a_request_on_a_kept_connection_is_refused() {
    let mut process = Process::start(&[("INVOICES__SERVER__DRAIN_SECONDS", "1")]).await;
    let token = process.replica.connects(&process.sandbox).await;
    let hold = process.sandbox.hold_messages();
    let ingest = process.ingests(&token).await;
    let mut kept = [
        Connection::open(process.replica.address()).await,
        Connection::open(process.replica.address()).await,
    ];
    let view = format!("GET /v1/user/me HTTP/1.1\r\nAuthorization: Bearer {token}");
    for connection in &mut kept {
        let answer = connection.asks(&view, "").await;
        assert_eq!((answer.status(), answer.header("connection")), (200, None));
    }
    process.replica.signal("-TERM").await;
    until("the port to close", async || {
        TcpStream::connect(process.replica.address()).await.is_err()
    })
    .await;
    let [mut first, mut second] = kept;
    let refused = first.asks(&view, "").await;
    refused.fails(503, "SERVICE_UNAVAILABLE");
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert_eq!(refused.header("connection"), Some("close"));
    first.is_closed_after("").await;
    let sign_up = "POST /v1/auth/signup HTTP/1.1\r\nContent-Length: 2000";
    second.asks(sign_up, "").await.fails(503, "SERVICE_UNAVAILABLE");
    drop(hold);
    let answer = within("the ingest to end", ingest).await.unwrap();
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    let ended = within("the process to end", process.replica.ends()).await;
    assert_eq!(ended.code(), Some(0));
    let warnings = process.replica.log();
    let warnings = warnings
        .iter()
        .filter(|line| line["target"] == "dropshot" && line["level"] == "WARN");
    assert_eq!(warnings.collect::<Vec<_>>(), Vec::<&serde_json::Value>::new());
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
