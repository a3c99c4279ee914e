//! Connections that are kept, methods, and `HEAD`.

use std::collections::BTreeMap;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::connection::Connection;
use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::world::World;
use reqwest::Method;
use serde_json::json;

/// The bytes that the client keeps sending aren't a separate request.
// Shows: Envelopes, requests and errors | An answer that is given before the request's body was read has `Connection: close` in HTTP/1, and what follows is not read; a body that is announced as too large is not read
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_before_the_body_was_read_closes_the_connection() {
    let world = World::start(Sqlite).await;
    let hidden = "GET /v1/user/me HTTP/1.1\r\nHost: x\r\n\r\n";
    for (head, status, code) in [
        (
            "POST /v1/mail/messages HTTP/1.1\r\nContent-Length: 30000000",
            401,
            "INVALID_CREDENTIALS",
        ),
        (
            "POST /v1/user/me/password HTTP/1.1\r\nTransfer-Encoding: chunked",
            401,
            "INVALID_CREDENTIALS",
        ),
        (
            "POST /v1/auth/login HTTP/1.1\r\nContent-Length: 70000",
            413,
            "INVALID_REQUEST",
        ),
        (
            "POST /v1/auth/login HTTP/1.1\r\nContent-Type: multipart/form-data\r\nContent-Length: 2000",
            415,
            "INVALID_REQUEST",
        ),
        (
            "POST /v1/auth/login HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: 2000",
            415,
            "INVALID_REQUEST",
        ),
        (
            "POST /v1/nothing HTTP/1.1\r\nContent-Length: 2000",
            404,
            "INVALID_REQUEST",
        ),
        (
            "PUT /v1/user/me HTTP/1.1\r\nContent-Length: 2000",
            405,
            "INVALID_REQUEST",
        ),
    ] {
        let mut connection = Connection::open(&world.url("")).await;
        let answer = connection.asks(head, "").await;
        answer.fails(status, code);
        assert_eq!(answer.header("connection"), Some("close"), "{head}");
        connection.is_closed_after(hidden).await;
    }
}

// Shows: Envelopes, requests and errors | An answer that is given…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_was_read_keeps_its_connection() {
    let world = World::start(Sqlite).await;
    let mut connection = Connection::open(&world.url("")).await;
    let login = json!({"email": "nobody@example.com", "password": "a wrong password"}).to_string();
    let sized = format!("POST /v1/auth/login HTTP/1.1\r\nContent-Length: {}", login.len());
    let chunked = format!("{:x}\r\n{login}\r\n0\r\n\r\n", login.len());
    for (head, body) in [
        (sized.as_str(), login.as_str()),
        ("GET /v1/user/me HTTP/1.1", ""),
        (
            "POST /v1/auth/login HTTP/1.1\r\nTransfer-Encoding: chunked",
            chunked.as_str(),
        ),
        ("POST /v1/user/me/password HTTP/1.1\r\nContent-Length: 0", ""),
        ("HEAD /v1/user/me HTTP/1.1", ""),
    ] {
        let answer = connection.asks(head, body).await;
        assert_eq!((answer.status(), answer.header("connection")), (401, None), "{head}");
    }
}

// Shows: Envelopes, requests and errors | An unknown route is 404…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_method_that_http_names_is_a_405_with_those_that_the_path_has() {
    let world = World::start(Sqlite).await;
    for (path, allowed, wrong) in [
        (
            "/v1/user/me",
            "DELETE, GET, HEAD",
            &["POST", "PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT"][..],
        ),
        (
            "/v1/auth/login",
            "POST",
            &["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"],
        ),
        (
            "/openapi.json",
            "GET, HEAD",
            &["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
        ),
    ] {
        for method in wrong {
            let mut connection = Connection::open(&world.url("")).await;
            let answer = connection.asks(&format!("{method} {path} HTTP/1.1"), "").await;
            assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
            if *method == "HEAD" {
                assert_eq!(answer.status(), 405);
            } else {
                answer.fails(405, "INVALID_REQUEST");
            }
        }
    }
}

/// The headers that both answers to equal requests have. Export is streamed, so that its length is not known.
fn comparable(answer: &Answer) -> BTreeMap<String, String> {
    let headers = answer.headers.iter().filter(|(name, _)| {
        let name = name.as_str();
        name != "date" && name != "x-request-id" && name != "transfer-encoding"
    });
    headers
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect()
}

// Shows: Envelopes, requests and errors | `HEAD` is answered for every `GET`, with the same status and headers and without content; it ignores `Range`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn head_is_answered_as_get_without_content() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    alva.fetches_retail().await;
    let list = alva.gets("/v1/invoices/retail").await;
    let id = list.data(200)["invoices"][0]["invoice_id"].as_str().unwrap().to_owned();
    let reads = Operation::all(&world)
        .into_iter()
        .filter(|operation| operation.method == Method::GET);
    // A user has one export at a time, and the place of the one before may not be free yet.
    let paths = reads.filter(|operation| operation.id != "user_export");
    let mut paths: Vec<String> = paths.map(|operation| operation.example_path()).collect();
    assert!(paths.len() > 20, "{paths:?}");
    let document = format!("/v1/invoices/retail/{id}/document");
    paths.extend([document.clone(), "/docs".into(), "/v1/nothing".into()]);
    for path in paths {
        let ask = |method| {
            let request = world.http.request(method, world.url(&path));
            world.send(request.bearer_auth(&alva.token))
        };
        let (get, head) = (ask(Method::GET).await, ask(Method::HEAD).await);
        assert_eq!(get.status, head.status, "{path}");
        assert_eq!(comparable(&get), comparable(&head), "{path}");
        assert_eq!(head.body, json!(null), "{path}");
    }
    let whole = alva.gets(&document).await;
    let part = world.http.head(world.url(&document)).bearer_auth(&alva.token);
    let part = world.send(part.header("range", "bytes=0-1")).await;
    assert_eq!(part.status, 200, "a range is of GET alone");
    assert_eq!(part.header("content-length"), whole.header("content-length"));
    let current = world
        .http
        .head(world.url("/v1/invoices/retail"))
        .bearer_auth(&alva.token);
    let current = current.header("if-none-match", list.header("etag").unwrap());
    assert_eq!(world.send(current).await.status, 304);
    let stranger = world.send(world.http.head(world.url("/v1/user/me"))).await;
    assert_eq!(
        (stranger.status, stranger.header("www-authenticate")),
        (401, Some("Bearer"))
    );
}
