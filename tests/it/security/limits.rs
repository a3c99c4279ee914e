//! Limits on logins and requests.

use chrono::TimeDelta;
use futures::future::join_all;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const LOGIN: &str = "/v1/auth/login";

/// A failed login through a proxy.
async fn fails_to_log_in(world: &World, forwarded_for: &str, email: &str) -> Answer {
    let body = json!({"email": email, "password": "a wrong password"});
    let request = world.http.post(world.url(LOGIN)).json(&body);
    world.send(request.header("x-forwarded-for", forwarded_for)).await
}

/// Sends bytes and returns the head of the answer.
async fn send_bytes(world: &World, bytes: &[u8]) -> String {
    let address = world.url("").replace("http://", "");
    let mut connection = TcpStream::connect(address).await.unwrap();
    // The server may close the connection before all is sent.
    let _ = connection.write_all(bytes).await;
    let mut answer = Vec::new();
    let answered = async {
        let mut part = [0; 4096];
        while let Ok(length @ 1..) = connection.read(&mut part).await {
            answer.extend_from_slice(&part[..length]);
            if answer.windows(4).any(|four| four == b"\r\n\r\n") {
                break;
            }
        }
    };
    within("the answer to the bytes", answered).await;
    String::from_utf8_lossy(&answer).into_owned()
}

async fn passwords_verified(world: &World) -> u64 {
    let (_, metrics) = world.asks_operations("/metrics").await;
    let count = metrics
        .lines()
        .find_map(|line| line.strip_prefix("invoices_passwords_verified_total "));
    count.unwrap().parse().unwrap()
}

/// Each login verifies one password, so that its duration does not reveal who has an account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_takes_the_same_work_for_known_and_unknown_accounts() {
    let world = World::start(Sqlite).await;
    let world = world.with_operations().await;
    let alva = world.signs_up("Alva").await;
    for (email, password) in [
        (alva.email.as_str(), "a wrong password"),
        (alva.email.as_str(), alva.password.as_str()),
        ("nobody@example.com", "a wrong password"),
        ("no address", "a wrong password"),
    ] {
        let before = passwords_verified(&world).await;
        world.post(LOGIN, &json!({"email": email, "password": password})).await;
        assert_eq!(passwords_verified(&world).await - before, 1, "{email}");
    }
}

// Shows: Limits | sign-ups and logins a client address | 120 a minute
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_are_limited_per_client_address() {
    let world = World::start(Sqlite).await;
    let world = world.with_settings(|config| config.auth.attempts_per_minute = 5).await;
    for _ in 0..5 {
        world
            .post(LOGIN, &json!({"email": "nobody@example.com", "password": "x"}))
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    for path in [LOGIN, "/v1/auth/signup"] {
        let body = json!({"email": "bo@example.com", "name": "Bo", "password": "a good password"});
        let refused = world.post(path, &body).await;
        refused.fails(429, "RATE_LIMITED");
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait));
    }
    world.clock.forward(TimeDelta::minutes(1));
    world.signs_up("Bo").await;
}

/// Only the header of a trusted proxy counts.
// Shows: Threats | Someone forges a client address in a header to evade limits, or blocks others behind the same proxy | only a trusted proxy's header counts, read from the right
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_client_address_does_not_evade_the_limit() {
    let world = World::start(Sqlite).await;
    let world = world.with_settings(|config| config.auth.login_failures = 3).await;
    let alva = world.signs_up("Alva").await;
    for forged in ["203.0.113.1", "203.0.113.2", "203.0.113.3"] {
        fails_to_log_in(&world, forged, &alva.email)
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    fails_to_log_in(&world, "203.0.113.4", &alva.email)
        .await
        .fails(429, "RATE_LIMITED");
}

// Shows: Threats | Someone forges a client…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_trusted_proxy_each_client_has_its_own_limit() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| {
            config.auth.login_failures = 3;
            config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        })
        .await;
    let alva = world.signs_up("Alva").await;
    // Addresses left of the proxy's own entry are the client's claims.
    for forged in ["1.1.1.1, 203.0.113.1", "2.2.2.2, 203.0.113.1", "203.0.113.1"] {
        fails_to_log_in(&world, forged, &alva.email)
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    fails_to_log_in(&world, "3.3.3.3, 203.0.113.1", &alva.email)
        .await
        .fails(429, "RATE_LIMITED");
    fails_to_log_in(&world, "203.0.113.2", &alva.email)
        .await
        .fails(401, "INVALID_CREDENTIALS");
    // All addresses of an IPv6 network are one client.
    for host in 1..=3 {
        fails_to_log_in(&world, &format!("2001:db8:1:2::{host}"), &alva.email)
            .await
            .fails(401, "INVALID_CREDENTIALS");
    }
    fails_to_log_in(&world, "2001:db8:1:2:ffff::9", &alva.email)
        .await
        .fails(429, "RATE_LIMITED");
    fails_to_log_in(&world, "2001:db8:1:3::1", &alva.email)
        .await
        .fails(401, "INVALID_CREDENTIALS");
}

/// Logins beyond the queue are refused at once. The others, and all other calls, are answered.
// Shows: Threats | A storm of logins makes everyone wait for hashes | few passwords are hashed at once, few logins wait, the others get 429
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_logins_at_once_are_refused() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_settings(|config| (config.auth.hash_concurrency, config.auth.hash_queue) = (1, 2))
        .await;
    let alva = world.signs_up("Alva").await;
    let logins = (0..40).map(|number| {
        let body = json!({"email": format!("{number}@example.com"), "password": "a wrong password"});
        world.http.post(world.url(LOGIN)).json(&body).send()
    });
    let me = world.http.get(world.url("/v1/user/me")).bearer_auth(&alva.token).send();
    let (answers, me) = within("the answers to all logins", async {
        tokio::join!(join_all(logins), me)
    })
    .await;
    assert_eq!(me.unwrap().status(), 200);
    let mut refused = 0;
    for answer in answers {
        let answer = Answer::of(answer.unwrap()).await;
        if answer.status == 429 {
            answer.fails(429, "RATE_LIMITED");
            assert_eq!(answer.header("retry-after"), Some("1"));
            refused += 1;
        } else {
            answer.fails(401, "INVALID_CREDENTIALS");
        }
    }
    assert!((1..=37).contains(&refused), "{refused}");
    let login = json!({"email": alva.email, "password": alva.password});
    assert_eq!(world.post(LOGIN, &login).await.status, 200, "the storm is over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_carries_the_security_headers() {
    let world = World::start(Database::Sqlite).await;
    let mut requests: Vec<_> = Operation::all(&world).iter().map(|o| o.request(&world)).collect();
    requests.push(world.http.get(world.url("/v1/nothing")));
    requests.push(world.http.put(world.url("/v1/user/me")));
    requests.push(world.http.head(world.url("/v1/user/me")));
    requests.push(world.http.post(world.url(LOGIN)).body("{"));
    requests.push(world.http.post(world.url(LOGIN)).body("x".repeat(70_000)));
    for request in requests {
        let answer = world.send(request).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{answer:?}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        assert!(answer.header("x-request-id").is_some(), "{answer:?}");
        assert_eq!(
            (answer.header("server"), answer.header("x-powered-by")),
            (None, None),
            "{answer:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_oversized_request_is_refused() {
    let world = World::start(Database::Sqlite).await;
    let many = (0..200).fold(String::new(), |all, number| format!("{all}x-{number}: 1\r\n"));
    let long = "x".repeat(1_000_000);
    let body = "content-type: application/json\r\ncontent-length: 99999999999";
    for (what, request, statuses) in [
        (
            "a long path",
            format!("GET /v1/{long} HTTP/1.1\r\nhost: x\r\n\r\n"),
            &["414", "431"][..],
        ),
        (
            "a long query",
            format!("GET /v1/invoices/retail?x={long} HTTP/1.1\r\nhost: x\r\n\r\n"),
            &["414", "431"],
        ),
        (
            "a long header",
            format!("GET /v1/user/me HTTP/1.1\r\nhost: x\r\nx: {long}\r\n\r\n"),
            &["431"],
        ),
        (
            "many headers",
            format!("GET /v1/user/me HTTP/1.1\r\nhost: x\r\n{many}\r\n"),
            &["431"],
        ),
        (
            "a body with a huge declared length",
            format!("POST {LOGIN} HTTP/1.1\r\nhost: x\r\n{body}\r\n\r\n{long}"),
            &["413"],
        ),
        ("no HTTP", "\u{16}\u{3}\u{1} what is this\r\n\r\n".into(), &["400"]),
    ] {
        let answer = send_bytes(&world, request.as_bytes()).await;
        let status = answer.split(' ').nth(1).unwrap_or("none").to_owned();
        assert!(statuses.contains(&status.as_str()), "{what}: {answer}");
    }
    world.get("/v1/user/me").await.fails(401, "INVALID_CREDENTIALS");
}
