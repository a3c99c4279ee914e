//! A client of the sandbox, as tests need it.

use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use reqwest::{Client, Response, StatusCode};
use serde_json::Value;

/// A rent notice with an attachment.
pub const NOTICE: &str = "From: hyra@landlord.example.com\n\
    Subject: Hyresavi\n\
    Date: 10 Jul 2026 10:00:00 +0000\n\
    MIME-Version: 1.0\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain\n\nHej\n\
    --b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=avi.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n\
    --b--\n";

pub async fn start() -> SandboxHandle {
    Sandbox::start(SandboxSettings::default()).await.unwrap()
}

/// A mail received on a day of July 2026.
pub fn mail(day: u32, from: &str, subject: &str) -> Vec<u8> {
    format!(
        "From: {from}\r\nTo: alva.testsson@example.com\r\nSubject: {subject}\r\nDate: {day} Jul 2026 10:00:00 +0000\r\n\r\nHello\r\n"
    )
    .into_bytes()
}

pub async fn get(sandbox: &SandboxHandle, path: &str, token: &str) -> Response {
    let url = format!("{}{path}", sandbox.base_url());
    Client::new().get(url).bearer_auth(token).send().await.unwrap()
}

pub async fn search(sandbox: &SandboxHandle, query: &str) -> Value {
    let url = format!("{}/gmail/v1/users/me/messages", sandbox.base_url());
    let request = Client::new()
        .get(url)
        .query(&[("q", query)])
        .bearer_auth(sandbox.issue_tokens().access);
    request.send().await.unwrap().json().await.unwrap()
}

pub fn ids(list: &Value) -> Vec<String> {
    let messages = list["messages"].as_array().cloned().unwrap_or_default();
    messages
        .iter()
        .map(|message| message["id"].as_str().unwrap().to_owned())
        .collect()
}

pub async fn refusal(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["code"], status.as_u16());
    (
        status,
        body["error"]["errors"][0]["reason"].as_str().unwrap().to_owned(),
    )
}

pub async fn renew(sandbox: &SandboxHandle, refresh: &str) -> (StatusCode, Value) {
    let (id, secret) = sandbox.client();
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh),
        ("client_id", id),
        ("client_secret", secret),
    ];
    let request = Client::new().post(format!("{}/token", sandbox.base_url())).form(&form);
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}
