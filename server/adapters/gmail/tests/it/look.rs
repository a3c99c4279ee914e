//! Looking for new mail.

use invoices_domain::mail::{Look, MailMark};
use invoices_domain::ports::{Dependency, MailError, Mailbox};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use serde_json::json;
use wiremock::matchers::query_param;
use wiremock::{MockServer, ResponseTemplate};

use crate::provider::{account, get, gmail, ok, refusal};

const PROFILE: &str = "/gmail/v1/users/me/profile";
const HISTORY: &str = "/gmail/v1/users/me/history";

fn mark(text: &str) -> MailMark {
    text.parse().unwrap()
}

async fn has_profile(server: &MockServer, calls: u64) {
    let profile = json!({"emailAddress": "alva@example.com", "messagesTotal": 3, "historyId": "900"});
    get(PROFILE)
        .respond_with(ok(&profile))
        .expect(calls)
        .mount(server)
        .await;
}

/// A look since 800, for which the provider has this answer.
async fn looked(answer: ResponseTemplate, profiles: u64) -> Result<Look, MailError> {
    let server = MockServer::start().await;
    has_profile(&server, profiles).await;
    get(HISTORY)
        .and(query_param("startHistoryId", "800"))
        .and(query_param("historyTypes", "messageAdded"))
        .and(query_param("maxResults", "1"))
        .respond_with(answer)
        .mount(&server)
        .await;
    gmail(&server).look(&account(3600), Some(&mark("800"))).await
}

#[tokio::test]
async fn without_a_mark_of_gmail_the_profile_has_the_first() {
    for last in [None, Some(mark(&"a".repeat(64)))] {
        let server = MockServer::start().await;
        has_profile(&server, 1).await;
        let look = gmail(&server).look(&account(3600), last.as_ref()).await.unwrap();
        assert_eq!((look.mark, look.has_news), (mark("900"), true));
    }
}

#[tokio::test]
async fn an_added_message_is_news() {
    let added = json!({"history": [{"id": "850", "messages": [{"id": "m1", "threadId": "m1"}],
        "messagesAdded": [{"message": {"id": "m1", "threadId": "m1", "labelIds": ["INBOX"]}}]}], "historyId": "900"});
    let look = looked(ok(&added), 0).await.unwrap();
    assert_eq!((look.mark, look.has_news), (mark("900"), true));
    // A page whose changes are all of other types.
    let more = looked(ok(&json!({"nextPageToken": "1", "historyId": "900"})), 0).await;
    assert!(more.unwrap().has_news);
    let look = looked(ok(&json!({"historyId": "870"})), 0).await.unwrap();
    assert_eq!((look.mark, look.has_news), (mark("870"), false));
}

#[tokio::test]
async fn a_mark_that_is_too_old_is_replaced() {
    let look = looked(refusal(404, "notFound", "Requested entity was not found."), 1)
        .await
        .unwrap();
    assert_eq!((look.mark, look.has_news), (mark("900"), true));
}

#[tokio::test]
async fn a_failure_is_the_providers() {
    for answer in [
        refusal(500, "backendError", "Internal error encountered."),
        ok(&json!({})),
        ok(&json!({"historyId": ""})),
    ] {
        let failed = looked(answer, 0).await;
        assert!(
            matches!(&failed, Err(MailError::Dependency(error)) if error.which == Dependency::MailProvider),
            "{failed:?}"
        );
    }
}

#[tokio::test]
async fn a_look_takes_two_units_and_the_first_one() {
    let server = MockServer::start().await;
    has_profile(&server, 1).await;
    let history = ok(&json!({"historyId": "900"}));
    get(HISTORY).respond_with(history).mount(&server).await;
    let (gmail, account) = (gmail(&server), account(3600));
    let mut registry = Registry::default();
    gmail.metrics().register(&mut registry);
    let units = || {
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("provider_quota_units_total "));
        line.unwrap().parse::<u64>().unwrap()
    };
    let first = gmail.look(&account, None).await.unwrap().mark;
    assert_eq!(units(), 1);
    gmail.look(&account, Some(&first)).await.unwrap();
    assert_eq!(units(), 3);
}
