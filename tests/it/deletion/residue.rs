//! What is left of a deleted account: nothing.

use std::os::unix::fs::PermissionsExt;

use chrono::{TimeDelta, Utc};
use invoices_sandbox::{Sandbox, SandboxSettings};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, LANDLORD, ReceiptText, grocery_of, notice, rent_mail};
use invoices_tests::support::traced::{TracedService, all_bytes, all_rows};
use invoices_tests::support::wait::{until, within};
use rstest::rstest;
use serde_json::{Value, json};

const EMAIL: &str = "alva.restsson@example.com";
const MAILBOX: &str = "alvas.mailbox@example.com";
const NAME: &str = "Alva Restsson";
const PASSWORD: &str = "a password that nobody guesses";
const ORDER: &str = "REST204118";
const ARTICLE: &str = "Svart vinbärssaft";
const FILE: &str = "Hyresavi_Restgatan";

/// Sends one request, which must succeed, and returns its body.
async fn call(service: &TracedService, method: &str, path: &str, token: &str, body: Value) -> Value {
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    let request = http.request(method.parse().unwrap(), format!("{}{path}", service.url));
    let request = request.bearer_auth(token).json(&body);
    let answer = within(format!("the answer to {method} {path}"), request.send())
        .await
        .unwrap();
    let status = answer.status();
    let body = answer.json().await.unwrap_or_default();
    assert!(status.is_success(), "{method} {path}: {status} {body}");
    body
}

/// Some bytes from the middle of each file.
fn samples<'a>(files: impl Iterator<Item = &'a (String, Vec<u8>)>) -> Vec<Vec<u8>> {
    let sample = |bytes: &Vec<u8>| {
        let middle = bytes.len() / 2;
        bytes[middle..bytes.len().min(middle + 24)].to_vec()
    };
    files.map(|(_, bytes)| sample(bytes)).collect()
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|part| part == needle)
}

// Shows: Profile and deletion of the account | Nothing of a deleted user stays in jobs, not even the id
// Shows: Threats | Deleted data stays, or comes back | an account's rows, files and tokens are deleted by a job that is repeated until it is done; late events and ingests write nothing; SQLite overwrites deleted rows and empties its log
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_byte_of_a_deleted_account_is_left(#[values(Sqlite, Postgres)] database: Database) {
    let data = tempfile::tempdir().unwrap();
    let url = database.create(data.path()).await;
    let settings = SandboxSettings {
        address: MAILBOX.into(),
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings).await.unwrap();
    let received = Utc::now() - TimeDelta::days(2);
    for n in 0..20 {
        let order = format!("{ORDER}{n}");
        let more = format!("<p>{ARTICLE} 113,67 kr</p>");
        let text = ReceiptText {
            order: Some(&order),
            total: "113,67",
            more: &more,
            ..ReceiptText::default()
        };
        sandbox.add(&grocery_of(received, &text));
    }
    let due = (Utc::now().date_naive() + TimeDelta::days(8)).to_string();
    let pdf = notice(5100, &due);
    sandbox.add(&rent_mail(received, &[(&format!("{FILE}_1.pdf"), pdf)]));
    let tokens = sandbox.issue_tokens();
    let service = TracedService::start(data.path(), &url, &sandbox, "debug").await;

    let account = json!({"email": EMAIL, "name": NAME, "password": PASSWORD});
    let session = call(&service, "POST", "/v1/auth/signup", "", account).await;
    let token = session["data"]["access_token"].as_str().unwrap();
    let mail = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
    call(&service, "POST", "/v1/auth/mail/store-tokens", token, mail).await;
    call(&service, "POST", "/v1/invoices/rental/ingest", token, json!({})).await;
    call(&service, "POST", "/v1/invoices/retail/ingest", token, json!({})).await;
    let mut invoice = Value::Null;
    until("the invoices", async || {
        let list = call(&service, "GET", "/v1/invoices/retail", token, Value::Null).await;
        let invoices = list["data"]["invoices"].as_array().unwrap();
        invoice = list["data"]["invoices"][0]["invoice_id"].clone();
        invoices.len() == 20
    })
    .await;
    let one = format!("/v1/invoices/retail/{}", invoice.as_str().unwrap());
    call(&service, "DELETE", &one, token, Value::Null).await;

    // Its receiver does not exist, so that deliveries wait to be sent again.
    let webhook = json!({"url": "https://nobody.example.com/", "events": ["invoice.created"]});
    let webhook = call(&service, "POST", "/v1/webhooks", token, webhook).await;
    let webhook = webhook["data"]["webhook"]["webhook_id"].as_str().unwrap().to_owned();
    call(
        &service,
        "POST",
        &format!("/v1/webhooks/{webhook}/test"),
        token,
        Value::Null,
    )
    .await;

    let (files, rows) = (all_bytes(data.path()), all_rows(&url).await);
    let originals = samples(files.iter().filter(|(path, _)| path.contains("/objects/invoices/")));
    assert_eq!(originals.len(), 20);
    let user = rows.iter().find(|(table, _)| table == "users").unwrap().1.clone();
    let id = user.split(" | ").find(|column| column.starts_with("user_")).unwrap();
    let password_hash = user.split(" | ").find(|column| column.starts_with("$argon2")).unwrap();
    let texts = [
        EMAIL,
        MAILBOX,
        NAME,
        PASSWORD,
        password_hash,
        ORDER,
        ARTICLE,
        FILE,
        GROCER,
        LANDLORD,
        "Ditt kvitto",
        "ICA Sverige",
        token,
        &tokens.access,
        &tokens.refresh,
        invoice.as_str().unwrap(),
    ];
    let delivery = |(table, row): &&(String, String)| table == "jobs" && row.contains("webhook-delivery");
    assert!(
        rows.iter().find(delivery).unwrap().1.contains(id),
        "a job for the webhook"
    );
    for text in [EMAIL, NAME, ORDER, FILE, GROCER] {
        assert!(rows.iter().any(|(_, row)| row.contains(text)), "{text} was stored");
    }
    assert!(files.iter().any(|(_, bytes)| holds(bytes, ARTICLE.as_bytes())));

    for (file, _) in &files {
        let mode = std::fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    call(&service, "DELETE", "/v1/user/me", token, Value::Null).await;
    assert_nothing_left(&data, &url, id, &texts, &originals).await;
    let log = service.stop().await;
    assert_nothing_left(&data, &url, id, &texts, &originals).await;
    // The id of the deleted invoice is in the line about its deletion.
    for text in &texts[..texts.len() - 1] {
        let line = log.lines().find(|line| line.contains(text));
        assert_eq!(line, None, "the log holds {text}");
    }
    assert!(log.contains("deleted an account"));
}

/// Nothing of the account is in a file or a row, and its id in no row.
async fn assert_nothing_left(data: &tempfile::TempDir, url: &str, id: &str, texts: &[&str], originals: &[Vec<u8>]) {
    for (file, bytes) in all_bytes(data.path()) {
        assert!(!file.contains(id), "{file}");
        for text in texts {
            assert!(!holds(&bytes, text.as_bytes()), "{file} holds {text}");
        }
        for sample in originals {
            assert!(!holds(&bytes, sample), "{file} holds an original");
        }
    }
    for (table, row) in all_rows(url).await {
        for text in texts {
            assert!(!row.contains(text), "{table} holds {text}: {row}");
        }
        assert!(!row.contains(id), "{table} holds the id: {row}");
    }
}
