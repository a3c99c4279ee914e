//! Sessions of apps: refresh tokens, their rotation and their reuse.

use chrono::TimeDelta;
use invoices_app::Login;
use invoices_db::Operator;
use invoices_service::settings::Seconds;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

const SESSIONS: &str = "/v1/auth/sessions";
const REFRESH: &str = "/v1/auth/sessions/refresh";
const INVALID: &str = "The refresh token is no longer valid. Log in again.";

async fn begins(user: &User<'_>, name: &str) -> Value {
    user.posts(SESSIONS, &json!({"name": name})).await.data(201).clone()
}

async fn refresh(world: &World, token: &Value) -> Answer {
    world.post(REFRESH, &json!({"refresh_token": token})).await
}

async fn profile(world: &World, access: &Value) -> Answer {
    let request = world.http.get(world.url("/v1/user/me"));
    world.send(request.bearer_auth(access.as_str().unwrap())).await
}

async fn sessions(user: &User<'_>) -> Vec<Value> {
    user.gets(SESSIONS).await.data(200)["sessions"]
        .as_array()
        .unwrap()
        .clone()
}

#[track_caller]
fn refused(answer: &Answer) {
    assert_eq!(answer.fails(401, "INVALID_CREDENTIALS"), INVALID);
}

// Shows: Sessions of apps | `POST /v1/auth/sessions` starts a session and answers 201 with an access token and a refresh token. `POST /v1/auth/sessions/refresh` needs no access token, and exchanges the refresh token for new ones
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_gives_new_tokens_without_the_password() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let mut tokens = begins(&alva, "Alva's phone").await;
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 3600);
    assert_eq!(tokens["refresh_expires_in"], 30 * 86_400);
    for _ in 0..3 {
        profile(&world, &tokens["access_token"]).await.data(200);
        world.clock.forward(TimeDelta::hours(1));
        profile(&world, &tokens["access_token"])
            .await
            .fails(401, "TOKEN_EXPIRED");
        let next = refresh(&world, &tokens["refresh_token"]).await.data(200).clone();
        assert_eq!(next["session_id"], tokens["session_id"]);
        assert_ne!(next["refresh_token"], tokens["refresh_token"]);
        tokens = next;
    }
    alva.posts_nothing(SESSIONS).await.fails(401, "TOKEN_EXPIRED");
}

// Shows: Sessions of apps | A refresh token is valid once. Its repetition ends the session with its access tokens, and no other session
// Shows: Threats | A stolen refresh token is used | each refresh replaces it, and the repetition of a replaced one ends the session with its access tokens, regardless of who repeats it; a grace period covers lost responses
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replayed_refresh_token_ends_its_session() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (first, other) = (begins(&alva, "phone").await, begins(&alva, "tablet").await);
    let second = refresh(&world, &first["refresh_token"]).await.data(200).clone();
    world.clock.forward(TimeDelta::seconds(31));
    refused(&refresh(&world, &first["refresh_token"]).await);
    // The holder of the newest token, thief or owner, must log in again.
    refused(&refresh(&world, &second["refresh_token"]).await);
    for tokens in [&first, &second] {
        profile(&world, &tokens["access_token"])
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    // Other sessions and tokens are not concerned.
    profile(&world, &other["access_token"]).await.data(200);
    let left = sessions(&alva).await;
    assert_eq!((left.len(), &left[0]["name"]), (1, &json!("tablet")));
    refresh(&world, &other["refresh_token"]).await.data(200);
}

// Shows: Sessions of apps | Within 30 seconds the token just before may be repeated, and gives the same next token; so do simultaneous refreshes
// Shows: Threats | A stolen refresh token…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn within_the_grace_the_token_before_gives_the_same_next_one() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let first = begins(&alva, "phone").await;
    let second = refresh(&world, &first["refresh_token"]).await.data(200).clone();
    world.clock.forward(TimeDelta::seconds(29));
    let again = refresh(&world, &first["refresh_token"]).await.data(200).clone();
    assert_eq!(again["refresh_token"], second["refresh_token"]);
    assert_eq!(again["refresh_expires_in"], 30 * 86_400 - 29);
    profile(&world, &again["access_token"]).await.data(200);
    let third = refresh(&world, &second["refresh_token"]).await.data(200).clone();
    assert_ne!(third["refresh_token"], second["refresh_token"]);
    // Only the token just before is repeated, however young the one before it is.
    refused(&refresh(&world, &first["refresh_token"]).await);
    refused(&refresh(&world, &third["refresh_token"]).await);
}

// Shows: Sessions of apps | A refresh token is valid…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_grace_a_repeated_token_ends_the_session_at_once() {
    let world = World::with(Sqlite, |config| config.auth.refresh_grace_seconds = Seconds::new(0)).await;
    let alva = world.signs_up("Alva").await;
    let first = begins(&alva, "phone").await;
    let second = refresh(&world, &first["refresh_token"]).await.data(200).clone();
    refused(&refresh(&world, &first["refresh_token"]).await);
    refused(&refresh(&world, &second["refresh_token"]).await);
}

// Shows: Sessions of apps | Within 30 seconds the…
// Shows: Threats | A stolen refresh token…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refreshes_at_once_with_one_token_give_one_next_token() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let first = begins(&alva, "phone").await;
    let body = json!({"refresh_token": first["refresh_token"]});
    let refreshes = (0..8).map(|_| Answer::to(world.http.post(world.url(REFRESH)).json(&body)));
    let answers = futures::future::join_all(refreshes).await;
    let next = answers[0].data(200)["refresh_token"].clone();
    for answer in &answers {
        assert_eq!(answer.data(200)["refresh_token"], next);
    }
    refresh(&world, &next).await.data(200);
}

// Shows: Sessions of apps | A session ends when it was not refreshed for 30 days, and after 180 days; the sweeper removes its row
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_expires_when_it_is_not_used_and_at_its_end() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (unused, mut used) = (begins(&alva, "unused").await, begins(&alva, "used").await);
    for _ in 0..6 {
        world.clock.forward(TimeDelta::days(29));
        used = refresh(&world, &used["refresh_token"]).await.data(200).clone();
    }
    assert_eq!(used["refresh_expires_in"], 6 * 86_400, "180 days are its end");
    refused(&refresh(&world, &unused["refresh_token"]).await);
    assert_eq!(world.rows("sessions", alva.id).await, 2);
    // The schedule's first look at the time starts nothing.
    world.tick().await;
    world.clock.forward(TimeDelta::minutes(5));
    world.tick().await;
    assert_eq!(world.rows("sessions", alva.id).await, 1, "an expired one is removed");
    world.clock.forward(TimeDelta::days(6));
    refused(&refresh(&world, &used["refresh_token"]).await);
    world.tick().await;
    assert_eq!(world.rows("sessions", alva.id).await, 0);
}

// Shows: Sessions of apps | `GET /v1/auth/sessions` lists the caller's sessions with name, times and whether it is this one; `DELETE /v1/auth/sessions/{session_id}` ends one with its access tokens. Another user's is 404 `INVALID_REQUEST`
// Shows: Threats | Someone keeps a login…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn users_list_and_revoke_their_own_sessions() {
    let world = World::start(Sqlite).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let phone = begins(&alva, " Alva's phone ").await;
    world.clock.forward(TimeDelta::minutes(5));
    let unnamed = alva.posts_nothing(SESSIONS).await.data(201).clone();
    let listed = sessions(&alva).await;
    assert_eq!(listed[0].get("name"), None);
    assert_eq!(
        listed[1],
        json!({
            "session_id": phone["session_id"], "name": "Alva's phone", "created_at": "2026-11-18T09:00:00Z",
            "last_used_at": "2026-11-18T09:00:00Z", "expires_at": "2026-12-18T09:00:00Z", "current": false,
        })
    );
    let path = format!("{SESSIONS}/{}", phone["session_id"].as_str().unwrap());
    for id in ["x", "0b51ab10-8f0e-4c55-9d6a-5d1d8d2c7b11"] {
        alva.deletes(&format!("{SESSIONS}/{id}"))
            .await
            .fails(404, "INVALID_REQUEST");
    }
    bo.deletes(&path).await.fails(404, "INVALID_REQUEST");
    assert_eq!(sessions(&bo).await, Vec::<Value>::new());
    profile(&world, &phone["access_token"]).await.data(200);

    alva.deletes(&path).await.data(200);
    alva.deletes(&path).await.fails(404, "INVALID_REQUEST");
    profile(&world, &phone["access_token"])
        .await
        .fails(401, "INVALID_CREDENTIALS");
    refused(&refresh(&world, &phone["refresh_token"]).await);
    unnamed["access_token"].as_str().unwrap().clone_into(&mut alva.token);
    let listed = sessions(&alva).await;
    assert_eq!((listed.len(), &listed[0]["current"]), (1, &json!(true)));
}

// Shows: Sessions of apps | A change or reset of the password, logging out everywhere, a logout by the operator and the deletion of the account end every session
// Shows: Threats | Someone keeps a login beyond the user's logout, or beyond the session that was stolen | logging out everywhere, a new password and a deletion end every session, including one that starts at that moment; a session's token starts no other
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_logs_a_user_out_ends_every_session() {
    let world = World::start(Sqlite).await;
    let (mut alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let of_bo = begins(&bo, "phone").await;
    let ended = async |tokens: &Value| {
        refused(&refresh(&world, &tokens["refresh_token"]).await);
        profile(&world, &tokens["access_token"])
            .await
            .fails(401, "INVALID_CREDENTIALS");
    };
    let before = begins(&alva, "phone").await;
    alva.posts_nothing("/v1/auth/logout-all").await.data(200);
    ended(&before).await;

    alva.comes_back_after(TimeDelta::zero()).await;
    let before = begins(&alva, "phone").await;
    let new = "staple of another horse";
    let body = json!({"current_password": alva.password, "new_password": new});
    alva.posts("/v1/user/me/password", &body).await.data(200);
    ended(&before).await;

    new.clone_into(&mut alva.password);
    alva.comes_back_after(TimeDelta::zero()).await;
    let before = begins(&alva, "phone").await;
    let operator = Operator("root".into());
    world.app.log_out(alva.id, operator.clone()).await.unwrap();
    ended(&before).await;

    alva.comes_back_after(TimeDelta::zero()).await;
    let before = begins(&alva, "phone").await;
    let reset = world.app.reset_password(alva.id, "a third password".into(), operator);
    reset.await.unwrap();
    ended(&before).await;

    // A request whose token was checked before the logout starts no session after it.
    let checked = Login {
        generation: 0,
        session: None,
    };
    let late = world.app.begin_session(alva.id, checked, None).await;
    assert!(late.is_err(), "{late:?}");

    "a third password".clone_into(&mut alva.password);
    alva.comes_back_after(TimeDelta::zero()).await;
    let before = begins(&alva, "phone").await;
    alva.deletes("/v1/user/me").await.data(200);
    refused(&refresh(&world, &before["refresh_token"]).await);
    refresh(&world, &of_bo["refresh_token"]).await.data(200);
}

// Shows: Sessions of apps | The access token of a session starts no session: 403 `INVALID_REQUEST`
// Shows: Threats | Someone keeps a login…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_of_a_session_starts_no_session() {
    let world = World::start(Sqlite).await;
    let mut alva = world.signs_up("Alva").await;
    let stolen = begins(&alva, "phone").await;
    stolen["access_token"].as_str().unwrap().clone_into(&mut alva.token);
    alva.posts_nothing(SESSIONS).await.fails(403, "INVALID_REQUEST");
    assert_eq!(sessions(&alva).await.len(), 1);
}

// Shows: Sessions of apps | A user has at most 50 sessions; one more ends the one that was not used for the longest time
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_session_too_many_ends_the_one_unused_for_longest() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let oldest = begins(&alva, "oldest").await;
    let mut second = begins(&alva, "second").await;
    for number in 0..48 {
        begins(&alva, &format!("session {number}")).await;
    }
    world.clock.forward(TimeDelta::seconds(1));
    let oldest = refresh(&world, &oldest["refresh_token"]).await.data(200).clone();
    second = refresh(&world, &second["refresh_token"]).await.data(200).clone();
    begins(&alva, "one more").await;
    assert_eq!(sessions(&alva).await.len(), 50);
    refresh(&world, &oldest["refresh_token"]).await.data(200);
    refresh(&world, &second["refresh_token"]).await.data(200);
}

// Shows: Sessions of apps | Beyond 120 refreshes of a client address in a minute: 429 `RATE_LIMITED` with `Retry-After`
// Shows: Threats | Refresh tokens are guessed…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refreshes_are_limited_per_client_address() {
    let world = World::with(Sqlite, |config| config.auth.attempts_per_minute = 5).await;
    let alva = world.signs_up("Alva").await;
    let tokens = begins(&alva, "phone").await;
    for guess in 0..5 {
        refused(&refresh(&world, &json!(format!("a guess.{guess}"))).await);
    }
    let limited = refresh(&world, &tokens["refresh_token"]).await;
    limited.fails(429, "RATE_LIMITED");
    assert!(limited.header("retry-after").is_some());
    world.clock.forward(TimeDelta::minutes(1));
    refresh(&world, &tokens["refresh_token"]).await.data(200);
}

// Shows: Threats | Refresh tokens are guessed, or read from the database | 390 random bits; only hashes are stored, and rows are looked up by hash; attempts of a client address are limited
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_hashes_of_refresh_tokens_are_stored() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let first = begins(&alva, "phone").await;
    let second = refresh(&world, &first["refresh_token"]).await.data(200).clone();
    let stored = world.rows_of("sessions").await.join("\n");
    for tokens in [first, second] {
        for part in tokens["refresh_token"].as_str().unwrap().split('.') {
            assert!(part.len() >= 26 && !stored.contains(part));
        }
    }
}

// Shows: Sessions of apps | An unknown, expired, replaced, revoked or malformed refresh token is 401 `INVALID_CREDENTIALS`, with one message; a name that is blank, too long or has control characters is 400 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_sessions_and_refresh_tokens_are_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for name in [json!(""), json!("  "), json!("a\nb"), json!("x".repeat(101)), json!(5)] {
        alva.posts(SESSIONS, &json!({"name": name}))
            .await
            .fails(400, "INVALID_REQUEST");
    }
    alva.posts(SESSIONS, &json!({"name": null})).await.data(201);
    alva.posts(SESSIONS, &json!({"name": "å".repeat(100)})).await.data(201);
    for token in ["", ".", "a", "a.b", "a.b.c", "\0.\0", &"x.".repeat(200)] {
        refused(&refresh(&world, &json!(token)).await);
    }
    world.post(REFRESH, &json!({})).await.fails(400, "MISSING_FIELDS");
    world
        .post(REFRESH, &json!({"refresh_token": 5}))
        .await
        .fails(400, "INVALID_REQUEST");
}
