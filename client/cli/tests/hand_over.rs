//! The exit codes of `hand-over` for invented answers, which decide whether a mail server keeps the mail.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::json;
use wiremock::matchers::{body_string, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const MAIL: &str = "From: kvitto@example.com\r\nSubject: Kvitto\r\n\r\nHej!\r\n";

fn hand_over(url: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_invoices-cli"))
        .arg("hand-over")
        .env_clear()
        .env("HOME", "/nonexistent")
        .env("INVOICES_URL", url)
        .env("INVOICES_TOKEN", "secret-token")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(MAIL.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// The exit code and the output if the service answers a mail like this.
async fn answered(answer: ResponseTemplate) -> (Option<i32>, String) {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/v1/mail/messages"))
        .and(header("authorization", "Bearer secret-token"))
        .and(body_string(MAIL))
        .respond_with(answer)
        .expect(1)
        .mount(&server)
        .await;
    let url = server.uri();
    let output = tokio::task::spawn_blocking(move || hand_over(&url)).await.unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_refusal_of_the_mail_itself_returns_it() {
    for (status, exit) in [
        (400, 65),
        (413, 65),
        (415, 65),
        (401, 75),
        (403, 75),
        (404, 75),
        (408, 75),
        (429, 75),
        (500, 75),
        (502, 75),
        (503, 75),
    ] {
        let body = json!({"error": {"code": "INVALID_REQUEST", "message": "The reason."}});
        let (code, said) = answered(ResponseTemplate::new(status).set_body_json(body)).await;
        assert_eq!(code, Some(exit), "{status}: {said}");
        assert!(said.starts_with("invoices-cli: "), "{said}");
        // What a proxy says is not the service's decision about the mail.
        let page = ResponseTemplate::new(status).set_body_string("<html>a proxy's page</html>");
        assert_eq!(answered(page).await.0, Some(75), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_is_one_line_that_no_terminal_obeys() {
    let data =
        json!({"state": "quarantined", "message_id": "1\n2", "reason": "no DKIM signature of \u{1b}[2Jexample.com"});
    let body = json!({"message": "", "code": 200, "data": data});
    let (code, said) = answered(ResponseTemplate::new(200).set_body_json(body)).await;
    assert_eq!((code, said.lines().count()), (Some(0), 1), "{said}");
    assert!(!said.trim_end().contains(char::is_control), "{said:?}");
}
