//! Login and access tokens.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::json;

const LOGIN: &str = "/v1/auth/login";

// Shows: Sign-up, login and access tokens | `POST /v1/auth/login` answers 200 with the same fields
// Shows: Sign-up, login and access tokens | A wrong password and an unknown address are answered alike: 401 `INVALID_CREDENTIALS`
// Shows: Threats | Someone finds out who has an account by logging in | one answer, and the same work, for an unknown address and a wrong password
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn login_answers_an_unknown_email_and_a_wrong_password_alike() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let good = world
        .post(
            LOGIN,
            &json!({"email": alva.email.to_uppercase(), "password": alva.password}),
        )
        .await;
    assert_eq!((good.status, good.message()), (200, "Login successful!"));
    assert_eq!(good.body["data"]["username"], "Alva");
    assert!(
        world
            .app
            .verify_token(good.body["data"]["access_token"].as_str().unwrap())
            .is_ok()
    );
    let wrong = world
        .post(LOGIN, &json!({"email": alva.email, "password": "another password"}))
        .await;
    let unknown = world
        .post(
            LOGIN,
            &json!({"email": "nobody@example.com", "password": "another password"}),
        )
        .await;
    let malformed = world
        .post(LOGIN, &json!({"email": "nobody", "password": "another password"}))
        .await;
    for answer in [&wrong, &unknown, &malformed] {
        assert_eq!(answer.fails(401, "INVALID_CREDENTIALS"), wrong.message());
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
}

// Shows: Sign-up, login and access tokens | Ten failed logins of a pair of account and client address in five minutes block it: 429 `RATE_LIMITED` with `Retry-After`; nobody else is affected
// Shows: Limits | failed logins a pair of account and client address | 10 in 5 minutes
// Shows: Threats | Passwords are guessed | failed logins are counted for each pair of account and client address, and those of an account from all addresses delay its next logins; common passwords are refused
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_failed_logins_block_an_account_for_five_minutes() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let login = async |password: &str| {
        world
            .post(LOGIN, &json!({"email": alva.email, "password": password}))
            .await
    };
    for _ in 0..10 {
        login("a wrong password").await.fails(401, "INVALID_CREDENTIALS");
    }
    let closed = login(&alva.password).await;
    closed.fails(429, "RATE_LIMITED");
    let wait: u64 = closed.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=300).contains(&wait));
    let bo = world.signs_up("Bo").await;
    assert_eq!(
        world
            .post(LOGIN, &json!({"email": bo.email, "password": bo.password}))
            .await
            .status,
        200,
        "another account is not concerned"
    );
    world.clock.forward(TimeDelta::seconds(i64::try_from(wait).unwrap()));
    assert_eq!(login(&alva.password).await.status, 200);
}

// Shows: Sign-up, login and access tokens | A token lives 3600 seconds, to the second; then 401 `TOKEN_EXPIRED`, `Expired token.`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_or_malformed_token_is_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    world.clock.forward(TimeDelta::seconds(3599));
    alva.profile().await.data(200);
    world.clock.forward(TimeDelta::seconds(1));
    let expired = alva.profile().await;
    assert_eq!(expired.fails(401, "TOKEN_EXPIRED"), "Expired token.");
    assert_eq!(expired.header("www-authenticate"), Some("Bearer"));
    let me = world.url("/v1/user/me");
    world.send(world.http.get(&me)).await.fails(401, "INVALID_CREDENTIALS");
    let broken = format!("{}x", alva.token);
    for value in [
        "Bearer",
        "Bearer ",
        "Basic YTpi",
        "Bearer x.y.z",
        &format!("Bearer {broken}"),
        &alva.token,
    ] {
        world
            .send(world.http.get(&me).header("authorization", value))
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
}
