//! Connecting a mail account.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::json;

const STORE: &str = "/v1/auth/mail/store-tokens";

// Shows: Profile and deletion of the account | `mail_account_connected` is true when mail tokens are stored, else false
// Shows: Connecting a mail account | 201 with `google_email`, `scope` (separated by blanks), `account_switch`, `message`
// Shows: Connecting a mail account | `account_switch` is true when another account than the stored one is connected
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_connected_and_switched() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    let first = alva.stores_tokens(&tokens.access, Some(&tokens.refresh)).await;
    let data = first.data(201);
    assert_eq!(
        (data["google_email"].as_str(), data["account_switch"].as_bool()),
        (Some("alva@example.com"), Some(false))
    );
    assert!(
        data["scope"]
            .as_str()
            .unwrap()
            .contains("https://www.googleapis.com/auth/gmail.readonly ")
    );
    assert!(data["message"].is_string());
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    assert_eq!(
        alva.stores_tokens(&tokens.access, None).await.data(201)["account_switch"],
        false
    );
    let other = world.sandbox.issue_tokens_for(
        "bo@example.com",
        &[
            "https://mail.google.com/",
            "https://www.googleapis.com/auth/userinfo.email",
        ],
    );
    let switched = alva.stores_tokens(&other.access, None).await;
    assert_eq!(switched.data(201)["account_switch"], true);
    assert_eq!(switched.data(201)["google_email"], "bo@example.com");
}

/// The address in the body is only a hint.
// Shows: Connecting a mail account | The address and what was granted are what the identity provider says; the body's `email` is a hint
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_identity_provider_determines_the_address() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    let answer = alva
        .posts(
            STORE,
            &json!({"access_token": tokens.access, "email": "somebody@example.com", "scope": ["everything"]}),
        )
        .await;
    assert_eq!(answer.data(201)["google_email"], "alva@example.com");
    assert!(
        !answer.data(201)["scope"].as_str().unwrap().contains("everything"),
        "nor what was granted"
    );
}

/// Another account replaces everything.
// Shows: Connecting a mail account | Without a refresh token the same account keeps the stored one; another account replaces everything
// Shows: Connecting a mail account | Without an account, with…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_token_is_kept_for_the_same_account_only() {
    let world = World::start(Sqlite).await;
    let mut alva = world.connects("Alva").await;
    let again = world.sandbox.issue_tokens();
    alva.stores_tokens(&again.access, None).await.data(201);
    alva.comes_back_after(TimeDelta::hours(2)).await;
    alva.ingests_retail().await.data(200);
    assert_eq!(
        world.sandbox.calls(Endpoint::Token),
        2,
        "tried when it was stored, then used"
    );

    let other = world
        .sandbox
        .issue_tokens_for("bo@example.com", invoices_sandbox::SandboxHandle::default_scopes());
    alva.stores_tokens(&other.access, None).await.data(201);
    alva.ingests_retail().await.data(200);
    alva.comes_back_after(TimeDelta::hours(2)).await;
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(
        world.sandbox.calls(Endpoint::Token),
        2,
        "there was nothing to renew it with"
    );
}

// Shows: Connecting a mail account | `POST /v1/auth/mail/store-tokens` takes JSON, or a form when the type says so, `scope` then separated by commas
// Shows: Connecting a mail account | A body that is not JSON is 400 `INVALID_JSON`, without `access_token` 400 `MISSING_FIELDS`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_body_is_accepted() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    let form = format!(
        "access_token={}&refresh_token={}&expires_in=3599&scope=openid,email&email=x%40example.com",
        tokens.access, tokens.refresh
    );
    alva.posts_raw(STORE, "application/x-www-form-urlencoded", form.clone())
        .await
        .data(201);
    alva.posts_raw(STORE, "application/json", form)
        .await
        .fails(400, "INVALID_JSON");
    alva.posts_raw(STORE, "application/x-www-form-urlencoded", "refresh_token=x")
        .await
        .fails(400, "MISSING_FIELDS");
}

// Shows: Connecting a mail account | In JSON `scope` is a list or a text, `expires_in` any number from zero up
// Shows: Connecting a mail account | A body that is not JSON…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scope_and_lifetime_are_accepted_in_every_form() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    for body in [
        json!({"access_token": tokens.access, "scope": ["a", "b"]}),
        json!({"access_token": tokens.access, "scope": "a b,c"}),
        json!({"access_token": tokens.access, "scope": null, "expires_in": 0, "email": null}),
        json!({"access_token": tokens.access, "expires_in": 3599.5}),
    ] {
        alva.posts(STORE, &body).await.data(201);
    }
    for body in [
        json!({"access_token": tokens.access, "scope": 1}),
        json!({"access_token": tokens.access, "expires_in": -1}),
        json!({"access_token": tokens.access, "expires_in": "soon"}),
        json!({"access_token": 5}),
        json!({"access_token": ""}),
    ] {
        alva.posts(STORE, &body).await.fails(400, "INVALID_REQUEST");
    }
    alva.posts(STORE, &json!({})).await.fails(400, "MISSING_FIELDS");
    alva.posts(STORE, &json!({"access_token": null}))
        .await
        .fails(400, "MISSING_FIELDS");
}

// Shows: Profile and deletion of the account | `mail_account_connected` is true when…
// Shows: Connecting a mail account | Tokens that are invalid, give no address, or miss the scope to read mail are 400 `INVALID_CREDENTIALS`; the message names what is missing
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_tokens_and_missing_scopes_are_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    alva.stores_tokens("nonsense", None)
        .await
        .fails(400, "INVALID_CREDENTIALS");
    let narrow = world.sandbox.issue_tokens_for(
        "alva@example.com",
        &["openid", "https://www.googleapis.com/auth/userinfo.email"],
    );
    let message = alva
        .stores_tokens(&narrow.access, None)
        .await
        .fails(400, "INVALID_CREDENTIALS")
        .to_owned();
    assert!(message.contains("gmail.readonly"), "{message}");
    let nameless = world
        .sandbox
        .issue_tokens_for("alva@example.com", &["https://www.googleapis.com/auth/gmail.readonly"]);
    alva.stores_tokens(&nameless.access, None)
        .await
        .fails(400, "INVALID_CREDENTIALS");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
}

// Shows: Connecting a mail account | An identity provider or secret store that fails is 502 `DEPENDENCY_FAILURE`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_identity_provider_that_is_down_is_a_502() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let tokens = world.sandbox.issue_tokens();
    world.sandbox.fail(Fault::Userinfo500);
    alva.stores_tokens(&tokens.access, None)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    world.sandbox.fail(Fault::NotJson);
    alva.stores_tokens(&tokens.access, None)
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    world.sandbox.clear_faults();
    alva.stores_tokens(&tokens.access, None).await.data(201);
}

// Shows: Connecting a mail account | Without an account, with a dead refresh token, or with an expired access token and nothing to renew it, all three ingests are 502 `MAIL_TOKEN_EXPIRED`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_without_a_mail_account_fails() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    alva.ingests_rental().await.fails(502, "MAIL_TOKEN_EXPIRED");
    alva.ingests_latest().await.fails(502, "MAIL_TOKEN_EXPIRED");
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
}

// Shows: Connecting a mail account | An access token is renewed before it expires, and once when it is refused
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_access_token_is_renewed_before_it_expires_and_once_when_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    alva.ingests_retail().await.data(200);
    assert_eq!(world.sandbox.calls(Endpoint::Token), 1, "the refresh token was tried");
    world.sandbox.fail_times(Fault::TokenExpired, 1);
    alva.ingests_retail().await.data(200);
    assert_eq!(world.sandbox.calls(Endpoint::Token), 2);
    // Both tokens expire, and the user logs in again.
    world.clock.forward(TimeDelta::hours(2));
    let login = world
        .post(
            "/v1/auth/login",
            &json!({"email": alva.email, "password": alva.password}),
        )
        .await;
    let token = login.body["data"]["access_token"].as_str().unwrap().to_owned();
    let alva = invoices_tests::support::user::User { token, ..alva };
    alva.ingests_retail().await.data(200);
    assert_eq!(world.sandbox.calls(Endpoint::Token), 3);
}

// Shows: Connecting a mail account | `account_switch` is true when…
// Shows: Connecting a mail account | Without an account, with…
// Shows: Connecting a mail account | A dead refresh token disconnects the account: `mail_account_connected` becomes false, the address is remembered
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_refresh_token_disconnects_the_account() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    world.sandbox.clear_faults();
    alva.ingests_rental().await.fails(502, "MAIL_TOKEN_EXPIRED");
    let other = world
        .sandbox
        .issue_tokens_for("bo@example.com", invoices_sandbox::SandboxHandle::default_scopes());
    assert_eq!(
        alva.stores_tokens(&other.access, None).await.data(201)["account_switch"],
        true,
        "the address was kept"
    );
}

// Shows: Connecting a mail account | Rate limits or failures of the provider don't disconnect accounts
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rate_limit_does_not_disconnect_the_account() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for fault in [
        Fault::RateLimited { retry_after: Some(60) },
        Fault::QuotaExceeded,
        Fault::Forbidden,
    ] {
        world.sandbox.fail(fault);
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        world.sandbox.clear_faults();
        // The account is not used before the minute is over.
        world.clock.forward(TimeDelta::minutes(1));
    }
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);
    alva.ingests_retail().await.data(200);
}
