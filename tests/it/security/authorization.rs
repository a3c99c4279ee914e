//! Every operation of the document refuses every forged token and every request for data of another user.
//!
//! The operations come from the document, so that a new one is covered. Its requests for data of another user must be
//! added to [`foreign_requests`]: until then the test fails.

mod foreign;

use chrono::TimeDelta;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::forgery::{Forger, TokenError};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use reqwest::Method;
use serde_json::{Value, json};

use self::foreign::foreign_requests;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Refused as RFC 6750 demands.
#[track_caller]
fn assert_unauthorized(answer: &Answer, code: &str, what: &str) {
    assert_eq!(
        (answer.status, answer.body["error"]["code"].as_str()),
        (401, Some(code)),
        "{what}: {:?}",
        answer.body
    );
    answer.fails(401, code);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{what}");
}

/// A user with a receipt and a rent notice.
async fn owner(world: &World) -> User<'_> {
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let pdf = ("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(NOVEMBER), &[pdf]));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    alva.has_sources().await;
    alva.posts("/v1/auth/sessions", &json!({"name": "phone"}))
        .await
        .data(201);
    alva.posts("/v1/tokens", &json!({"name": "script", "scopes": ["read"]}))
        .await
        .data(201);
    alva
}

/// All data that a user can read.
async fn data_of(user: &User<'_>) -> Value {
    let retail = user.lists_retail().await;
    let detail = match retail.first() {
        Some(summary) => user.detail_of(summary).await,
        None => Value::Null,
    };
    let sources = user.gets("/v1/sources").await.data(200).clone();
    let own = |list: &str| {
        let list = sources[list].as_array().unwrap().iter();
        list.filter(|source| source["origin"] == "user")
            .cloned()
            .collect::<Value>()
    };
    json!({
        "landlords": own("landlords"),
        "vendors": own("vendors"),
        "suggestions": user.gets("/v1/sources/suggestions").await.data(200)["suggestions"],
        "messages": user.gets("/v1/mail/messages").await.data(200)["messages"],
        "notifications": *user.gets("/v1/notifications").await.data(200),
        "sessions": user.gets("/v1/auth/sessions").await.data(200)["sessions"],
        "tokens": user.gets("/v1/tokens").await.data(200)["tokens"],
        "channels": user.gets("/v1/notifications/channels").await.data(200)["channels"],
        "webhooks": user.gets("/v1/webhooks").await.data(200)["webhooks"],
        "accounts": user.gets("/v1/mail/accounts").await.data(200)["accounts"],
        "runs": user.gets("/v1/ingest/runs").await.data(200)["runs"],
        "profile": *user.profile().await.data(200),
        "rental": *user.lists_rental().await.data(200),
        "retail": retail,
        "detail": detail,
    })
}

// Shows: Sign-up, login and access tokens | Every other operation needs `Authorization: Bearer …`, in any letter case; without one or with a bad one 401 `INVALID_CREDENTIALS` with `WWW-Authenticate`
// Shows: Threats | A new operation is left open by mistake | the tests take the operations from the document, so a new one is included
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_but_sign_up_and_login_needs_a_token() {
    let world = World::start(Database::Sqlite).await;
    let open: Vec<String> = Operation::all(&world)
        .into_iter()
        .filter(|operation| !operation.guarded)
        .map(|operation| operation.id)
        .collect();
    assert_eq!(
        open,
        [
            // It needs the cookie of a session.
            "browser_session_refresh",
            "user_login",
            "mail_connect_callback",
            "password_forgot",
            "password_reset",
            "session_refresh",
            "user_signup",
            // Its address has a token.
            "calendar_read",
        ]
    );
}

// Shows: Envelopes, requests and errors | The token is checked first, then the account, path and query, and the body
// Shows: Sign-up, login and access tokens | Every other operation needs…
// Shows: Threats | Someone without a token, or with a forged, expired or foreign one, gets in | the token is checked before anything else; algorithm, type, issuer and audience are pinned
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_guarded_operation_refuses_requests_without_a_token() {
    let world = World::start(Sqlite).await;
    for operation in Operation::guarded(&world) {
        for header in [
            None,
            Some("Bearer"),
            Some("Bearer "),
            Some("Basic YWx2YTpwYXNz"),
            Some("Token x"),
            Some(""),
        ] {
            let request = header.iter().fold(operation.request(&world), |request, value| {
                request.header("authorization", *value)
            });
            let answer = world.send(request).await;
            assert_unauthorized(
                &answer,
                "INVALID_CREDENTIALS",
                &format!("{} with {header:?}", operation.id),
            );
        }
        // The token is checked before the body is read.
        let answer = world.send(operation.request(&world).body("{ not json")).await;
        assert_unauthorized(&answer, "INVALID_CREDENTIALS", &operation.id);
    }
    let answer = world.get("/v1/invoices/nonsense?subtype=nonsense").await;
    assert_unauthorized(&answer, "INVALID_CREDENTIALS", "a path and query that are wrong");
}

// Shows: Sign-up, login and access tokens | Algorithm, type, issuer and audience of a token are pinned; a token with any of them changed, unsigned, or signed otherwise opens nothing
// Shows: Threats | Someone without a token…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_or_expired_token_is_refused_by_every_operation() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| config.auth.jwt_secret = Some(SECRET.to_owned().into()))
        .await;
    let alva = world.signs_up("Alva").await;
    let forger = Forger::of(&alva, SECRET);
    let valid = forger.token(&json!({}), &json!({}));
    assert_eq!(
        world
            .send(world.http.get(world.url("/v1/user/me")).bearer_auth(valid))
            .await
            .status,
        200,
        "the forger makes valid tokens, too"
    );
    for (nth, operation) in Operation::guarded(&world).into_iter().enumerate() {
        let mut attempts = forger.attempts(world.now().timestamp());
        // All operations check the token in one place; the first gets every token, each other one of them in turn.
        if nth > 0 {
            attempts = vec![attempts.swap_remove(nth % attempts.len())];
        }
        for (what, token, error) in attempts {
            let answer = operation.send(&world, &token).await;
            let what = format!("{}: {what}", operation.id);
            match error {
                TokenError::Invalid => assert_unauthorized(&answer, "INVALID_CREDENTIALS", &what),
                TokenError::Expired => {
                    assert_unauthorized(&answer, "TOKEN_EXPIRED", &what);
                    assert_eq!(answer.message(), "Expired token.", "{what}");
                }
            }
        }
    }
    alva.profile().await.data(200);
}

// Shows: Sign-up, login and access tokens | A token whose account is gone is 404 `USER_NOT_FOUND` for the profile and the retail ingest, else 401 `INVALID_CREDENTIALS`, and nothing is written
// Shows: Threats | The token of a deleted account still works | each request checks that the account exists
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_token_of_a_deleted_account_is_refused_by_every_operation() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    alva.deletes("/v1/user/me").await.data(200);
    for operation in Operation::guarded(&world) {
        let answer = operation.send(&world, &alva.token).await;
        if operation.user_not_found {
            answer.fails(404, "USER_NOT_FOUND");
        } else {
            assert_unauthorized(&answer, "INVALID_CREDENTIALS", &operation.id);
        }
    }
    for table in ["users", "messages", "documents", "notifications"] {
        assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
    }
}

// Shows: Sign-up, login and access tokens | Reads and deletions touch the caller's own records only
// Shows: Threats | A user reads, changes or deletes another user's data | every query of a user's rows filters by the user's id
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_operation_reaches_the_data_of_another_user() {
    let world = World::start(Sqlite).await;
    let alva = owner(&world).await;
    let (mut before, files) = (data_of(&alva).await, world.objects());
    before["consent"] = alva.posts_nothing("/v1/auth/mail/connect").await.data(201).clone();
    let mut bo = world.signs_up("Bo").await;
    let identifiers = [
        alva.id.to_string(),
        alva.email.clone(),
        before["retail"][0]["invoice_id"].as_str().unwrap().to_owned(),
    ];
    let mut operations = Operation::guarded(&world);
    // It deletes the account of Bo.
    operations.sort_by_key(|operation| operation.id == "user_delete");
    for operation in operations {
        for (path, body, status) in foreign_requests(&operation.id, &before) {
            let request = world
                .http
                .request(operation.method.clone(), world.url(&path))
                .bearer_auth(&bo.token);
            let answer = world
                .send(body.iter().fold(request, reqwest::RequestBuilder::json))
                .await;
            assert_eq!(answer.status, status, "{} {path}: {:?}", operation.id, answer.body);
            let text = format!("{:?} {}", answer.headers, answer.body);
            for identifier in &identifiers {
                assert!(
                    !text.contains(identifier),
                    "{} {path} contains {identifier}: {text}",
                    operation.id
                );
            }
        }
        if operation.id == "user_log_out_everywhere" {
            bo.comes_back_after(TimeDelta::zero()).await;
        }
    }
    before.as_object_mut().unwrap().remove("consent");
    assert_eq!((data_of(&alva).await, world.objects()), (before, files));
    let answer = world
        .send(
            world
                .http
                .request(Method::GET, world.url("/v1/user/me"))
                .bearer_auth(&bo.token),
        )
        .await;
    answer.fails(404, "USER_NOT_FOUND");
}
