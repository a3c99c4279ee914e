//! The program against invented answers: hostile ones, and those of services that fail.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// What a terminal would obey, and a formula.
const HOSTILE: &str = "=A1\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}txt\r\n\u{8}";
const RETAIL_ID: &str = "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3";

fn command(url: &str, home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invoices-cli"));
    command
        .args(arguments)
        .current_dir(home)
        .env_clear()
        .env("HOME", home)
        .env("TMPDIR", home)
        .env("TZ", "UTC")
        .env("INVOICES_URL", url)
        .env("INVOICES_TOKEN", "secret-token")
        .kill_on_drop(true);
    command
}

async fn run(url: &str, home: &TempDir, arguments: &[&str]) -> Output {
    command(url, home.path(), arguments).output().await.unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn answers(server: &MockServer, verb: &str, at: &str, data: Value) {
    let body = json!({"message": HOSTILE, "code": 200, "data": data});
    Mock::given(method(verb))
        .and(path(at))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .mount(server)
        .await;
}

/// A service that answers every operation with hostile texts.
async fn hostile() -> MockServer {
    let server = MockServer::start().await;
    let time = "2026-11-18T09:00:00Z";
    let retail = json!({
        "invoice_id": RETAIL_ID, "vendor_name": HOSTILE, "sub_type": "grocery", "invoice_date": "2026-07-03",
        "total_amount": 412.75, "currency": HOSTILE,
    });
    let list = json!({"type": "retail", "invoiceCount": 1, "invoices": [retail]});
    answers(
        &server,
        "DELETE",
        &format!("/v1/invoices/retail/{RETAIL_ID}"),
        json!({"deleted_invoice": retail}),
    )
    .await;
    for (action, before) in [("join", "before"), ("separate", "separated")] {
        let at = format!("/v1/invoices/retail/{RETAIL_ID}/{action}");
        answers(&server, "POST", &at, json!({"invoice": retail, before: [retail]})).await;
    }
    let details = json!({
        "sub_type": "grocery", "invoice_id": RETAIL_ID, "vendor_name": HOSTILE, "total_amount": 412.75,
        "store_name": HOSTILE, "items": [{"name": HOSTILE, "quantity": 2, "unit": "pcs", "price": 64.9}], "warnings": [HOSTILE],
    });
    let body = json!({"message": "", "code": 200, "data": {"type": "detail", "invoiceDetails": details}});
    Mock::given(path("/v1/invoices/retail"))
        .and(wiremock::matchers::query_param("invoice-id", RETAIL_ID))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .mount(&server)
        .await;
    answers(&server, "GET", "/v1/invoices/retail", list).await;
    let rental = json!({
        "InvoiceID": HOSTILE, "UserID": "user", "due_date_month": HOSTILE, "due_date_year": "2026", "Total Amount": 9000,
        "Currency": HOSTILE, "OCR": HOSTILE, "filename": HOSTILE, HOSTILE: HOSTILE,
    });
    answers(
        &server,
        "GET",
        "/v1/invoices/rental",
        json!({"type": "rental", "invoiceCount": 1, "invoices": {"2026": [rental]}}),
    )
    .await;
    answers(&server, "GET", "/v1/invoices/rental/Invoice_1", rental).await;
    let run = json!({
        "run_id": HOSTILE, "ingest": "retail", "state": "failed", "scheduled": false, "created_at": time,
        "counts": {"searched": 1, "found": 1, "fetched": 1, "stored": 1, "unread": 0},
        "problems": [{"error": HOSTILE, "vendor_id": HOSTILE}], "error": {"code": HOSTILE, "message": HOSTILE},
    });
    answers(&server, "GET", "/v1/ingest/runs", json!({"runs": [run]})).await;
    let told = json!({
        "notification_id": HOSTILE, "created_at": time, "kind": "invoice", "subject": HOSTILE, "message": HOSTILE,
    });
    answers(
        &server,
        "GET",
        "/v1/notifications",
        json!({"notifications": [told], "unread_count": 1}),
    )
    .await;
    let vendor = json!({
        "vendor_id": HOSTILE, "name": HOSTILE, "sub_type": HOSTILE, "origin": "user", "active": true,
        "email_patterns": [HOSTILE], "subject_keywords": [HOSTILE],
    });
    answers(
        &server,
        "GET",
        "/v1/sources",
        json!({"landlords": [], "vendors": [vendor]}),
    )
    .await;
    answers(&server, "GET", "/v1/sources/trusted", json!({"senders": [HOSTILE]})).await;
    let suggestion = json!({
        "suggestion_id": "1", "kind": "vendor", "name": HOSTILE, "sub_type": HOSTILE, "mails": 2, "trusted": false,
        "senders": [HOSTILE], "invoice": {"invoice_date": "2026-07-03", "total_amount": 1, "currency": HOSTILE},
    });
    let found = json!({
        "suggestions": [suggestion], "mails_found": 1, "senders_examined": 1, "finished": true, "more": false,
    });
    answers(&server, "POST", "/v1/sources/discover", found).await;
    let profile = json!({
        "name": HOSTILE, "email": HOSTILE, "created_on": "2026-11-18", "mail_account_connected": false,
    });
    answers(&server, "GET", "/v1/user/me", profile).await;
    answers(
        &server,
        "GET",
        "/v1/user/me/usage",
        json!({"messages": 1, "stored_bytes": 1}),
    )
    .await;
    hostile_records(&server, time).await;
    let refusal = json!({"error": {"code": "INVALID_REQUEST", "message": HOSTILE}});
    Mock::given(path("/v1/sources/landlords"))
        .respond_with(ResponseTemplate::new(400).set_body_json(refusal))
        .mount(&server)
        .await;
    server
}

/// Mails, sums, sessions and webhooks.
async fn hostile_records(server: &MockServer, time: &str) {
    let message = json!({
        "message_id": "1", "type": "retail", "state": "failed", "found_at": time, "updated_at": time, "explanation": HOSTILE,
        "sender": HOSTILE, "subject": HOSTILE, "vendor_id": HOSTILE, "reason": HOSTILE, "can_be_released": true,
        "can_be_retried": true,
        "documents": [{"part": HOSTILE, "file_name": HOSTILE, "state": "failed", "reason": HOSTILE, "invoice_ids": []}],
    });
    let messages = json!({"messages": [message]});
    answers(server, "GET", "/v1/mail/messages", messages.clone()).await;
    answers(server, "GET", "/v1/mail/messages/1", messages.clone()).await;
    answers(server, "POST", "/v1/mail/messages/1/release", messages).await;
    let document = json!({"part": HOSTILE, "outcome": "failed", "text": HOSTILE, "fields": []});
    let explained = json!({"explanation": HOSTILE, "documents": [document]});
    answers(server, "GET", "/v1/mail/messages/1/explain", explained).await;
    let sum = json!({"vendor_name": HOSTILE, "currency": HOSTILE, "total": 12.5, "count": 1});
    answers(server, "GET", "/v1/statistics/spending", json!({"rows": [sum]})).await;
    let session = json!({
        "session_id": HOSTILE, "name": HOSTILE, "created_at": time, "last_used_at": time, "expires_at": time, "current": false,
    });
    answers(server, "GET", "/v1/auth/sessions", json!({"sessions": [session]})).await;
    let webhook = json!({
        "webhook_id": HOSTILE, "url": HOSTILE, "events": [], "active": false, "off_reason": HOSTILE, "created_at": time,
    });
    answers(server, "GET", "/v1/webhooks", json!({"webhooks": [webhook]})).await;
    let delivery = json!({
        "delivery_id": HOSTILE, "event": "test", "state": "failed", "attempts": 1, "last_error": HOSTILE,
        "created_at": time,
    });
    answers(
        server,
        "GET",
        "/v1/webhooks/1/deliveries",
        json!({"deliveries": [delivery]}),
    )
    .await;
    let corrected = json!({
        "invoice_id": RETAIL_ID, "vendor_name": HOSTILE, "sub_type": HOSTILE, "invoice_date": "2026-07-03",
        "total_amount": 412.75, "currency": HOSTILE, "corrected": [HOSTILE],
    });
    answers(server, "PATCH", &format!("/v1/invoices/retail/{RETAIL_ID}"), corrected).await;
}

// Shows: Threats | A sender's text moves…
#[tokio::test(flavor = "multi_thread")]
async fn no_text_of_the_service_reaches_the_terminal_as_a_command() {
    let server = hostile().await;
    let home = tempfile::tempdir().unwrap();
    let is_obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    for arguments in [
        &["list"][..],
        &["list", "--json"],
        &["list", "rental", "--csv"],
        &["list", "retail", "--csv"],
        &["show", RETAIL_ID],
        &["show", RETAIL_ID, "--json"],
        &["show", "Invoice_1"],
        &["runs"],
        &["runs", "--csv"],
        &["notifications"],
        &["sources"],
        &["sources", "--csv"],
        &["sources", "trusted"],
        &["sources", "add-landlord", "avi@example.com"],
        &["discover"],
        &["discover", "--csv"],
        &["whoami"],
        &["delete", "--yes", RETAIL_ID],
        &["join", RETAIL_ID, RETAIL_ID],
        &["separate", RETAIL_ID, "1"],
        &["correct", RETAIL_ID, "--total", "1"],
        &["messages"],
        &["messages", "--csv"],
        &["messages", "show", "1"],
        &["messages", "release", "1"],
        &["messages", "explain", "1"],
        &["stats"],
        &["stats", "--csv"],
        &["sessions"],
        &["sessions", "--csv"],
        &["webhooks"],
        &["webhooks", "--csv"],
        &["webhooks", "deliveries", "1"],
        &["webhooks", "deliveries", "1", "--csv"],
    ] {
        let output = run(&server.uri(), &home, arguments).await;
        let expected = i32::from(arguments.contains(&"add-landlord"));
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(expected), "{arguments:?} {err}");
        let shown = out.replace("\r\n", "\n") + &err;
        assert!(shown.contains("A1"), "{arguments:?} shows the text: {shown:?}");
        assert!(!shown.contains(is_obeyed), "{arguments:?} {shown:?}");
        if arguments.contains(&"--csv") {
            assert!(!out.contains(",=") && !out.contains("\n="), "{out}");
        }
        assert!(!shown.contains("secret-token"), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_failure_has_its_exit_code() {
    let home = tempfile::tempdir().unwrap();
    for (status, code, exit) in [
        (401, "TOKEN_EXPIRED", 3),
        (401, "INVALID_CREDENTIALS", 3),
        (404, "INVALID_REQUEST", 4),
        (502, "MAIL_TOKEN_EXPIRED", 1),
        (503, "MOON_PHASE", 1),
    ] {
        let server = MockServer::start().await;
        let body = json!({"error": {"code": code, "message": "The reason."}});
        Mock::given(path("/v1/user/me"))
            .respond_with(ResponseTemplate::new(status).set_body_json(body))
            .mount(&server)
            .await;
        let output = run(&server.uri(), &home, &["whoami"]).await;
        assert_eq!(output.status.code(), Some(exit), "{code}");
        assert!(
            text(&output.stderr).starts_with("invoices-cli: The reason.\n"),
            "{output:?}"
        );
    }
    let server = MockServer::start().await;
    Mock::given(path("/v1/user/me"))
        .respond_with(ResponseTemplate::new(200).set_body_string("<html>a proxy's page</html>"))
        .mount(&server)
        .await;
    assert_eq!(run(&server.uri(), &home, &["whoami"]).await.status.code(), Some(5));
}

/// Answers the next requests with these bytes, each on a connection of its own.
fn raw(answers: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    format!("http://{address}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_that_breaks_off_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    let rental = json!({"message": "", "code": 200, "data": {
        "InvoiceID": "Invoice_1", "UserID": "user", "due_date_month": "7", "due_date_year": "2026", "Total Amount": 9000,
    }})
    .to_string();
    let found = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{rental}",
        rental.len()
    );
    let broken =
        "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 9000\r\nConnection: close\r\n\r\n%PDF-";
    let url = raw(vec![found, broken.to_owned()]);
    let output = run(&url, &home, &["open", "Invoice_1", "--output", "rent.pdf"]).await;
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_is_cut_off_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    // Without a length, and with one that is not reached.
    let endless = "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nConnection: close\r\n\r\nPK\x03\x04";
    let broken = "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: 9\r\nConnection: close\r\n\r\nPK";
    for (answer, code) in [(endless, 1), (broken, 5)] {
        let url = raw(vec![answer.to_owned()]);
        let output = run(&url, &home, &["export", "all.zip"]).await;
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    }
}

// Shows: Threats | A document runs as a…
#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_the_system_would_run_is_not_opened() {
    let home = tempfile::tempdir().unwrap();
    let server = hostile().await;
    let document = ResponseTemplate::new(200)
        .set_body_bytes("#!/bin/sh\ntouch owned\n")
        .insert_header("content-type", "application/x-sh")
        .insert_header("content-disposition", "attachment; filename=\"../../evil.sh\"");
    Mock::given(path(format!("/v1/invoices/retail/{RETAIL_ID}/document")))
        .respond_with(document)
        .mount(&server)
        .await;
    let output = run(&server.uri(), &home, &["open", RETAIL_ID]).await;
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("--output"), "{output:?}");
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn completions_and_manual_pages_name_every_command() {
    let home = tempfile::tempdir().unwrap();
    let run = async |arguments: &[&str]| run("http://127.0.0.1:1", &home, arguments).await;
    for shell in ["bash", "zsh", "fish"] {
        let completions = text(&run(&["completions", shell]).await.stdout);
        assert!(completions.contains("notifications"), "{shell}");
    }
    assert!(run(&["manual", "man"]).await.status.success());
    let pages = std::fs::read_dir(home.path().join("man")).unwrap();
    let pages: Vec<String> = pages
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    for page in [
        "invoices-cli.1",
        "invoices-cli-list.1",
        "invoices-cli-sources-add-vendor.1",
    ] {
        assert!(pages.iter().any(|each| each == page), "{page}: {pages:?}");
    }
    let help = text(&run(&["--help"]).await.stdout);
    assert!(help.contains("Exit codes:"), "{help}");
}
