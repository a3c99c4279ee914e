//! Receivers that lead elsewhere, and those that do not answer as they should.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

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

/// What a receiver does after its answer.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// It says nothing more.
    Waits,
    /// It continues with this for ever.
    Repeats(&'static str),
    /// It continues with one byte at a time for ever.
    Drips,
    /// It ends the connection.
    Closes,
}

/// A receiver on this machine. Returns its port and the number of its connections.
async fn listens(answer: &'static str, then: Then) -> (u16, Arc<AtomicUsize>) {
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
                if stream.write_all(answer.as_bytes()).await.is_err() {
                    return;
                }
                let mut pause = tokio::time::interval(Duration::from_millis(20));
                match then {
                    Then::Waits => {}
                    Then::Repeats(more) => while stream.write_all(more.as_bytes()).await.is_ok() {},
                    Then::Drips => {
                        while stream.write_all(b"x").await.is_ok() {
                            pause.tick().await;
                        }
                    }
                    Then::Closes => drop(stream.shutdown().await),
                }
                // Until the other side closes the connection.
                while stream.read(&mut request).await.is_ok_and(|read| read > 0) {}
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
    // The second leads back to the receiver.
    for location in [elsewhere.uri().as_str(), "/"] {
        for status in [300, 301, 302, 303, 307, 308] {
            let moved = ResponseTemplate::new(status).insert_header("location", location);
            let receiver = Receiver::answering(&alva, &[], moved).await;
            let delivery = tested(&alva, &receiver.path).await;
            assert_eq!(
                (&delivery["state"], &delivery["last_status"]),
                (&json!("failed"), &json!(status))
            );
            assert_eq!(receiver.received(&world).await.len(), 1);
            alva.deletes(&receiver.path).await.data(200);
        }
    }
    assert!(elsewhere.received_requests().await.unwrap().is_empty());
}

// Shows: Threats | A webhook leads into the network of the service (SSRF) | HTTPS to public addresses only: the name is resolved once a message, every address of the answer is checked, the connection goes to one of these; no redirect, no proxy; of the answer only the status is used
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_with_a_private_address_is_refused_by_default() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let (port, connections) = listens("", Then::Waits).await;
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
    const CONTINUE: &str = "HTTP/1.1 100 Continue\r\n\r\n";
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let slow = || Some("the receiver did not answer in time".to_owned());
    let broken = || Some("the receiver closed the connection".to_owned());
    let responded_with = |status| Some(format!("the receiver responded with {status}"));
    for (answer, then, expected) in [
        ("", Then::Waits, slow()),
        ("HTTP/1.1 200 OK\r\n", Then::Waits, slow()),
        ("HTTP/1.1 200 OK\r\nx-slow: ", Then::Drips, slow()),
        // The status says all.
        (OK, Then::Waits, None),
        (OK, Then::Drips, None),
        (OK, Then::Repeats("endless "), None),
        ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", Then::Closes, None),
        ("HTTP/1.1 999 Unknown\r\n\r\n", Then::Closes, responded_with(999)),
        (
            "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
            Then::Waits,
            responded_with(101),
        ),
        (CONTINUE, Then::Repeats(CONTINUE), slow()),
        ("", Then::Closes, broken()),
        ("HTTP/1.1 200 OK\r\ncontent-", Then::Closes, broken()),
        ("HTTP/1.1 200 OK\r\n", Then::Repeats("x-more: endless\r\n"), broken()),
        ("HTTP/1.1 200 OK\r\nx-more: ", Then::Repeats("endless"), broken()),
        ("HTTP/1.1 200 ", Then::Repeats("endless"), broken()),
        ("no HTTP\r\n\r\n", Then::Waits, broken()),
    ] {
        let (port, connections) = listens(answer, then).await;
        let (path, _) = register(&alva, &format!("http://127.0.0.1:{port}/"), &[]).await;
        let delivery = tested(&alva, &path).await;
        let state = if expected.is_some() { "failed" } else { "delivered" };
        assert_eq!(delivery["state"], state, "{answer:?} {then:?}: {delivery}");
        assert_eq!(
            delivery.get("last_error").and_then(Value::as_str),
            expected.as_deref(),
            "{answer:?} {then:?}"
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
