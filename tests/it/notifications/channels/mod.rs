//! Channels: where a user's notifications go.

mod failing;
mod homeserver;
mod registering;
mod sending;
mod waiting;

use invoices_service::settings::{Config, Seconds};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database;
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

const CHANNELS: &str = "/v1/notifications/channels";
const MORNING: &str = "2026-11-10T08:00:00Z";

fn private(config: &mut Config) {
    config.webhooks.allow_private_addresses = true;
    config.webhooks.timeout_seconds = Seconds::new(1);
}

/// A world whose channels may lead to this machine.
async fn world(database: Database) -> World {
    World::with(database, private).await
}

/// A service on this machine that shows messages.
async fn service(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    answers(&server, answer).await;
    server
}

/// Answers so from now on, and forgets what it got.
async fn answers(server: &MockServer, answer: ResponseTemplate) {
    server.reset().await;
    Mock::given(any()).respond_with(answer).mount(server).await;
}

async fn received(server: &MockServer) -> Vec<Request> {
    server.received_requests().await.unwrap()
}

/// The texts that a service of ntfy or Gotify got: title and message, with spaces that may break.
async fn texts(server: &MockServer) -> Vec<(String, String)> {
    let requests = received(server).await;
    let text = |value: &Value| value.as_str().unwrap().replace('\u{a0}', " ");
    let texts = requests.iter().map(|request| {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        (text(&body["title"]), text(&body["message"]))
    });
    texts.collect()
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    request.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

/// Adds a channel. Returns its path.
async fn add(user: &User<'_>, body: &Value) -> String {
    let added = user.posts(CHANNELS, body).await.data(201).clone();
    format!("{CHANNELS}/{}", added["channel_id"].as_str().unwrap())
}

/// Adds a topic of ntfy. Returns the channel's path.
async fn add_ntfy(user: &User<'_>, server: &MockServer, more: Value) -> String {
    let mut body = json!({"target": {"type": "ntfy", "url": format!("{}/rent", server.uri())}});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    add(user, &body).await
}

/// The channel as the list shows it.
async fn shown(user: &User<'_>, path: &str) -> Value {
    let listed = user.gets(CHANNELS).await.data(200)["channels"].clone();
    let listed = listed.as_array().unwrap().iter();
    let mut found = listed.filter(|channel| path.ends_with(channel["channel_id"].as_str().unwrap()));
    found.next().unwrap().clone()
}

/// Asks for a test message, which no worker sends yet.
async fn asks_for_a_test(user: &User<'_>, path: &str) {
    let url = user.world.url(&format!("{path}/test"));
    let request = user.world.http.post(url).bearer_auth(&user.token);
    Answer::to(request).await.data(201);
}

/// Puts the notice of a month into the mailbox.
fn gets_notice(world: &World, number: i64, due: &str) {
    let name = format!("Hyresavi_129753400{number}.pdf");
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[(&name, notice(5100 + number, due))]));
}
