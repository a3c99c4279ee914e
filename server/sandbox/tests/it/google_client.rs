//! Google's own Python client, pointed at the sandbox.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use invoices_sandbox::{Fault, Sandbox, SandboxHandle, SandboxSettings};
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;

use crate::client::{NOTICE, mail};

const SCRIPT: &str = include_str!("google_client.py");

fn python() -> PathBuf {
    let folder = env::var_os("INVOICES_TEST_PYTHON").expect("INVOICES_TEST_PYTHON is not set: run `cargo xtask test`");
    Path::new(&folder).join("google/bin/python")
}

/// Runs the script's function of that name and gives what it prints.
async fn client(sandbox: &SandboxHandle, function: &str, access: &str) -> Value {
    let (id, secret) = sandbox.client();
    let output = Command::new(python())
        .args(["-c", SCRIPT, function, &sandbox.base_url(), id, secret, access])
        .arg(sandbox.issue_tokens().refresh)
        .env_remove("http_proxy")
        .env_remove("HTTP_PROXY")
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn it_searches_pages_and_gets_messages() {
    let folder = TempDir::new().unwrap();
    for day in 1..=7 {
        let file = folder.path().join(format!("{day}.eml"));
        std::fs::write(file, mail(day, "Shop <shop@example.com>", "Ditt kvitto")).unwrap();
    }
    let settings = SandboxSettings {
        mailbox: Some(folder.path().to_owned()),
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings).await.unwrap();
    sandbox.add(&mail(9, "other@example.org", "Ditt kvitto"));
    sandbox.add(NOTICE.as_bytes());
    let said = client(&sandbox, "read", &sandbox.issue_tokens().access).await;
    assert_eq!(said["address"], sandbox.address());
    assert_eq!(said["pages"], serde_json::json!([3, 3, 1]));
    assert_eq!(said["subjects"], serde_json::json!(["Ditt kvitto"]));
    assert_eq!(said["raw_ends"], "Hello");
    assert_eq!(said["attachment"], "%PDF");
}

#[tokio::test]
async fn it_renews_an_access_token_that_has_expired() {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    assert_eq!(client(&sandbox, "profile", "expired").await, sandbox.address());
}

#[tokio::test]
async fn it_reads_refusals_as_the_providers() {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let access = sandbox.issue_tokens().access;
    let missing = client(&sandbox, "refusal", &access).await;
    assert_eq!(missing, serde_json::json!([404, "notFound"]));
    sandbox.fail(Fault::QuotaExceeded);
    let slow_down = client(&sandbox, "refusal", &access).await;
    assert_eq!(slow_down, serde_json::json!([403, "rateLimitExceeded"]));
}
