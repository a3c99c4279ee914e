//! Webhooks that users register.

mod failing;
mod receivers;
mod registering;
mod sending;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use invoices_service::settings::{Config, Seconds};
use invoices_tests::support::database::Database;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use sha2::Sha256;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

const WEBHOOKS: &str = "/v1/webhooks";

fn private(config: &mut Config) {
    config.webhooks.allow_private_addresses = true;
    config.webhooks.timeout_seconds = Seconds::new(1);
}

/// A world whose webhooks may lead to this machine.
async fn world(database: Database) -> World {
    World::with(database, private).await
}

/// A receiver on this machine, and a webhook of a user that leads to it.
struct Receiver {
    server: MockServer,
    path: String,
    secret: String,
}

impl Receiver {
    /// Accepts everything.
    async fn of(user: &User<'_>, events: &[&str]) -> Self {
        Receiver::answering(user, events, ResponseTemplate::new(204)).await
    }

    /// Answers everything so.
    async fn answering(user: &User<'_>, events: &[&str], answer: ResponseTemplate) -> Self {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(answer).mount(&server).await;
        let url = format!("{}/hooks?key=1", server.uri());
        let (path, secret) = register(user, &url, events).await;
        Receiver { server, path, secret }
    }

    /// Answers so from now on.
    async fn answers(&self, answer: ResponseTemplate) {
        self.server.reset().await;
        Mock::given(any()).respond_with(answer).mount(&self.server).await;
    }

    /// What it got since it was started or its answer changed: ids and messages. Checks their form.
    async fn received(&self, world: &World) -> Vec<(String, Value)> {
        let requests = self.server.received_requests().await.unwrap();
        requests
            .iter()
            .map(|request| verified(request, &self.secret, world))
            .collect()
    }

    /// The deliveries of its webhook, as the API lists them.
    async fn deliveries(&self, user: &User<'_>) -> Vec<Value> {
        let listed = user.gets(&format!("{}/deliveries?limit=100", self.path)).await;
        listed.data(200)["deliveries"].as_array().unwrap().clone()
    }

    async fn webhook(&self, user: &User<'_>) -> Value {
        user.gets(&self.path).await.data(200).clone()
    }
}

/// Registers a webhook. Returns its path and its secret.
async fn register(user: &User<'_>, url: &str, events: &[&str]) -> (String, String) {
    let mut body = json!({"url": url});
    if !events.is_empty() {
        body["events"] = json!(events);
    }
    let answer = user.posts(WEBHOOKS, &body).await;
    let data = answer.data(201);
    let id = data["webhook"]["webhook_id"].as_str().unwrap();
    let secret = data["secret"].as_str().unwrap().to_owned();
    (format!("{WEBHOOKS}/{id}"), secret)
}

/// Whether a signature is valid, as the specification says to verify it.
fn is_signed(secret: &str, id: &str, timestamp: &str, body: &[u8], signatures: &str) -> bool {
    let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    assert!((24..=64).contains(&key.len()));
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(id.as_bytes());
    mac.update(b".");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    signatures
        .split(' ')
        .filter_map(|signature| signature.strip_prefix("v1,"))
        .any(|signature| {
            let signature = BASE64_STANDARD.decode(signature).unwrap();
            mac.clone().verify_slice(&signature).is_ok()
        })
}

/// The id and the body of a message whose signature and form are right.
#[track_caller]
fn verified(request: &Request, secret: &str, world: &World) -> (String, Value) {
    let header = |name: &str| request.headers[name].to_str().unwrap();
    assert_eq!(request.method.as_str(), "POST");
    assert_eq!(request.url.query(), Some("key=1"));
    assert_eq!(header("content-type"), "application/json");
    for absent in ["cookie", "authorization", "referer"] {
        assert!(!request.headers.contains_key(absent), "{absent}");
    }
    let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
    let sent_at: i64 = timestamp.parse().unwrap();
    assert!((0..=40 * 86_400).contains(&(world.now().timestamp() - sent_at)));
    let signatures = header("webhook-signature");
    assert!(
        is_signed(secret, id, timestamp, &request.body, signatures),
        "{signatures}"
    );
    assert!(!is_signed(secret, "msg_other", timestamp, &request.body, signatures));
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["data", "timestamp", "type"]);
    (id.to_owned(), body)
}
