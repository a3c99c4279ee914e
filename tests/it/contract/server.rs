//! What the HTTP server answers by itself, before any code of the service runs. `docs/dropshot.md` says why, and what would
//! change it.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer as it came over the wire.
struct RawAnswer {
    head: String,
    body: String,
}

impl RawAnswer {
    fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }

    fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines
            .filter(|(other, _)| *other == name)
            .map(|(_, value)| value)
            .collect()
    }

    /// Asserts that it is an error of dropshot: an object of its own with the same status and id, and none of the headers
    /// that the service adds.
    fn is_dropshots(&self, status: &str, message: &str) {
        assert_eq!(self.status(), status, "{}", self.head);
        let body: Value = serde_json::from_str(&self.body).unwrap();
        let id = self.headers("x-request-id");
        assert_eq!(body, json!({"request_id": id[0], "message": message}));
        assert_eq!(self.headers("content-type"), ["application/json"]);
        for absent in ["cache-control", "x-content-type-options"] {
            assert_eq!(self.headers(absent), Vec::<&str>::new(), "{absent}");
        }
    }

    /// Asserts that it is an error of hyper: a status and nothing else.
    fn is_empty(&self, status: &str) {
        assert_eq!((self.status(), self.body.as_str()), (status, ""), "{}", self.head);
        assert_eq!(self.headers("content-length"), ["0"], "{}", self.head);
        for absent in ["content-type", "x-request-id", "cache-control"] {
            assert_eq!(self.headers(absent), Vec::<&str>::new(), "{absent}");
        }
    }

    /// Asserts that it is an error of the service, in the envelope and with every header.
    fn is_ours(&self, status: &str, code: &str) {
        assert_eq!(self.status(), status, "{}", self.head);
        let body: Value = serde_json::from_str(&self.body).unwrap();
        assert_eq!(body["error"]["code"], code);
        assert_eq!(self.headers("cache-control"), ["no-store"]);
        assert_eq!(self.headers("x-content-type-options"), ["nosniff"]);
    }
}

/// Sends bytes and reads until the server closes the connection.
async fn ask(world: &World, request: &str) -> RawAnswer {
    let mut connection = TcpStream::connect(world.url("").replace("http://", "")).await.unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = connection.read_to_string(&mut answer);
    within(format!("the answer to {request:.40}"), read).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    RawAnswer {
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// A request line with the headers that every request has.
async fn ask_for(world: &World, line: &str) -> RawAnswer {
    ask(
        world,
        &format!("{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    )
    .await
}

// Shows: Answers of the HTTP server | A path with a percent escape that is no UTF-8, or with a segment `.` or `..` | 400 `{"request_id", "message": "invalid path encoding"}` with `x-request-id`, without `Cache-Control` and `X-Content-Type-Options`. Escaped dots (`%2e%2e`) are an unknown route
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_path_that_is_not_utf8_or_has_dot_segments_is_a_400_of_dropshot() {
    let world = World::start(Sqlite).await;
    for path in [
        "/v1/%ff",
        "/v1/invoices/rental/%c3%28",
        "/v1/../v1/user/me",
        "/v1/./user/me",
    ] {
        let answer = ask_for(&world, &format!("GET {path}")).await;
        answer.is_dropshots("400", "invalid path encoding");
    }
    // Encoded dots are a part of a path like any other.
    ask_for(&world, "GET /v1/%2e%2e/user/me")
        .await
        .is_ours("404", "INVALID_REQUEST");
}

// Shows: Answers of the HTTP server | A method other than GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE and CONNECT | 405 `{"request_id", "message": "Method Not Allowed"}`, likewise, with those nine in `Allow`, also where the route is unknown. A named method in small letters is read as the method
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unnamed_method_is_a_405_of_dropshot() {
    let world = World::start(Sqlite).await;
    for line in ["FOO /v1/user/me", "PROPFIND /v1/user/me", "FOO /nowhere"] {
        let answer = ask_for(&world, line).await;
        answer.is_dropshots("405", "Method Not Allowed");
        let named = [
            "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
        ];
        assert_eq!(answer.headers("allow"), named, "those that the service answers itself");
    }
    ask_for(&world, "TRACE /v1/user/me")
        .await
        .is_ours("405", "INVALID_REQUEST");
    // Dropshot reads methods in any letter case.
    ask_for(&world, "get /v1/user/me")
        .await
        .is_ours("401", "INVALID_CREDENTIALS");
}

// Shows: Answers of the HTTP server | What is no HTTP/1: a request line, version or header line that does not parse, two different lengths | 400, an address over 64 KiB 414, more than a hundred headers 431; each with no body and no header but `Date`, `Content-Length` and `Connection`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_http_is_an_empty_answer_of_hyper() {
    let world = World::start(Sqlite).await;
    let line = "GET /v1/user/me HTTP/1.1\r\nHost: x\r\n";
    for (request, status) in [
        ("GARBAGE\r\n\r\n".to_owned(), "400"),
        ("GET /v1/user/me HTTP/3.0\r\nHost: x\r\n\r\n".to_owned(), "400"),
        ("GET v1/user/me HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), "400"),
        (format!("{line}no colon\r\n\r\n"), "400"),
        (format!("{line}Content-Length: 1\r\nContent-Length: 2\r\n\r\n"), "400"),
        (
            format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(70_000)),
            "414",
        ),
        (format!("{line}{}\r\n", "X: y\r\n".repeat(200)), "431"),
    ] {
        ask(&world, &request).await.is_empty(status);
    }
}

/// A frame of HTTP/2 (RFC 9113, section 4.1) on a stream.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    let mut frame = vec![0, 0, length, kind, flags, 0, 0, 0, stream];
    frame.extend_from_slice(payload);
    frame
}

/// A client that knows it beforehand can speak HTTP/2 without TLS. Its requests are answered as those of HTTP/1 are.
// Shows: Answers of the HTTP server | HTTP/2 without TLS, with prior knowledge | served like HTTP/1, with the same two exceptions
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_without_tls_is_served_like_http_1() {
    let world = World::start(Sqlite).await;
    for (path, expected) in [
        ("/v1/user/me", r#"{"error":{"code":"INVALID_CREDENTIALS""#),
        ("/v1/%ff", r#""message": "invalid path encoding""#),
    ] {
        // HPACK: `:method: GET` and `:scheme: http` are in its table; `:path` and `:authority` are literals.
        let mut headers = vec![0x82, 0x86, 0x04, u8::try_from(path.len()).unwrap()];
        headers.extend_from_slice(path.as_bytes());
        headers.extend_from_slice(&[0x01, 1, b'x']);
        let settings = frame(4, 0, 0, &[]);
        let request = frame(1, 0x05, 1, &headers);
        let mut connection = TcpStream::connect(world.url("").replace("http://", "")).await.unwrap();
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
        connection
            .write_all(&[preface, settings, request].concat())
            .await
            .unwrap();
        let mut answer = Vec::new();
        let read = async {
            while !String::from_utf8_lossy(&answer).contains(expected) {
                assert!(connection.read_buf(&mut answer).await.unwrap() > 0, "closed");
            }
        };
        within(format!("the answer to {path}"), read).await;
        assert_eq!(answer[3], 4, "it begins with the server's settings");
    }
}
