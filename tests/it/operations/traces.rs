//! Traces, as a collector receives them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{TimeDelta, Utc};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::mails::{notice, rent_mail};
use invoices_tests::support::wait::until;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::process::Process;

/// The spans that a collector received.
async fn spans(collector: &MockServer) -> Vec<Span> {
    let requests = collector.received_requests().await.unwrap();
    let requests = requests
        .iter()
        .map(|request| ExportTraceServiceRequest::decode(request.body.as_slice()).unwrap());
    let resources = requests.flat_map(|request| request.resource_spans);
    let scopes = resources.flat_map(|resource| resource.scope_spans);
    scopes.flat_map(|scope| scope.spans).collect()
}

async fn collector() -> MockServer {
    let collector = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/v1/traces"))
        .and(header("authorization", "Bearer of-the-collector"))
        .respond_with(ResponseTemplate::new(200))
        .mount(&collector)
        .await;
    collector
}

/// The names from a span up to the first of its trace.
fn ancestry<'s>(spans: &'s [Span], span: &'s Span) -> Vec<&'s str> {
    let mut names = vec![span.name.as_str()];
    let mut parent = &span.parent_span_id;
    while let Some(above) = spans.iter().find(|other| other.span_id == *parent) {
        assert_eq!(above.trace_id, span.trace_id);
        names.push(&above.name);
        parent = &above.parent_span_id;
    }
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_its_jobs_and_the_notification_are_one_trace() {
    let collector = collector().await;
    let process = Process::start(&[
        ("INVOICES__TRACES__ENDPOINT", &collector.uri()),
        ("INVOICES__TRACES__TOKEN", "of-the-collector"),
        (
            "INVOICES__RENTAL__LANDLORDS",
            r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#,
        ),
    ])
    .await;
    let token = process.replica.connects(&process.sandbox).await;
    let now = Utc::now();
    // Far enough from now that no reminder is published as well.
    let due = (now + TimeDelta::days(90)).date_naive().to_string();
    let received = now - TimeDelta::days(1);
    process
        .sandbox
        .add(&rent_mail(received, &[("Hyresavi_1.pdf", notice(5100, &due))]));
    let ingest = process.replica.post("/v1/invoices/rental/ingest", &token, &json!({}));
    Answer::to(ingest).await.data(200);
    let published = |spans: &[Span]| spans.iter().any(|span| span.name == "publish");
    until("the notification's span", async || published(&spans(&collector).await)).await;
    // Spans that have not ended are not exported.
    process.replica.stop().await;

    let spans = spans(&collector).await;
    let publish = spans.iter().find(|span| span.name == "publish").unwrap();
    assert_eq!(ancestry(&spans, publish), ["publish", "job", "job", "job", "request"]);
    let of_trace = spans.iter().filter(|span| span.trace_id == publish.trace_id);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for span in of_trace {
        *counts.entry(&span.name).or_default() += 1;
    }
    assert_eq!(
        (counts["request"], counts["job"], counts["read"]),
        (1, 3, 1),
        "{counts:?}"
    );
    assert!(counts["provider_call"] >= 2, "{counts:?}");
    let traces: BTreeSet<_> = spans.iter().map(|span| &span.trace_id).collect();
    assert!(traces.len() > 1, "each request has its own");

    let all = format!("{spans:?}");
    for secret in [&token, "alva@example.com", "of-the-collector"] {
        assert!(!all.contains(secret), "{secret}");
    }
}

/// The service does not depend on the collector.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_down_hinders_nobody() {
    let address = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let process = Process::start(&[("INVOICES__TRACES__ENDPOINT", &format!("http://{address}"))]).await;
    let token = process.replica.connects(&process.sandbox).await;
    Answer::to(process.replica.get("/v1/user/me", &token)).await.data(200);
    process.replica.stop().await;
}
