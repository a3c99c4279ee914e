//! Receivers that lead elsewhere, and those that do not answer as they should.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{Receiver, private, register, world};

const UNRESOLVED: &str = "the name of the receiver can't be resolved, or has an address that is not public";

/// Sends a test event. Returns its delivery when it has ended.
async fn tested(user: &User<'_>, path: &str) -> Value {
    user.posts_nothing(&format!("{path}/test")).await.data(201);
    let listed = user.gets(&format!("{path}/deliveries")).await;
    listed.data(200)["deliveries"][0].clone()
}

/// What a receiver answers; after it, it continues with `more` for ever, or says nothing more.
#[derive(Clone, Copy)]
struct Script {
    answer: &'static str,
    more: Option<&'static str>,
}

/// A receiver on this machine. Returns its port and the number of its connections.
async fn listens(script: Script) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            counted.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(async move {
                let mut request = [0; 4096];
                let _ = stream.read(&mut request).await;
                if stream.write_all(script.answer.as_bytes()).await.is_err() {
                    return;
                }
                match script.more {
                    // It ends when the other side closes the connection.
                    Some(more) => while stream.write_all(more.as_bytes()).await.is_ok() {},
                    None => while stream.read(&mut request).await.is_ok_and(|read| read > 0) {},
                }
            });
        }
    });
    (port, connections)
}

// Shows: Threats | A webhook leads into…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redirect_is_not_followed() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let elsewhere = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(200))
        .mount(&elsewhere)
        .await;
    for status in [301, 302, 303, 307, 308] {
        let moved = ResponseTemplate::new(status).insert_header("location", elsewhere.uri().as_str());
        let receiver = Receiver::answering(&alva, &[], moved).await;
        let delivery = tested(&alva, &receiver.path).await;
        assert_eq!(
            (&delivery["state"], &delivery["last_status"]),
            (&json!("failed"), &json!(status))
        );
        alva.deletes(&receiver.path).await.data(200);
    }
    assert!(elsewhere.received_requests().await.unwrap().is_empty());
}

// Shows: Threats | A webhook leads into the network of the service (SSRF) | HTTPS to public addresses only: the name is resolved once a message, every address of the answer is checked, the connection goes to one of these; no redirect, no proxy; of the answer only the status is used
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_with_a_private_address_is_refused_by_default() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let silent = Script { answer: "", more: None };
    let (port, connections) = listens(silent).await;
    for name in ["localhost", "receiver.example.com"] {
        let (path, _) = register(&alva, &format!("https://{name}:{port}/"), &[]).await;
        let delivery = tested(&alva, &path).await;
        assert_eq!(
            (&delivery["state"], &delivery["last_error"]),
            (&json!("failed"), &json!(UNRESOLVED))
        );
    }
    let (path, _) = register(&alva, "https://nobody.example.com/", &[]).await;
    let delivery = tested(&alva, &path).await;
    assert_eq!(delivery["last_error"], UNRESOLVED);
    assert_eq!(connections.load(Ordering::SeqCst), 0);
}

/// The setting counts when a message is sent, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_url_that_is_not_allowed_any_more_gets_nothing() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let receiver = Receiver::of(&alva, &[]).await;
    let (token, path) = (alva.token.clone(), receiver.path.clone());
    let world = world
        .with_settings(|config| config.webhooks.allow_private_addresses = false)
        .await;
    let request = world.http.post(world.url(&format!("{path}/test"))).bearer_auth(&token);
    world.send(request).await.data(201);
    let request = world
        .http
        .get(world.url(&format!("{path}/deliveries")))
        .bearer_auth(&token);
    let listed = world.send(request).await;
    assert_eq!(
        listed.data(200)["deliveries"][0]["last_error"],
        "the URL is not allowed: it must begin with https://"
    );
    assert_eq!(receiver.server.received_requests().await.unwrap().len(), 0);
}

// Shows: Threats | A slow receiver of a webhook keeps other work from running | workers of their own send messages, one at a time for each user, within a time limit, and read at most 16 KiB of an answer
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_and_endless_answers_end() {
    const OK: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n";
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let slow = "the receiver did not answer in time";
    let broken = "the receiver closed the connection";
    for (answer, more, expected) in [
        ("", None, Some(slow)),
        ("HTTP/1.1 200 OK\r\n", None, Some(slow)),
        // The status says all.
        (OK, None, None),
        (OK, Some("endless "), None),
        ("HTTP/1.1 200 OK\r\n", Some("x-more: endless\r\n"), Some(broken)),
        ("no HTTP\r\n\r\n", None, Some(broken)),
    ] {
        let (port, connections) = listens(Script { answer, more }).await;
        let (path, _) = register(&alva, &format!("http://127.0.0.1:{port}/"), &[]).await;
        let delivery = tested(&alva, &path).await;
        let state = if expected.is_some() { "failed" } else { "delivered" };
        assert_eq!(delivery["state"], state, "{answer:?} {more:?}: {delivery}");
        assert_eq!(
            delivery.get("last_error").and_then(Value::as_str),
            expected,
            "{answer:?} {more:?}"
        );
        assert_eq!(connections.load(Ordering::SeqCst), 1);
        alva.deletes(&path).await.data(200);
    }
    // Nobody listens.
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let (path, _) = register(&alva, &format!("http://{closed}/"), &[]).await;
    let delivery = tested(&alva, &path).await;
    assert_eq!(
        delivery["last_error"],
        "the receiver can't be reached, or its certificate is not valid"
    );
}

/// A proxy of the environment would resolve names itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_resolved_by_the_service_alone() {
    let world = World::with(Sqlite, private).await;
    let alva = world.signs_up("Alva").await;
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    let url = format!("http://receiver.example.com:{}/", server.address().port());
    let (path, _) = register(&alva, &url, &[]).await;
    assert_eq!(tested(&alva, &path).await["state"], "delivered");
    let request = server.received_requests().await.unwrap().remove(0);
    let host = format!("receiver.example.com:{}", server.address().port());
    assert_eq!(request.headers["host"].to_str().unwrap(), host);
}
