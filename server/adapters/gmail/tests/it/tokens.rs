//! When access tokens are renewed, and when the user must connect again.

use std::time::Duration;

use invoices_domain::mail::{Credentials, MailAccount};
use invoices_domain::ports::{Dependency, MailError, Mailbox};
use invoices_gmail::Gmail;
use invoices_settings::GmailSettings;
use serde_json::json;
use wiremock::matchers::{body_string_contains, method, path};
use wiremock::{Mock, MockBuilder, MockServer, ResponseTemplate};

use crate::provider::{
    MESSAGES, account, get, get_with_token, gmail, gmail_with, ok, refusal, rent, settings, unauthorized,
};

fn refresh() -> MockBuilder {
    Mock::given(method("POST"))
        .and(path("/token"))
        .and(body_string_contains("grant_type=refresh_token"))
        .and(body_string_contains("refresh_token=refresh"))
        .and(body_string_contains("client_secret=client-secret"))
}

fn renewed(token: &str, seconds: u32) -> ResponseTemplate {
    ok(&json!({"access_token": token, "expires_in": seconds, "token_type": "Bearer", "scope": "a b"}))
}

async fn works_with(server: &MockServer, token: &str) {
    get_with_token(MESSAGES, token)
        .respond_with(ok(&json!({})))
        .mount(server)
        .await;
}

async fn search(gmail: &Gmail, account: &MailAccount) -> Result<(), MailError> {
    gmail.search(account, &rent(), None).await.map(|_| ())
}

#[tokio::test]
async fn a_token_is_renewed_a_minute_before_it_expires_and_kept_in_memory() {
    let server = MockServer::start().await;
    refresh()
        .respond_with(renewed("new", 3600))
        .expect(1)
        .mount(&server)
        .await;
    works_with(&server, "new").await;
    let gmail = gmail(&server);
    search(&gmail, &account(60)).await.unwrap();
    search(&gmail, &account(-100_000)).await.unwrap();
}

#[tokio::test]
async fn a_token_that_lasts_is_used_as_it_is() {
    let server = MockServer::start().await;
    refresh()
        .respond_with(renewed("new", 3600))
        .expect(0)
        .mount(&server)
        .await;
    works_with(&server, "given").await;
    search(&gmail(&server), &account(61)).await.unwrap();
}

#[tokio::test]
async fn a_renewed_token_that_is_about_to_expire_is_renewed_again() {
    let server = MockServer::start().await;
    refresh()
        .respond_with(renewed("new", 30))
        .expect(2)
        .mount(&server)
        .await;
    works_with(&server, "new").await;
    let gmail = gmail(&server);
    for _ in 0..2 {
        search(&gmail, &account(0)).await.unwrap();
    }
}

// Shows: Connecting a mail account | An access token is renewed…
#[tokio::test]
async fn a_refused_token_is_renewed_once() {
    let server = MockServer::start().await;
    get_with_token(MESSAGES, "given")
        .respond_with(unauthorized())
        .expect(1)
        .mount(&server)
        .await;
    refresh()
        .respond_with(renewed("new", 3600))
        .expect(1)
        .mount(&server)
        .await;
    works_with(&server, "new").await;
    let gmail = gmail(&server);
    search(&gmail, &account(3600)).await.unwrap();
    // The refused one is not tried again.
    search(&gmail, &account(3600)).await.unwrap();
}

#[tokio::test]
async fn a_new_token_that_is_refused_too_is_the_providers_failure() {
    let server = MockServer::start().await;
    get(MESSAGES)
        .respond_with(unauthorized())
        .expect(2)
        .mount(&server)
        .await;
    refresh()
        .respond_with(renewed("new", 3600))
        .expect(1)
        .mount(&server)
        .await;
    let error = search(&gmail(&server), &account(3600)).await.unwrap_err();
    assert!(matches!(error, MailError::Dependency(error) if error.which == Dependency::MailProvider));
}

#[tokio::test]
async fn many_that_need_a_new_token_renew_it_once() {
    let server = MockServer::start().await;
    get_with_token(MESSAGES, "given")
        .respond_with(unauthorized())
        .mount(&server)
        .await;
    let slow = renewed("new", 3600).set_delay(Duration::from_millis(50));
    refresh().respond_with(slow).expect(1).mount(&server).await;
    works_with(&server, "new").await;
    let gmail = gmail(&server);
    // Some find it expired, some are refused.
    let (old, alive) = (account(0), account(3600));
    let (a, b, c, d) = tokio::join!(
        search(&gmail, &old),
        search(&gmail, &alive),
        search(&gmail, &old),
        search(&gmail, &alive)
    );
    assert!([a, b, c, d].iter().all(Result::is_ok));
}

#[tokio::test]
async fn a_dead_refresh_token_means_connect_again() {
    for words in ["Token has been expired or revoked.", "Bad Request"] {
        let server = MockServer::start().await;
        let dead =
            ResponseTemplate::new(400).set_body_json(json!({"error": "invalid_grant", "error_description": words}));
        refresh().respond_with(dead).expect(1).mount(&server).await;
        let error = search(&gmail(&server), &account(0)).await.unwrap_err();
        assert!(matches!(error, MailError::Reconnect));
    }
}

#[tokio::test]
async fn other_failures_of_a_refresh_are_the_identity_providers() {
    for answer in [
        ResponseTemplate::new(401).set_body_json(json!({"error": "invalid_client"})),
        ResponseTemplate::new(500),
        refusal(429, "rateLimitExceeded", "slow down").insert_header("Retry-After", "9"),
        ok(&json!({"token_type": "Bearer"})),
        ResponseTemplate::new(200).set_body_string("<html>"),
    ] {
        let server = MockServer::start().await;
        refresh().respond_with(answer).mount(&server).await;
        let error = search(&gmail(&server), &account(0)).await.unwrap_err();
        assert!(matches!(error, MailError::Dependency(error) if error.which == Dependency::IdentityProvider));
    }
}

#[tokio::test]
async fn without_anything_to_renew_with_a_token_works_until_it_expires() {
    let server = MockServer::start().await;
    refresh()
        .respond_with(renewed("new", 3600))
        .expect(0)
        .mount(&server)
        .await;
    works_with(&server, "given").await;
    let no_client = gmail_with(GmailSettings {
        client_secret: None,
        ..settings(&server)
    });
    let with_client = gmail(&server);
    let without_refresh_token = |seconds| {
        let mut account = account(seconds);
        without_refresh_token(&mut account);
        account
    };
    for (gmail, alive, expired) in [
        (&no_client, account(1), account(0)),
        (&with_client, without_refresh_token(1), without_refresh_token(0)),
    ] {
        search(gmail, &alive).await.unwrap();
        assert!(matches!(search(gmail, &expired).await, Err(MailError::Reconnect)));
    }
}

#[tokio::test]
async fn a_refused_token_with_nothing_to_renew_it_means_connect_again() {
    let server = MockServer::start().await;
    get(MESSAGES)
        .respond_with(unauthorized())
        .expect(1)
        .mount(&server)
        .await;
    let mut account = account(3600);
    without_refresh_token(&mut account);
    assert!(matches!(
        search(&gmail(&server), &account).await,
        Err(MailError::Reconnect)
    ));
}

fn without_refresh_token(account: &mut MailAccount) {
    if let Credentials::OAuth(tokens) = &mut account.credentials {
        tokens.refresh_token = None;
    }
}
