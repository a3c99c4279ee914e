//! The router, through a real server.

use std::time::Duration;

use crate::support::{World, refused, send};
use invoices_api::RouterSettings;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

// Shows: Envelopes, requests and errors | Every answer has an id in a header, and is not stored by caches; the exceptions are below
#[tokio::test]
async fn every_response_has_an_id_and_is_not_stored() {
    let world = World::start();
    for (method, path) in [
        ("GET", "/v1/invoices/rental/x"),
        ("GET", "/nowhere"),
        ("PUT", "/v1/user/me"),
    ] {
        let answer = world.call(method, path).await;
        assert!(answer.header("x-request-id").is_some_and(|id| id.len() == 36));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("server"), None);
    }
}

// Shows: Envelopes, requests and errors | An error is only `{"error": {"code", "message"}}`, from extractors, handlers and routing; the exceptions are below
#[tokio::test]
async fn errors_of_handlers_and_extractors_come_in_the_envelope() {
    let world = World::start();
    let from_handler = world.call("GET", "/v1/invoices/rental/fails").await;
    assert_eq!(from_handler.refusal(), refused(502, "MAIL_TOKEN_EXPIRED"));
    let from_extractor = world.call("GET", "/v1/invoices/retail?counts=maybe").await;
    assert_eq!(from_extractor.refusal(), refused(400, "INVALID_REQUEST"));
    assert!(from_extractor.body.contains("counts must be true or false"));
    let limited = send(
        world
            .request("POST", "/v1/auth/login")
            .body(r#"{"email":"a","password":"b"}"#),
    )
    .await;
    assert_eq!(limited.refusal(), refused(429, "RATE_LIMITED"));
    assert_eq!(limited.header("retry-after"), Some("9"));
}

// Shows: Envelopes, requests and errors | A bug is 500 `INTERNAL_SERVER_ERROR`, and the service keeps running
// Shows: Threats | A request is too large…
#[tokio::test]
async fn a_panic_is_an_internal_error_and_the_server_lives() {
    let world = World::start();
    let answer = world.call("GET", "/v1/invoices/rental/panic").await;
    assert_eq!(answer.refusal(), refused(500, "INTERNAL_SERVER_ERROR"));
    assert_eq!(world.call("GET", "/v1/invoices/rental/none").await.status, 204);
}

// Shows: Envelopes, requests and errors | A request that takes too long is 500 `INTERNAL_SERVER_ERROR`, and its work continues
#[tokio::test]
async fn a_timeout_is_answered_while_the_work_goes_on() {
    let world = World::with(RouterSettings {
        timeout: Duration::from_millis(20),
        ..RouterSettings::default()
    });
    let answer = world.call("GET", "/v1/invoices/rental/slow").await;
    assert_eq!(answer.refusal(), refused(500, "INTERNAL_SERVER_ERROR"));
    assert_eq!(world.handle.running(), 1);
    world.context.release.notify_one();
    world.handle.close();
    world.handle.drained().await;
    assert_eq!(world.handle.running(), 0);
}

#[tokio::test]
async fn a_handler_goes_on_when_its_caller_hangs_up() {
    let world = World::start();
    let mut connection = TcpStream::connect(world.server.local_addr()).await.unwrap();
    let request = b"GET /v1/invoices/rental/slow HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n";
    connection.write_all(request).await.unwrap();
    world.context.entered.notified().await;
    assert_eq!(world.handle.running(), 2, "the handler, and the wait for it");
    drop(connection);
    while world.handle.running() > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(world.handle.running(), 1, "the handler");
    world.context.release.notify_one();
    world.handle.close();
    world.handle.drained().await;
}

#[tokio::test]
async fn an_ingest_has_a_limit_of_its_own() {
    let world = World::with(RouterSettings {
        timeout: Duration::ZERO,
        ..RouterSettings::default()
    });
    world.context.release.notify_one();
    assert_eq!(world.call("POST", "/v1/invoices/rental/ingest").await.status, 200);
}

// Shows: Envelopes, requests and errors | While it shuts down…
#[tokio::test]
async fn a_shutdown_turns_new_requests_away_and_waits_for_running_ones() {
    let world = World::start();
    let running = world.call("GET", "/v1/invoices/rental/slow");
    let shutdown = async {
        world.context.entered.notified().await;
        world.handle.close();
        let late = world.call("GET", "/v1/invoices/rental/none").await;
        assert_eq!(late.refusal(), refused(503, "SERVICE_UNAVAILABLE"));
        assert_eq!(late.header("retry-after"), Some("5"));
        world.context.release.notify_one();
        world.handle.drained().await;
    };
    let (answer, ()) = tokio::join!(running, shutdown);
    assert_eq!(answer.status, 204);
}

// Shows: Envelopes, requests and errors | An unknown route is 404…
#[tokio::test]
async fn an_unknown_path_is_404_without_a_token() {
    let world = World::start();
    for path in [
        "/",
        "/v1",
        "/v2/user/me",
        "/v1/user",
        "/v1/invoices",
        "/v1/invoices/rental/a/b",
    ] {
        let answer = send(world.request("GET", path)).await;
        assert_eq!(answer.refusal(), refused(404, "INVALID_REQUEST"), "{path}");
    }
}

// Shows: Envelopes, requests and errors | An absent path parameter…
#[tokio::test]
async fn empty_segments_are_404() {
    let world = World::start();
    for (method, path) in [
        ("GET", "/v1//user/me"),
        ("GET", "//v1/user/me"),
        ("GET", "/v1/user/me/"),
        ("GET", "/v1/invoices/"),
        ("GET", "/v1/invoices/retail//"),
        ("GET", "/v1/invoices/rental//"),
        ("POST", "/v1/invoices/rental/ingest/"),
    ] {
        let answer = world.call(method, path).await;
        assert_eq!(answer.refusal(), refused(404, "INVALID_REQUEST"), "{method} {path}");
    }
}

#[tokio::test]
async fn an_absent_path_parameter_is_missing_after_the_token() {
    let world = World::start();
    for (method, path) in [
        ("GET", "/v1/invoices/rental/"),
        ("GET", "/v1/invoices/retail/"),
        ("DELETE", "/v1/invoices/retail/?x=1"),
    ] {
        let stranger = send(world.request(method, path)).await;
        assert_eq!(stranger.refusal(), refused(401, "INVALID_CREDENTIALS"), "{path}");
        assert_eq!(stranger.header("www-authenticate"), Some("Bearer"));
        let caller = world.call(method, path).await;
        assert_eq!(caller.refusal(), refused(400, "MISSING_FIELDS"), "{path}");
        assert!(caller.body.contains("invoice_id"));
    }
}

#[tokio::test]
async fn a_wrong_method_lists_what_the_api_group_of_the_path_allows() {
    let world = World::start();
    for (method, path, allow) in [
        ("GET", "/v1/auth/signup", "POST"),
        ("HEAD", "/v1/auth/signup", "POST"),
        ("PUT", "/v1/user/me", "DELETE, GET, HEAD"),
        // A literal wins: these don't fall through to the id.
        ("GET", "/v1/invoices/rental/ingest", "POST"),
        ("DELETE", "/v1/invoices/retail/ingest", "POST"),
        ("GET", "/v1/invoices/rental/ingest/latest", "POST"),
        ("DELETE", "/v1/invoices/rental/Invoice_1", "GET, HEAD, PATCH"),
        ("PUT", "/v1/invoices/retail/1", "DELETE, GET, HEAD, PATCH"),
        ("POST", "/v1/invoices/rental", "GET, HEAD"),
        ("OPTIONS", "/v1/user/me", "DELETE, GET, HEAD"),
    ] {
        let answer = send(world.request(method, path)).await;
        assert_eq!(answer.status, 405, "{method} {path}");
        assert_eq!(answer.header("allow"), Some(allow), "{method} {path}");
        if method != "HEAD" {
            assert_eq!(answer.code(), "INVALID_REQUEST");
        }
    }
}
