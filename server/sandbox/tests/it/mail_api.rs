//! Searching and fetching.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use reqwest::StatusCode;
use serde_json::Value;

use crate::client::{get, ids, mail, refusal, search, start};

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
    let body = &payload["parts"][1]["body"];
    assert_eq!((&body["size"], &body["data"]), (&4.into(), &Value::Null));
    let of = |attachment: &str| format!("/gmail/v1/users/me/messages/{id}/attachments/{attachment}");
    let attachment: Value = get(&sandbox, &of(body["attachmentId"].as_str().unwrap()), &token)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(attachment["data"], URL_SAFE.encode("%PDF"));
    for none in ["attachment-99", "x"] {
        assert_eq!(get(&sandbox, &of(none), &token).await.status(), StatusCode::NOT_FOUND);
    }
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
