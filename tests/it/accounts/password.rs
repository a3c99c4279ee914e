//! Changing the password, and logging out everywhere.

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::json;

const LOGIN: &str = "/v1/auth/login";
const NEW: &str = "staple of another horse";

async fn changes_password(user: &User<'_>, current: &str, new: &str) -> Answer {
    let body = json!({"current_password": current, "new_password": new});
    user.posts("/v1/user/me/password", &body).await
}

async fn logs_in(user: &User<'_>, password: &str) -> Answer {
    let body = json!({"email": user.email, "password": password});
    user.world.post(LOGIN, &body).await
}

// Shows: Password and logout | `POST /v1/user/me/password` takes `current_password` and `new_password`, makes every older access token invalid and answers a new one
// Shows: Threats | The token of a user who was logged out, or whose password was changed or reset, still works | each request compares the token's generation with the user's
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_password_ends_every_older_token() {
    let world = World::start(Sqlite).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let second = logs_in(&alva, &alva.password).await;
    let second = second.body["data"]["access_token"].as_str().unwrap().to_owned();
    let changed = changes_password(&alva, &alva.password, NEW).await;
    let data = changed.data(200);
    assert_eq!(
        (&data["token_type"], &data["expires_in"]),
        (&json!("Bearer"), &json!(3600))
    );
    let new = data["access_token"].as_str().unwrap().to_owned();
    for old in [alva.token.clone(), second] {
        alva.token = old;
        alva.profile().await.fails(401, "INVALID_CREDENTIALS");
    }
    alva.token = new;
    alva.profile().await.data(200);
    logs_in(&alva, &alva.password).await.fails(401, "INVALID_CREDENTIALS");
    assert_eq!(logs_in(&alva, NEW).await.status, 200);
    bo.profile().await.data(200);
    assert_eq!(
        logs_in(&bo, &bo.password).await.status,
        200,
        "another user is not concerned"
    );
}

// Shows: Password and logout | A wrong current password is 400 `INVALID_CREDENTIALS` and counts as a failed login; beyond the limits of a login it is 429 `RATE_LIMITED` with `Retry-After`
// Shows: Threats | Someone with a stolen access token changes the password, or guesses it at the change | the current password is needed, and a wrong one counts as a failed login
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_current_password_counts_as_a_failed_login() {
    let world = World::start(Sqlite).await;
    let world = world.with_settings(|config| config.auth.login_failures = 3).await;
    let alva = world.signs_up("Alva").await;
    logs_in(&alva, "a wrong password")
        .await
        .fails(401, "INVALID_CREDENTIALS");
    for _ in 0..2 {
        let refused = changes_password(&alva, "a wrong password", NEW).await;
        assert_eq!(
            refused.fails(400, "INVALID_CREDENTIALS"),
            "The current password is wrong."
        );
    }
    // Neither the right password nor a login evades the limit.
    let refused = changes_password(&alva, &alva.password, NEW).await;
    refused.fails(429, "RATE_LIMITED");
    assert!(refused.header("retry-after").is_some());
    logs_in(&alva, &alva.password).await.fails(429, "RATE_LIMITED");
    alva.profile().await.data(200);
}

// Shows: Password and logout | The rules of sign-up hold for the new password: 400 `INVALID_REQUEST` says which is broken
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_password_follows_the_rules_of_sign_up() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for (new, rule) in [
        ("1234567", "new_password must have at least 8 characters."),
        (&"x".repeat(129), "new_password must have at most 128 characters."),
        ("PassWord1", "new_password is on the list of common passwords."),
    ] {
        let refused = changes_password(&alva, &alva.password, new).await;
        assert_eq!(refused.fails(400, "INVALID_REQUEST"), rule);
    }
    let path = "/v1/user/me/password";
    for (body, code) in [
        (json!({"current_password": alva.password}), "MISSING_FIELDS"),
        (json!({"current_password": null, "new_password": NEW}), "MISSING_FIELDS"),
        (
            json!({"current_password": 12_345_678, "new_password": NEW}),
            "INVALID_REQUEST",
        ),
        (json!([alva.password, NEW]), "INVALID_REQUEST"),
    ] {
        let refused = alva.posts(path, &body).await;
        assert!(!refused.fails(400, code).contains("12345678"));
    }
    alva.posts_raw(path, "application/json", "{ not json")
        .await
        .fails(400, "INVALID_JSON");
    assert_eq!(
        logs_in(&alva, &alva.password).await.status,
        200,
        "it is the same password"
    );
}

// Shows: Password and logout | Of two changes with one current password at once one succeeds
// Shows: Threats | Someone with a stolen…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_changes_at_once_one_succeeds() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let changes = async |new: &str| {
        let url = world.url("/v1/user/me/password");
        let body = json!({"current_password": alva.password, "new_password": new});
        Answer::to(world.http.post(url).bearer_auth(&alva.token).json(&body)).await
    };
    let (one, two) = tokio::join!(changes("one new password"), changes("two new passwords"));
    let (won, lost, password) = match one.status {
        200 => (one, two, "one new password"),
        _ => (two, one, "two new passwords"),
    };
    won.data(200);
    // The token of the one that comes later may be invalid already.
    assert!([400, 401].contains(&lost.status), "{:?}", lost.body);
    lost.fails(lost.status, "INVALID_CREDENTIALS");
    assert_eq!(logs_in(&alva, password).await.status, 200);
}

// Shows: Password and logout | `POST /v1/auth/logout-all` makes every access token of the caller invalid, its own included
// Shows: Threats | The token of a user who…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_everywhere_ends_every_token() {
    let world = World::start(Sqlite).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let second = logs_in(&alva, &alva.password).await;
    let second = second.body["data"]["access_token"].as_str().unwrap().to_owned();
    let path = "/v1/auth/logout-all";
    assert!(alva.posts_nothing(path).await.data(200).is_null());
    for old in [alva.token.clone(), second] {
        alva.token = old;
        alva.profile().await.fails(401, "INVALID_CREDENTIALS");
        alva.posts_nothing(path).await.fails(401, "INVALID_CREDENTIALS");
    }
    bo.profile().await.data(200);
    let token = logs_in(&alva, &alva.password).await;
    alva.token = token.body["data"]["access_token"].as_str().unwrap().to_owned();
    alva.profile().await.data(200);
}
