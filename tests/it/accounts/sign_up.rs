//! Sign-up and the profile.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const SIGNUP: &str = "/v1/auth/signup";

/// The token is valid at once.
// Shows: Envelopes, requests and errors | A success is `{message, code, data}`, and `code` is the status. Sign-up and login answer `message` and `data` only
// Shows: Sign-up, login and access tokens | `POST /v1/auth/signup` takes `email`, `name`, `password` and answers 201 with `username`, `access_token`, `token_type: "Bearer"` and `expires_in`, the seconds that the token lives; it is valid at once
// Shows: Sign-up, login and access tokens | A user id is `user_` and a UUID
// Shows: Profile and deletion of the account | `GET /v1/user/me` answers `name`, `email`, `created_on` (the UTC date), `mail_account_connected`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_signs_up_and_views_the_profile(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let body =
        json!({"email": " Alva.Exempel@Example.com ", "name": "Alva Exempel", "password": "korrekt häst batteri"});
    let answer = world.post(SIGNUP, &body).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.message(), "Signup successful!");
    let keys: Vec<&String> = answer.body.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["data", "message"], "sign-up's envelope carries no code");
    assert_eq!(answer.body["data"]["username"], "Alva Exempel");
    assert_eq!(answer.body["data"]["token_type"], "Bearer");
    assert_eq!(answer.body["data"]["expires_in"], 3600);
    let token = answer.body["data"]["access_token"].as_str().unwrap();
    assert!(world.app.verify_token(token).unwrap().to_string().starts_with("user_"));
    let me = world
        .send(
            world
                .http
                .get(world.url("/v1/user/me"))
                .header("authorization", format!("bEaReR {token}")),
        )
        .await;
    assert_eq!(
        *me.data(200),
        json!({"name": "Alva Exempel", "email": "Alva.Exempel@Example.com", "created_on": "2026-11-18", "mail_account_connected": false})
    );
    assert_eq!(me.header("cache-control"), Some("no-store"));
    assert_eq!(me.header("x-content-type-options"), Some("nosniff"));
    assert!(me.header("x-request-id").is_some());
}

/// Keyboards and systems differ in whether å is one character or two.
// Shows: Sign-up, login and access tokens | E-mail addresses and passwords are compared in NFC, so that it does not matter how a keyboard composes letters; the length of a password is counted in NFC
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn email_and_password_may_be_composed_or_decomposed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let body = |email: &str, password: &str| json!({"email": email, "name": "Åsa", "password": password});
    let (composed, decomposed) = ("åsa@example.com", "a\u{30a}sa@example.com");
    let answer = world.post(SIGNUP, &body(decomposed, "a\u{30a}terkommande")).await;
    assert_eq!(answer.status, 201);
    for email in [composed, decomposed, "A\u{30a}sa@Example.com"] {
        world
            .post(SIGNUP, &body(email, "återkommande"))
            .await
            .fails(409, "USER_ALREADY_EXISTS");
        for password in ["återkommande", "a\u{30a}terkommande"] {
            let login = json!({"email": email, "password": password});
            assert_eq!(
                world.post("/v1/auth/login", &login).await.status,
                200,
                "{email:?} {password:?}"
            );
        }
    }
    // Eight characters that are seven letters.
    let short = world.post(SIGNUP, &body("bo@example.com", "a\u{30a}terkom")).await;
    short.fails(400, "INVALID_REQUEST");
}

// Shows: Sign-up, login and access tokens | The e-mail address is shown as given, trimmed; it is unique whatever its letters' case: 409 `USER_ALREADY_EXISTS`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_email_has_one_account_whatever_its_case(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let body = |email: &str| json!({"email": email, "name": "Alva", "password": "korrekt häst batteri"});
    assert_eq!(world.post(SIGNUP, &body("alva@example.com")).await.status, 201);
    world
        .post(SIGNUP, &body("ALVA@Example.com "))
        .await
        .fails(409, "USER_ALREADY_EXISTS");
    let (small, large) = (body("bo@example.com"), body("BO@example.com"));
    let (one, two) = tokio::join!(world.post(SIGNUP, &small), world.post(SIGNUP, &large));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

// Shows: Sign-up, login and access tokens | An address is one `@` with something on both sides and at most 254 characters, a name 1 to 200 characters, a password 8 to 128 and no common one; the 400 `INVALID_REQUEST` says which rule is broken
// Shows: Threats | Passwords are guessed | failed…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_up_names_the_rule_that_is_broken(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    for (body, message) in [
        (
            json!({"email": "no-at", "name": "A", "password": "12345678x"}),
            "email must be an address: one @ with text on both sides.",
        ),
        (
            json!({"email": "a@b@c", "name": "A", "password": "12345678x"}),
            "email must be an address: one @ with text on both sides.",
        ),
        (
            json!({"email": "a@b", "name": "  ", "password": "12345678x"}),
            "name must have 1 to 200 characters, none of them control characters.",
        ),
        (
            json!({"email": "a@b", "name": "A", "password": "1234567"}),
            "password must have at least 8 characters.",
        ),
        (
            json!({"email": "a@b", "name": "A", "password": "x".repeat(129)}),
            "password must have at most 128 characters.",
        ),
        (
            json!({"email": "a@b", "name": "A", "password": "Password123"}),
            "password is on the list of common passwords.",
        ),
    ] {
        assert_eq!(world.post(SIGNUP, &body).await.fails(400, "INVALID_REQUEST"), message);
    }
}

// Shows: Sign-up, login and access tokens | An address is one `@`…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_with_a_control_character_is_refused(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let body = json!({"email": "a@example.com", "name": "A\u{0}B", "password": "korrekt häst"});
    world.post(SIGNUP, &body).await.fails(400, "INVALID_REQUEST");
}
