//! The history of a mailbox.

use invoices_sandbox::Endpoint;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::{get, mail, refusal, start};

const HISTORY: &str = "/gmail/v1/users/me/history?startHistoryId=";

#[tokio::test]
async fn the_history_lists_the_mails_that_were_added_since() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let read = async |path: &str| -> Value { get(&sandbox, path, &token).await.json().await.unwrap() };
    let start = read("/gmail/v1/users/me/profile").await["historyId"].clone();
    let start = start.as_str().unwrap();
    assert_eq!(read(&format!("{HISTORY}{start}")).await, json!({"historyId": start}));

    // The order of arrival counts, not that of the dates.
    let added: Vec<String> = [3, 1].map(|day| sandbox.add(&mail(day, "a@example.com", "x"))).into();
    sandbox.add(&mail(3, "a@example.com", "x"));
    let first = read(&format!("{HISTORY}{start}&historyTypes=messageAdded&maxResults=1")).await;
    let current = first["historyId"].as_str().unwrap();
    assert!(current.parse::<u64>().unwrap() > start.parse().unwrap());
    assert_eq!(first["history"][0]["messagesAdded"][0]["message"]["id"], added[0]);
    let next = first["nextPageToken"].as_str().unwrap();
    let second = read(&format!("{HISTORY}{start}&pageToken={next}")).await;
    assert_eq!(second["history"][0]["messages"][0]["id"], added[1]);
    assert_eq!(second["history"].as_array().unwrap().len(), 1);
    assert_eq!(second["nextPageToken"], Value::Null);

    let other = read(&format!("{HISTORY}{start}&historyTypes=labelAdded")).await;
    assert_eq!(other, json!({"historyId": current}));
    assert_eq!(sandbox.calls(Endpoint::History), 4);
    let message = read(&format!("/gmail/v1/users/me/messages/{}", added[1])).await;
    assert_eq!(message["historyId"], current);
}

#[tokio::test]
async fn an_unknown_change_is_not_found() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let answer = async |start: &str| refusal(get(&sandbox, &format!("{HISTORY}{start}"), &token).await).await;
    for unknown in ["0", "7"] {
        assert_eq!(answer(unknown).await, (StatusCode::NOT_FOUND, "notFound".into()));
    }
    assert_eq!(answer("x").await, (StatusCode::BAD_REQUEST, "invalidArgument".into()));
    sandbox.add(&mail(1, "a@example.com", "x"));
    sandbox.forget_history_of(sandbox.address());
    assert_eq!(answer("1").await, (StatusCode::NOT_FOUND, "notFound".into()));
    assert!(
        get(&sandbox, &format!("{HISTORY}2"), &token)
            .await
            .status()
            .is_success()
    );
}
