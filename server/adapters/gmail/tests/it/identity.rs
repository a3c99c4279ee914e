//! Verification of access tokens.

use invoices_domain::mail::VerifiedAccount;
use invoices_domain::ports::{Dependency, Identity, IdentityError};
use invoices_settings::GmailSettings;
use serde_json::{Value, json};
use wiremock::matchers::{body_string, body_string_contains};
use wiremock::{MockServer, ResponseTemplate};

use crate::provider::{CLIENT, get_with_token, gmail, gmail_with, ok, post, refusal, settings, unauthorized};

fn info() -> Value {
    json!({
        "azp": CLIENT, "aud": CLIENT, "sub": "1", "exp": "1782910000", "expires_in": "1200",
        "scope": "https://www.googleapis.com/auth/gmail.readonly  https://www.googleapis.com/auth/userinfo.email",
        "email": "alva@example.com", "email_verified": "true", "access_type": "offline",
    })
}

fn user() -> Value {
    json!({"sub": "1", "name": "Alva Testsson", "email": "Alva@Example.com", "email_verified": true})
}

fn with(mut value: Value, key: &str, to: Value) -> Value {
    value[key] = to;
    value
}

async fn provider(tokeninfo: ResponseTemplate, userinfo: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    post("/tokeninfo")
        .and(body_string("access_token=given"))
        .respond_with(tokeninfo)
        .mount(&server)
        .await;
    get_with_token("/userinfo", "given")
        .respond_with(userinfo)
        .mount(&server)
        .await;
    server
}

async fn verify(tokeninfo: ResponseTemplate, userinfo: ResponseTemplate) -> Result<VerifiedAccount, IdentityError> {
    let server = provider(tokeninfo, userinfo).await;
    gmail(&server).verify(&"given".into()).await
}

async fn words(tokeninfo: ResponseTemplate, userinfo: ResponseTemplate) -> String {
    match verify(tokeninfo, userinfo).await {
        Err(IdentityError::Rejected(words)) => words,
        other => panic!("{other:?}"),
    }
}

// Shows: Threats | A token gets into a log of the provider or of a proxy | tokens are sent in headers and bodies, never in addresses
#[tokio::test]
async fn a_token_gives_its_account_and_scopes() {
    let version_2 = json!({"id": "1", "email": "alva@example.com", "verified_email": true});
    for user in [user(), version_2] {
        let account = verify(ok(&info()), ok(&user)).await.unwrap();
        assert_eq!(account.address.as_str(), "alva@example.com");
        assert_eq!(account.expires_in, Some(1200));
        assert_eq!(
            account.scope,
            [
                "https://www.googleapis.com/auth/gmail.readonly",
                "https://www.googleapis.com/auth/userinfo.email"
            ]
        );
    }
}

#[tokio::test]
async fn numbers_may_come_as_numbers_or_not_at_all() {
    let account = verify(ok(&with(info(), "expires_in", json!(7))), ok(&user()))
        .await
        .unwrap();
    assert_eq!(account.expires_in, Some(7));
    let account = verify(ok(&with(info(), "expires_in", Value::Null)), ok(&user()))
        .await
        .unwrap();
    assert_eq!(account.expires_in, None);
}

#[tokio::test]
async fn an_unknown_or_expired_token_is_rejected() {
    let unknown = ResponseTemplate::new(400).set_body_json(json!({"error_description": "Invalid Value"}));
    assert!(words(unknown, ok(&user())).await.contains("invalid"));
    let expired = with(info(), "expires_in", json!("0"));
    assert!(words(ok(&expired), ok(&user())).await.contains("expired"));
}

// Shows: Connecting a mail account | If the service has a client id, tokens of another application are refused
// Shows: Threats | Someone uses tokens of another application | if a client id is configured, it must be their audience
#[tokio::test]
async fn a_token_of_another_application_is_rejected_where_ours_is_known() {
    for aud in [json!("someone-else"), Value::Null] {
        let info = with(info(), "aud", aud);
        assert!(words(ok(&info), ok(&user())).await.contains("another application"));
        let server = provider(ok(&info), ok(&user())).await;
        let any_client = gmail_with(GmailSettings {
            client_id: None,
            client_secret: None,
            ..settings(&server)
        });
        assert!(any_client.verify(&"given".into()).await.is_ok());
    }
}

// Shows: Connecting a mail account | Tokens that are invalid…
#[tokio::test]
async fn a_token_without_the_email_scope_is_rejected() {
    for answer in [
        unauthorized(),
        refusal(403, "insufficientPermissions", "Insufficient Permission"),
        ok(&json!({"sub": "1"})),
        ok(&with(user(), "email", json!("no address"))),
    ] {
        assert!(words(ok(&info()), answer).await.contains("e-mail scope"));
    }
}

// Shows: Threats | A notification goes to…
#[tokio::test]
async fn an_address_that_is_not_verified_is_rejected() {
    for verified in [json!(false), json!("false"), Value::Null] {
        let user = with(user(), "email_verified", verified);
        assert!(words(ok(&info()), ok(&user)).await.contains("not verified"));
    }
    let text = with(user(), "email_verified", json!("true"));
    assert!(verify(ok(&info()), ok(&text)).await.is_ok());
}

#[tokio::test]
async fn a_provider_that_fails_is_a_failure_and_no_rejection() {
    let broken = || ResponseTemplate::new(500);
    let limited = || refusal(403, "rateLimitExceeded", "Quota exceeded").insert_header("Retry-After", "30");
    for (tokeninfo, userinfo) in [
        (broken(), ok(&user())),
        (ok(&info()), broken()),
        (ok(&info()), limited()),
        (ResponseTemplate::new(404), ok(&user())),
        (ok(&json!("words")), ok(&user())),
        (ok(&info()), ResponseTemplate::new(200).set_body_string("{")),
    ] {
        match verify(tokeninfo, userinfo).await {
            Err(IdentityError::Dependency(error)) => assert_eq!(error.which, Dependency::IdentityProvider),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_token_that_fits_no_header_is_rejected_by_the_provider() {
    let server = MockServer::start().await;
    let unknown = ResponseTemplate::new(400).set_body_json(json!({"error_description": "Invalid Value"}));
    post("/tokeninfo").respond_with(unknown).mount(&server).await;
    let verdict = gmail(&server).verify(&"a\nb\u{e5}".into()).await;
    assert!(matches!(verdict, Err(IdentityError::Rejected(_))));
}

fn invalid(error: &str) -> ResponseTemplate {
    ResponseTemplate::new(400).set_body_json(json!({"error": error}))
}

#[tokio::test]
async fn a_refresh_token_is_tried_by_renewing_and_verifying() {
    let server = provider(ok(&info()), ok(&user())).await;
    post("/token")
        .and(body_string_contains("refresh_token=refresh"))
        .respond_with(ok(&json!({"access_token": "given"})))
        .expect(1)
        .mount(&server)
        .await;
    let account = gmail(&server).try_refresh(&"refresh".into()).await.unwrap().unwrap();
    assert_eq!(account.address.as_str(), "alva@example.com");
    let no_client = gmail_with(GmailSettings {
        client_secret: None,
        ..settings(&server)
    });
    assert_eq!(no_client.try_refresh(&"refresh".into()).await.unwrap(), None);
}

#[tokio::test]
async fn a_refused_refresh_token_is_rejected_and_a_failure_is_not() {
    let foreign = ResponseTemplate::new(401).set_body_json(json!({"error": "unauthorized_client"}));
    let our_fault = ResponseTemplate::new(401).set_body_json(json!({"error": "invalid_client"}));
    for (answer, rejects) in [
        (invalid("invalid_grant"), true),
        (foreign, true),
        (our_fault, false),
        (ResponseTemplate::new(500), false),
    ] {
        let server = MockServer::start().await;
        post("/token").respond_with(answer).mount(&server).await;
        let error = gmail(&server).try_refresh(&"refresh".into()).await.unwrap_err();
        assert_eq!(matches!(error, IdentityError::Rejected(_)), rejects, "{error}");
    }
}

// Shows: Threats | A token gets into a log…
#[tokio::test]
async fn a_grant_is_revoked_with_the_token_in_the_body() {
    for (answer, succeeds) in [
        (ok(&json!({})), true),
        (invalid("invalid_token"), true),
        (invalid("invalid_request"), false),
        (ResponseTemplate::new(503), false),
    ] {
        let server = MockServer::start().await;
        post("/revoke")
            .and(body_string("token=refresh"))
            .respond_with(answer)
            .mount(&server)
            .await;
        assert_eq!(gmail(&server).revoke(&"refresh".into()).await.is_ok(), succeeds);
        let requests = server.received_requests().await.unwrap();
        assert!(requests.iter().all(|request| request.url.query().is_none()));
    }
}
