//! Tokens: scopes, renewal and refusal.

use std::time::Duration;

use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::client::{get, refusal, renew, start};

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
