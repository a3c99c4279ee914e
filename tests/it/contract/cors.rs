//! Pages at other origins call the service (CORS).

use invoices_service::settings::Config;
use invoices_service::{error_line, start};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::world::World;
use serde_json::json;

const APP: &str = "https://app.example.com";
const LISTED: &str = "http://localhost:5173";

async fn world() -> World {
    World::with(Sqlite, |config| {
        config.server.allowed_origins = vec![APP.into(), LISTED.into()];
    })
    .await
}

/// What a browser asks before a page's request.
async fn preflight(world: &World, origin: &str, method: &str, path: &str) -> Answer {
    let request = world.http.request(reqwest::Method::OPTIONS, world.url(path));
    let request = request
        .header("origin", origin)
        .header("access-control-request-method", method)
        .header("access-control-request-headers", "authorization");
    world.send(request).await
}

#[track_caller]
fn assert_readable(answer: &Answer, origin: &str) {
    assert_eq!(
        answer.header("access-control-allow-origin"),
        Some(origin),
        "{:?}",
        answer.headers
    );
    let exposed = answer.header("access-control-expose-headers").unwrap();
    for name in [
        "Ingest-Run",
        "Ingest-State",
        "Invoice-Message",
        "ETag",
        "Retry-After",
        "X-Request-Id",
    ] {
        assert!(exposed.contains(name), "{exposed}");
    }
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    assert_depends_on_origin(answer);
}

#[track_caller]
fn assert_unreadable(answer: &Answer) {
    assert_eq!(
        answer.header("access-control-allow-origin"),
        None,
        "{:?}",
        answer.headers
    );
    assert_depends_on_origin(answer);
}

#[track_caller]
fn assert_depends_on_origin(answer: &Answer) {
    let mut vary = answer.headers.get_all("vary").iter();
    assert!(vary.any(|value| value == "Origin"), "{:?}", answer.headers);
}

// Shows: Pages at other origins | A preflight request from an origin that `server.allowed_origins` lists is answered 204 with the methods of the path and the headers that may be sent, for an hour
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_preflight_is_answered_with_the_methods_of_the_path() {
    let world = world().await;
    for operation in Operation::all(&world) {
        let method = operation.method.as_str();
        let answer = preflight(&world, APP, method, &operation.example_path()).await;
        assert_eq!(answer.status, 204, "{}", operation.id);
        assert_readable(&answer, APP);
        let methods = answer.header("access-control-allow-methods").unwrap();
        assert!(
            methods.split(", ").any(|allowed| allowed == method),
            "{}: {methods}",
            operation.id
        );
        let headers = answer.header("access-control-allow-headers").unwrap();
        for name in ["Authorization", "Content-Type", "If-None-Match", "Prefer", "Range"] {
            assert!(headers.split(", ").any(|allowed| allowed == name), "{headers}");
        }
        assert_eq!(answer.header("access-control-max-age"), Some("3600"));
    }
    let answer = preflight(&world, LISTED, "GET", "/v1/nothing").await;
    answer.fails(404, "INVALID_REQUEST");
    assert_readable(&answer, LISTED);
    // Without the method that a page wants to use it is a request as any other.
    let plain = world.http.request(reqwest::Method::OPTIONS, world.url("/v1/user/me"));
    let answer = world.send(plain.header("origin", APP)).await;
    answer.fails(405, "INVALID_REQUEST");
    assert_readable(&answer, APP);
}

// Shows: Pages at other origins | A page at a listed origin reads successes and errors, with the headers that the contract defines; every answer has `Vary: Origin`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_at_a_listed_origin_reads_successes_and_errors() {
    let world = world().await;
    let alva = world.signs_up("Alva").await;
    let get = |path: &str| world.http.get(world.url(path)).header("origin", APP);
    let answer = world.send(get("/v1/user/me").bearer_auth(&alva.token)).await;
    answer.data(200);
    assert_readable(&answer, APP);
    for (request, status) in [
        (get("/v1/user/me"), 401),
        (get("/v1/nothing"), 404),
        (get("/v1/auth/login"), 405),
        (
            world
                .http
                .post(world.url("/v1/auth/login"))
                .header("origin", APP)
                .body("{"),
            400,
        ),
        (
            world
                .http
                .post(world.url("/v1/auth/login"))
                .header("origin", APP)
                .body("x".repeat(70_000)),
            413,
        ),
    ] {
        let answer = world.send(request).await;
        assert_eq!(answer.status, status, "{:?}", answer.body);
        assert_readable(&answer, APP);
    }
}

// Shows: Pages at other origins | A page at another origin reads nothing, and its preflight request is 405
// Shows: Threats | A foreign page calls the API from a user's browser | no cookie gives access but to a refresh, which only a page of the service's own origin can make; a page reads answers only at an origin that the operator lists, exactly and without wildcards, and never with credentials
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_at_another_origin_reads_nothing() {
    let world = world().await;
    let alva = world.signs_up("Alva").await;
    for origin in [
        "https://evil.example",
        "https://app.example.com.evil.example",
        "https://app.example.com:8443",
        "http://app.example.com",
        "null",
    ] {
        let request = world.http.get(world.url("/v1/user/me")).bearer_auth(&alva.token);
        let answer = world.send(request.header("origin", origin)).await;
        answer.data(200);
        assert_unreadable(&answer);
        let answer = preflight(&world, origin, "GET", "/v1/user/me").await;
        answer.fails(405, "INVALID_REQUEST");
        assert_unreadable(&answer);
    }
    // A program that isn't a browser sends no origin.
    let answer = alva.profile().await;
    answer.data(200);
    assert_unreadable(&answer);
}

// Shows: Pages at other origins | Without a listed origin no answer changes
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_listed_origin_nothing_is_added() {
    let world = World::start(Database::Sqlite).await;
    let body = json!({"email": "nobody@example.com", "password": "a wrong password"});
    let login = world.http.post(world.url("/v1/auth/login")).json(&body);
    let answers = [
        preflight(&world, APP, "GET", "/v1/user/me").await,
        world.send(login.header("origin", APP)).await,
    ];
    for (answer, status) in answers.iter().zip([405, 401]) {
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("vary"), None);
        let mut names = answer.headers.keys();
        assert!(!names.any(|name| name.as_str().starts_with("access-control")));
    }
}

// Shows: Pages at other origins | A wildcard, or what browsers never send as an origin, is refused at start
// Shows: Threats | A foreign page calls…
#[test]
fn an_invalid_origin_is_refused_at_start() {
    let folder = tempfile::tempdir().unwrap();
    for (origin, problem) in [
        ("*", "has a wildcard"),
        ("https://*.example.com", "has a wildcard"),
        ("https://app.example.com/", "isn't an origin"),
        ("null", "isn't an origin"),
        ("https://app.example.com:443", "names the scheme's own port"),
    ] {
        let mut config = Config::in_folder(folder.path());
        config.server.allowed_origins = vec![APP.into(), origin.into()];
        let problems = start::check(&config);
        let shown = problems
            .iter()
            .map(|error| error_line(error))
            .collect::<Vec<_>>()
            .join("\n");
        assert!(
            shown.contains("server.allowed_origins") && shown.contains(problem),
            "{origin}: {shown}"
        );
    }
}
