//! Faults, and paths that are not part of the API.

use std::time::Duration;

use invoices_sandbox::{Endpoint, Fault};
use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::client::{get, refusal, renew, start};

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
    sandbox.clear_fault(Fault::RateLimited { retry_after: Some(7) });

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
    sandbox.clear_faults();
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

#[tokio::test]
async fn calls_for_messages_wait_while_they_are_held() {
    let sandbox = start().await;
    let token = sandbox.issue_tokens().access;
    let id = sandbox.add(b"From: a@example.com\r\nSubject: Hi\r\n\r\nHello");
    let fetch = async || {
        get(&sandbox, &format!("/gmail/v1/users/me/messages/{id}"), &token)
            .await
            .status()
    };
    let hold = sandbox.hold_messages();
    let release = async {
        sandbox.wait_for_calls(Endpoint::Fetch, 1).await;
        assert!(
            get(&sandbox, "/gmail/v1/users/me/messages", &token)
                .await
                .status()
                .is_success()
        );
        drop(hold);
    };
    assert_eq!(tokio::join!(fetch(), release).0, StatusCode::OK);
}
