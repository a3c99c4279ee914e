//! What the program itself sends: its process, its workers, receivers.

use chrono::{TimeDelta, Utc};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::mail_server::MailServer;
use invoices_tests::support::mails::{notice, rent_mail};
use invoices_tests::support::wait::until;
use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::operations::process::Process;

/// A receiver that accepts everything.
async fn receiver() -> MockServer {
    let server = MockServer::start().await;
    let accepted = ResponseTemplate::new(204);
    Mock::given(any()).respond_with(accepted).mount(&server).await;
    server
}

/// The only message to a receiver.
async fn only_message(server: &MockServer, what: &str) -> Value {
    until(what, async || !server.received_requests().await.unwrap().is_empty()).await;
    let requests = server.received_requests().await.unwrap();
    assert_eq!(requests.len(), 1, "{what}");
    requests[0].body_json().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_notice_is_mailed_pushed_and_sent_to_a_webhook() {
    let (mut mails, push, hook) = (MailServer::start(0).await, receiver().await, receiver().await);
    let server = format!("smtp-plain://127.0.0.1:{}", mails.port);
    let landlords = r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#;
    let process = Process::start(&[
        ("INVOICES__EMAIL__SERVER", server.as_str()),
        ("INVOICES__EMAIL__FROM", "Invoices <invoices@example.com>"),
        ("INVOICES__PUSH__URL", push.uri().as_str()),
        ("INVOICES__WEBHOOKS__ALLOW_PRIVATE_ADDRESSES", "true"),
        ("INVOICES__RENTAL__LANDLORDS", landlords),
    ])
    .await;
    let (received, due) = (Utc::now() - TimeDelta::days(1), Utc::now() + TimeDelta::days(9));
    let due = due.date_naive().to_string();
    process
        .sandbox
        .add(&rent_mail(received, &[("Hyresavi_1.pdf", notice(5100, &due))]));
    let token = process.replica.connects(&process.sandbox).await;
    let posts = async |path: &str, body: Value| Answer::to(process.replica.post(path, &token, &body)).await;
    posts("/v1/webhooks", json!({"url": hook.uri()})).await.data(201);
    posts("/v1/invoices/rental/ingest", json!({})).await.data(200);

    let message = format!("New rental invoice of 5100 SEK with due date of {due} is now available!");
    let mail = mails.next_mail().await;
    assert_eq!(
        (&mail["to"], &mail["body"]),
        (&json!([process.sandbox.address()]), &json!(message))
    );
    assert_eq!(only_message(&push, "the push").await["message"], json!(message));
    let event = only_message(&hook, "the webhook").await;
    assert_eq!(
        (&event["type"], &event["data"]["invoice_id"]),
        (&json!("invoice.created"), &json!("Invoice_1"))
    );
    assert_eq!(mails.stop().await, Vec::<Value>::new());
}
