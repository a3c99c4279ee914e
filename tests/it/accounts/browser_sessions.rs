//! Sessions of pages, whose refresh token is a cookie.

use chrono::TimeDelta;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};

const SESSION: &str = "/v1/auth/browser-session";
const REFRESH: &str = "/v1/auth/browser-session/refresh";

/// The cookie that an answer sets: its value and its attributes.
#[track_caller]
fn cookie(answer: &Answer) -> (String, Vec<String>) {
    let header = answer.header("set-cookie").expect("the answer sets a cookie");
    let mut parts = header.split("; ");
    let value = parts.next().unwrap().strip_prefix("invoices_session=").unwrap();
    let mut attributes: Vec<String> = parts.map(str::to_owned).collect();
    attributes.sort_unstable();
    (value.to_owned(), attributes)
}

async fn begins(user: &User<'_>) -> (Value, String) {
    let begun = user.posts(SESSION, &json!({"name": "Firefox"})).await;
    let (value, attributes) = cookie(&begun);
    let expected = [
        "HttpOnly",
        "Max-Age=2592000",
        "Path=/v1/auth/browser-session",
        "SameSite=Strict",
        "Secure",
    ];
    assert_eq!(attributes, expected);
    let data = begun.data(201).clone();
    assert!(data.get("refresh_token").is_none(), "no script gets it: {data}");
    assert!(!begun.body.to_string().contains(&value));
    (data, value)
}

/// A refresh with these headers, as a browser sends it.
async fn refresh(world: &World, cookie: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = world.http.post(world.url(REFRESH));
    if !cookie.is_empty() {
        request = request.header("cookie", format!("other=1; invoices_session={cookie}"));
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    world.send(request).await
}

const OWN: [(&str, &str); 1] = [("sec-fetch-site", "same-origin")];

async fn profile(world: &World, session: &Value) -> Answer {
    let request = world.http.get(world.url("/v1/user/me"));
    world
        .send(request.bearer_auth(session["access_token"].as_str().unwrap()))
        .await
}

// Shows: Sessions of apps | `POST /v1/auth/browser-session` starts a session whose refresh token is in a cookie (`HttpOnly`, `Secure`, `SameSite=Strict`) and in no body; `POST /v1/auth/browser-session/refresh` exchanges it, `DELETE /v1/auth/browser-session` ends the session and removes the cookie
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_stays_logged_in_by_a_cookie() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (session, first) = begins(&alva).await;
    world.clock.forward(TimeDelta::hours(1));
    profile(&world, &session).await.fails(401, "TOKEN_EXPIRED");
    let refreshed = refresh(&world, &first, &OWN).await;
    let (second, _) = cookie(&refreshed);
    assert_ne!(second, first);
    let session = refreshed.data(200).clone();
    assert!(session.get("refresh_token").is_none(), "{session}");
    profile(&world, &session).await.data(200);

    let delete = world.http.delete(world.url(SESSION));
    let ended = world
        .send(delete.bearer_auth(session["access_token"].as_str().unwrap()))
        .await;
    let (value, attributes) = cookie(&ended);
    assert_eq!(
        (value.as_str(), attributes.contains(&"Max-Age=0".to_owned())),
        ("", true)
    );
    ended.data(200);
    profile(&world, &session).await.fails(401, "INVALID_CREDENTIALS");
    refresh(&world, &second, &OWN).await.fails(401, "INVALID_CREDENTIALS");
}

// Shows: Sessions of apps | A refresh by cookie that no page of the service's own origin made is 403 `INVALID_REQUEST`; without a valid cookie it is 401 `INVALID_CREDENTIALS`
// Shows: Threats | A foreign page calls…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_origin_refreshes_nothing() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (_, token) = begins(&alva).await;
    let own = world.url("").trim_end_matches('/').to_owned();
    for foreign in [
        &[][..],
        &[("origin", "null")],
        &[("origin", "https://example.com")],
        &[("sec-fetch-site", "same-site"), ("origin", &own)],
        &[("sec-fetch-site", "cross-site"), ("origin", &own)],
        &[("sec-fetch-site", "none")],
    ] {
        let refused = refresh(&world, &token, foreign).await;
        refused.fails(403, "INVALID_REQUEST");
        assert!(refused.header("set-cookie").is_none());
    }
    refresh(&world, "", &OWN).await.fails(401, "INVALID_CREDENTIALS");
    refresh(&world, "forged", &OWN).await.fails(401, "INVALID_CREDENTIALS");
    // None of that has ended the session. An older browser sends the origin alone.
    refresh(&world, &token, &[("origin", &own)]).await.data(200);
}

// Shows: Sessions of apps | `POST /v1/auth/browser-session` starts a…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_without_a_session_can_log_out() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let ended = alva.deletes(SESSION).await;
    assert_eq!(cookie(&ended).0, "");
    ended.data(200);
    alva.profile().await.data(200);
    let (session, _) = begins(&alva).await;
    let nested = world.http.post(world.url(SESSION));
    let nested = world
        .send(nested.bearer_auth(session["access_token"].as_str().unwrap()))
        .await;
    nested.fails(403, "INVALID_REQUEST");
    assert!(nested.header("set-cookie").is_none());
}
