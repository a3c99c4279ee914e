//! The sandbox as a client sees it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use invoices_sandbox::{Endpoint, Fault, Sandbox, SandboxHandle, SandboxSettings, StartError};
use reqwest::{Client, Response, StatusCode};
use serde_json::Value;
use tempfile::TempDir;

async fn start() -> SandboxHandle {
    Sandbox::start(SandboxSettings::default()).await.unwrap()
}

/// A mail received on a day of July 2026.
fn mail(day: u32, from: &str, subject: &str) -> Vec<u8> {
    format!(
        "From: {from}\r\nTo: alva.testsson@example.com\r\nSubject: {subject}\r\nDate: {day} Jul 2026 10:00:00 +0000\r\n\r\nHello\r\n"
    )
    .into_bytes()
}

async fn get(sandbox: &SandboxHandle, path: &str, token: &str) -> Response {
    let url = format!("{}{path}", sandbox.base_url());
    Client::new().get(url).bearer_auth(token).send().await.unwrap()
}

async fn search(sandbox: &SandboxHandle, query: &str) -> Value {
    let url = format!("{}/gmail/v1/users/me/messages", sandbox.base_url());
    let request = Client::new()
        .get(url)
        .query(&[("q", query)])
        .bearer_auth(sandbox.issue_tokens().access);
    request.send().await.unwrap().json().await.unwrap()
}

fn ids(list: &Value) -> Vec<String> {
    let messages = list["messages"].as_array().cloned().unwrap_or_default();
    messages
        .iter()
        .map(|message| message["id"].as_str().unwrap().to_owned())
        .collect()
}

async fn refusal(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["code"], status.as_u16());
    (
        status,
        body["error"]["errors"][0]["reason"].as_str().unwrap().to_owned(),
    )
}

async fn renew(sandbox: &SandboxHandle, refresh: &str) -> (StatusCode, Value) {
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

#[tokio::test]
async fn messages_are_found_newest_first() {
    let sandbox = start().await;
    let old = sandbox.add(&mail(1, "shop@example.com", "Ditt kvitto"));
    let new = sandbox.add(&mail(3, "shop@example.com", "Ditt kvitto"));
    sandbox.add(&mail(2, "other@example.org", "Ditt kvitto"));
    let found = search(
        &sandbox,
        r#"{(from:shop@example.com subject:"ditt kvitto")} after:1782864000"#,
    )
    .await;
    assert_eq!(ids(&found), [new, old]);
    assert_eq!(found["resultSizeEstimate"], 2);
    assert_eq!(sandbox.queries().len(), 1);
}

#[tokio::test]
async fn a_search_without_hits_has_no_list() {
    let found = search(&start().await, "from:nobody").await;
    assert_eq!(found.to_string(), r#"{"resultSizeEstimate":0}"#);
}

#[tokio::test]
async fn pages_follow_each_other_while_messages_arrive() {
    let sandbox = start().await;
    let added: Vec<String> = (1..=5)
        .map(|day| sandbox.add(&mail(day, "a@example.com", "x")))
        .collect();
    let token = sandbox.issue_tokens().access;
    let page = async |next: &str| -> Value {
        let path = format!("/gmail/v1/users/me/messages?maxResults=2&pageToken={next}");
        get(&sandbox, &path, &token).await.json().await.unwrap()
    };
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let list = page(&next).await;
        seen.extend(ids(&list));
        sandbox.add(&mail(20 + u32::try_from(seen.len()).unwrap(), "a@example.com", "new"));
        match list["nextPageToken"].as_str() {
            Some(token) => token.clone_into(&mut next),
            None => break,
        }
    }
    assert_eq!(seen, added.into_iter().rev().collect::<Vec<_>>());
    let bad = get(&sandbox, "/gmail/v1/users/me/messages?pageToken=x", &token).await;
    assert_eq!(refusal(bad).await, (StatusCode::BAD_REQUEST, "invalidArgument".into()));
}

#[tokio::test]
async fn a_raw_message_is_the_mail_with_the_providers_stamp() {
    let sandbox = start().await;
    let eml = mail(1, "Shop <shop@example.com>", "Ditt kvitto");
    let id = sandbox.add(&eml);
    let token = sandbox.issue_tokens().access;
    let path = format!("/gmail/v1/users/{}/messages/{id}?format=raw", sandbox.address());
    let message: Value = get(&sandbox, &path, &token).await.json().await.unwrap();
    let raw = URL_SAFE.decode(message["raw"].as_str().unwrap()).unwrap();
    assert!(raw.starts_with(b"Authentication-Results: mx.google.com;") && raw.ends_with(&eml));
    assert_eq!(message["internalDate"], "1782900000000");
    assert_eq!(message["labelIds"], serde_json::json!(["INBOX", "UNREAD"]));
    assert_eq!(message["snippet"], "Hello");
}

#[tokio::test]
async fn the_stamp_can_be_turned_off() {
    let settings = SandboxSettings {
        stamp_authentication: false,
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings).await.unwrap();
    let eml = mail(1, "shop@example.com", "x");
    let id = sandbox.add(&eml);
    let path = format!("/gmail/v1/users/me/messages/{id}?format=raw");
    let message: Value = get(&sandbox, &path, &sandbox.issue_tokens().access)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(URL_SAFE.decode(message["raw"].as_str().unwrap()).unwrap(), eml);
}

#[tokio::test]
async fn a_full_message_has_its_parts() {
    let sandbox = start().await;
    let eml = "From: a@example.com\nSubject: =?utf-8?q?R=C3=A4kning?=\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
               --b\nContent-Type: text/html; charset=utf-8\n\n<p>Hej</p>\n\
               --b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n";
    let id = sandbox.add(eml.as_bytes());
    let token = sandbox.issue_tokens().access;
    let message: Value = get(&sandbox, &format!("/gmail/v1/users/me/messages/{id}"), &token)
        .await
        .json()
        .await
        .unwrap();
    let payload = &message["payload"];
    assert_eq!(payload["mimeType"], "multipart/mixed");
    let names: Vec<&str> = payload["headers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|h| h["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"Subject") && names.contains(&"Authentication-Results"));
    assert_eq!(payload["parts"][0]["mimeType"], "text/html");
    assert_eq!(payload["parts"][1]["filename"], "a.pdf");
    assert_eq!(payload["parts"][1]["body"]["data"], URL_SAFE.encode("%PDF"));
    let metadata: Value = get(
        &sandbox,
        &format!("/gmail/v1/users/me/messages/{id}?format=metadata"),
        &token,
    )
    .await
    .json()
    .await
    .unwrap();
    assert!(metadata["payload"]["parts"].is_null() && metadata["payload"]["headers"].is_array());
}

#[tokio::test]
async fn a_folder_is_read_with_what_lies_below_and_spam_only_when_asked() {
    let folder = TempDir::new().unwrap();
    for (place, subject) in [
        ("a.eml", "one"),
        ("2026/07/b.EML", "two"),
        ("Spam/c.eml", "three"),
        ("readme.txt", "four"),
    ] {
        let path = folder.path().join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, mail(1, "a@example.com", subject)).unwrap();
    }
    let settings = SandboxSettings {
        mailbox: Some(folder.path().to_owned()),
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings.clone()).await.unwrap();
    let found = ids(&search(&sandbox, "").await);
    assert_eq!(found.len(), 2);
    let again = Sandbox::start(settings).await.unwrap();
    assert_eq!(ids(&search(&again, "").await), found);
    let token = sandbox.issue_tokens().access;
    let all: Value = get(&sandbox, "/gmail/v1/users/me/messages?includeSpamTrash=true", &token)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(ids(&all).len(), 3);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_an_error() {
    let settings = SandboxSettings {
        mailbox: Some("/nowhere/at/all".into()),
        ..SandboxSettings::default()
    };
    assert!(matches!(
        Sandbox::start(settings).await,
        Err(StartError::Mailbox { .. })
    ));
}

#[tokio::test]
async fn accounts_do_not_see_each_other() {
    let sandbox = start().await;
    let id = sandbox.add_to("bo@example.com", &mail(1, "a@example.com", "x"));
    let alva = sandbox.issue_tokens().access;
    let bo = sandbox
        .issue_tokens_for("Bo@example.com", SandboxHandle::default_scopes())
        .access;
    let path = format!("/gmail/v1/users/me/messages/{id}");
    assert_eq!(
        refusal(get(&sandbox, &path, &alva).await).await,
        (StatusCode::NOT_FOUND, "notFound".into())
    );
    assert_eq!(get(&sandbox, &path, &bo).await.status(), StatusCode::OK);
    let path = format!("/gmail/v1/users/bo@example.com/messages/{id}");
    assert_eq!(get(&sandbox, &path, &alva).await.status(), StatusCode::FORBIDDEN);
    let profile: Value = get(&sandbox, "/gmail/v1/users/me/profile", &bo)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(
        (&profile["emailAddress"], &profile["messagesTotal"]),
        (&"bo@example.com".into(), &1.into())
    );
}

#[tokio::test]
async fn an_access_token_that_is_unknown_or_expired_is_refused() {
    let settings = SandboxSettings {
        access_lifetime: Duration::ZERO,
        ..SandboxSettings::default()
    };
    let sandbox = Sandbox::start(settings).await.unwrap();
    for token in ["made-up", &sandbox.issue_tokens().access] {
        let response = get(&sandbox, "/gmail/v1/users/me/messages", token).await;
        assert_eq!(refusal(response).await, (StatusCode::UNAUTHORIZED, "authError".into()));
        let info = get(&sandbox, &format!("/tokeninfo?access_token={token}"), "").await;
        assert_eq!(info.status(), StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn a_token_is_renewed_until_it_is_revoked() {
    let sandbox = start().await;
    let tokens = sandbox.issue_tokens();
    sandbox.expire_access_tokens();
    let path = "/gmail/v1/users/me/profile";
    assert_eq!(
        get(&sandbox, path, &tokens.access).await.status(),
        StatusCode::UNAUTHORIZED
    );
    let (status, renewed) = renew(&sandbox, &tokens.refresh).await;
    assert_eq!((status, &renewed["expires_in"]), (StatusCode::OK, &3600.into()));
    let access = renewed["access_token"].as_str().unwrap();
    assert_eq!(get(&sandbox, path, access).await.status(), StatusCode::OK);

    sandbox.revoke(&tokens.refresh);
    assert_eq!(get(&sandbox, path, access).await.status(), StatusCode::UNAUTHORIZED);
    let (status, dead) = renew(&sandbox, &tokens.refresh).await;
    assert_eq!(
        (status, &dead["error"]),
        (StatusCode::BAD_REQUEST, &"invalid_grant".into())
    );
}

#[tokio::test]
async fn renewing_needs_the_client() {
    let sandbox = start().await;
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", &sandbox.issue_tokens().refresh),
    ];
    let request = Client::new().post(format!("{}/token", sandbox.base_url())).form(&form);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(response.json::<Value>().await.unwrap()["error"], "invalid_client");
}

#[tokio::test]
async fn a_token_says_what_it_may_do_and_whose_it_is() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let info: Value = get(&sandbox, &format!("/tokeninfo?access_token={token}"), "")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(info["aud"], sandbox.client().0);
    assert_eq!(info["scope"], SandboxHandle::default_scopes().join(" "));
    assert!(info["expires_in"].as_str().unwrap().parse::<u64>().unwrap() > 3500);
    for (path, id, verified) in [
        ("/oauth2/v3/userinfo", "sub", "email_verified"),
        ("/oauth2/v2/userinfo", "id", "verified_email"),
    ] {
        let user: Value = get(&sandbox, path, &token).await.json().await.unwrap();
        assert_eq!(
            (&user["email"], &user[verified]),
            (&sandbox.address().into(), &true.into())
        );
        assert_eq!(user[id], info["sub"]);
    }
}

#[tokio::test]
async fn scopes_are_kept() {
    let sandbox = start().await;
    let mail_only = sandbox
        .issue_tokens_for("a@example.com", &["https://mail.google.com/"])
        .access;
    let address_only = sandbox.issue_tokens_for("a@example.com", &["email"]).access;
    assert_eq!(
        get(&sandbox, "/gmail/v1/users/me/profile", &mail_only).await.status(),
        StatusCode::OK
    );
    assert_eq!(
        get(&sandbox, "/oauth2/v3/userinfo", &mail_only).await.status(),
        StatusCode::UNAUTHORIZED
    );
    let response = get(&sandbox, "/gmail/v1/users/me/profile", &address_only).await;
    assert_eq!(
        refusal(response).await,
        (StatusCode::FORBIDDEN, "insufficientPermissions".into())
    );
    assert_eq!(
        get(&sandbox, "/oauth2/v3/userinfo", &address_only).await.status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn faults_strike_what_they_concern_and_end() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let profile = async || get(&sandbox, "/gmail/v1/users/me/profile", &token).await;
    let list = async || get(&sandbox, "/gmail/v1/users/me/messages", &token).await;

    sandbox.fail_times(Fault::Search500, 1);
    assert_eq!(profile().await.status(), StatusCode::OK);
    assert_eq!(
        refusal(list().await).await,
        (StatusCode::INTERNAL_SERVER_ERROR, "backendError".into())
    );
    assert_eq!(list().await.status(), StatusCode::OK);

    sandbox.fail(Fault::RateLimited { retry_after: Some(7) });
    let limited = list().await;
    assert_eq!(limited.headers()["retry-after"], "7");
    assert_eq!(
        refusal(limited).await,
        (StatusCode::TOO_MANY_REQUESTS, "rateLimitExceeded".into())
    );
    sandbox.heal(Fault::RateLimited { retry_after: Some(7) });

    for (fault, answer) in [
        (Fault::QuotaExceeded, (StatusCode::FORBIDDEN, "rateLimitExceeded")),
        (Fault::Forbidden, (StatusCode::FORBIDDEN, "insufficientPermissions")),
        (Fault::TokenExpired, (StatusCode::UNAUTHORIZED, "authError")),
        (Fault::TokenRevoked, (StatusCode::UNAUTHORIZED, "authError")),
    ] {
        sandbox.fail_times(fault, 1);
        assert_eq!(refusal(list().await).await, (answer.0, answer.1.to_owned()));
    }
    sandbox.fail(Fault::NotJson);
    assert!(list().await.json::<Value>().await.is_err());
    sandbox.heal_all();
    assert_eq!(list().await.status(), StatusCode::OK);
    assert_eq!(sandbox.calls(Endpoint::Search), 9);
    sandbox.reset_calls();
    assert_eq!(sandbox.calls(Endpoint::Search), 0);
}

#[tokio::test]
async fn a_connection_can_be_cut_before_and_in_an_answer() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let url = format!("{}/gmail/v1/users/me/profile", sandbox.base_url());
    let ask = async || Client::new().get(&url).bearer_auth(&token).send().await;
    sandbox.fail_times(Fault::Reset, 1);
    assert!(ask().await.is_err());
    sandbox.fail_times(Fault::CutBody, 1);
    let cut = ask().await.unwrap();
    assert_eq!(cut.status(), StatusCode::OK);
    assert!(cut.bytes().await.is_err());
    assert!(ask().await.unwrap().bytes().await.is_ok());
}

#[tokio::test]
async fn a_revoked_account_is_refused_everywhere() {
    let sandbox = start().await;
    let tokens = sandbox.issue_tokens();
    sandbox.fail(Fault::TokenRevoked);
    assert_eq!(renew(&sandbox, &tokens.refresh).await.1["error"], "invalid_grant");
    let info = get(&sandbox, &format!("/tokeninfo?access_token={}", tokens.access), "").await;
    assert_eq!(info.status(), StatusCode::BAD_REQUEST);
    assert_eq!(
        get(&sandbox, "/oauth2/v3/userinfo", &tokens.access).await.status(),
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn a_slow_answer_comes_later() {
    let sandbox = start().await;
    sandbox.fail(Fault::Slow(Duration::from_mins(10)));
    let url = format!("{}/tokeninfo", sandbox.base_url());
    let impatient = Client::new().get(&url).timeout(Duration::from_millis(50)).send().await;
    assert!(impatient.unwrap_err().is_timeout());
}

#[tokio::test]
async fn other_paths_and_methods_are_refused() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    for path in ["/", "/gmail/v1/users/me/labels", "/gmail/v1/users/me/messages/x/y"] {
        assert_eq!(
            get(&sandbox, path, &token).await.status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    assert_eq!(
        get(&sandbox, "/token", &token).await.status(),
        StatusCode::METHOD_NOT_ALLOWED
    );
    let request = Client::new().delete(format!("{}/gmail/v1/users/me/messages/x", sandbox.base_url()));
    assert_eq!(request.send().await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_sandbox_that_was_stopped_does_not_answer() {
    let sandbox = start().await;
    let url = format!("{}/tokeninfo", sandbox.base_url());
    assert!(Client::new().get(&url).send().await.is_ok());
    sandbox.stop().await;
    assert!(Client::new().get(&url).send().await.unwrap_err().is_connect());
}
