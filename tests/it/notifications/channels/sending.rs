//! What services get.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_db::JobKind;
use invoices_sandbox::Fault;
use invoices_service::settings::Seconds;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mail_server::MailServer;
use invoices_tests::support::setup::app;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::{World, start};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{
    CHANNELS, add, add_ntfy, answers, asks_for_a_test, gets_notice, header, received, service, shown, texts, world,
};

const SWEDISH: &str = "/v1/user/me/preferences";

fn ok() -> ResponseTemplate {
    ResponseTemplate::new(200)
}

// Shows: Notification channels | Each notification, also of a new invoice, goes once to the channels that are for its kind
// Shows: Notification channels | ntfy, Gotify, Matrix and templated webhooks get the requests that their documentation describes
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ntfy_gets_the_request_of_its_documentation(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    let (phone, questions, of_bo) = (service(ok()).await, service(ok()).await, service(ok()).await);
    let path = add_ntfy(&alva, &phone, json!({"secret": "tk_1", "name": "Phone"})).await;
    add_ntfy(&alva, &questions, json!({"kinds": ["question"]})).await;
    add_ntfy(&bo, &of_bo, json!({})).await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);

    let [request] = &received(&phone).await[..] else {
        panic!("one request")
    };
    assert_eq!((request.method.as_str(), request.url.path()), ("POST", "/"));
    assert_eq!(header(request, "authorization"), "Bearer tk_1");
    assert_eq!(header(request, "content-type"), "application/json");
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let message = "New rental invoice of 5100 SEK with due date of 2026-11-30 is now available!";
    assert_eq!(
        body,
        json!({"topic": "rent", "title": "New invoice available!", "message": message, "priority": 3, "tags": ["envelope"]})
    );
    assert_eq!(alva.notifications().await[0].1, message);
    assert!(received(&questions).await.is_empty() && received(&of_bo).await.is_empty());

    let channel = shown(&alva, &path).await;
    assert_eq!(
        (&channel["name"], &channel["has_secret"]),
        (&json!("Phone"), &json!(true))
    );
    let last = &channel["last_delivery"];
    assert_eq!(
        (&last["state"], &last["event"]),
        (&json!("delivered"), &json!("account.notified"))
    );
    // What is known already is not sent again, and what needs the user has a higher priority.
    alva.ingests_days("2026-11-10", "2026-11-10").await.data(200);
    assert_eq!(received(&phone).await.len(), 1);
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    let urgent: Value = serde_json::from_slice(&received(&phone).await[1].body).unwrap();
    assert_eq!((&urgent["priority"], &urgent["tags"]), (&json!(4), &json!(["warning"])));

    alva.deletes("/v1/user/me").await.data(200);
    for table in ["webhooks", "webhook_deliveries"] {
        assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
    }
}

// Shows: Notification channels | ntfy, Gotify, Matrix and…
// Shows: Notification channels | A channel gets the notification in the user's…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_services_get_the_requests_of_their_documentation() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    alva.puts(SWEDISH, &json!({"language": "sv"})).await.data(200);
    let (gotify, matrix, hook) = (service(ok()).await, service(ok()).await, service(ok()).await);
    let target = json!({"type": "gotify", "url": format!("{}/push", gotify.uri())});
    add(&alva, &json!({"target": target, "secret": "AppToken1"})).await;
    let target = json!({"type": "matrix", "url": matrix.uri(), "room_id": "!abc:example.com"});
    add(&alva, &json!({"target": target, "secret": "syt_1"})).await;
    let template =
        r#"{"text": "{subject}: {message}", "due": "{due_date}", "sum": "{amount} {currency}", "of": "{kind}"}"#;
    let target = json!({"type": "webhook", "url": format!("{}/in?key=1", hook.uri()), "template": template});
    add(&alva, &json!({"target": target, "secret": "Basic YTpi"})).await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);

    let landlord = alva.lists_rental().await.data(200)["invoices"]["2026"][0]["Landlord"].clone();
    let from = landlord
        .as_str()
        .map(|name| format!(" från {name}"))
        .unwrap_or_default();
    let message = format!("En hyresavi på 5\u{a0}100,00\u{a0}kr{from} har kommit. Den ska betalas senast 2026-11-30.");
    let requests = [received(&gotify).await, received(&matrix).await, received(&hook).await];
    let [[pushed], [put], [posted]] = [&requests[0][..], &requests[1][..], &requests[2][..]] else {
        panic!("one request each")
    };
    let json_of = |request: &wiremock::Request| serde_json::from_slice::<Value>(&request.body).unwrap();
    assert_eq!((pushed.method.as_str(), pushed.url.path()), ("POST", "/push/message"));
    assert_eq!(header(pushed, "x-gotify-key"), "AppToken1");
    assert_eq!(
        json_of(pushed),
        json!({"title": "Ny hyresavi", "message": message, "priority": 5})
    );

    let id = put.url.path().rsplit_once('/').unwrap().1;
    assert!(id.starts_with("msg_"), "{id}");
    let path = format!("/_matrix/client/v3/rooms/%21abc%3Aexample.com/send/m.room.message/{id}");
    assert_eq!((put.method.as_str(), put.url.path()), ("PUT", path.as_str()));
    assert_eq!(header(put, "authorization"), "Bearer syt_1");
    let text = format!("Ny hyresavi\n{message}");
    assert_eq!(json_of(put), json!({"msgtype": "m.text", "body": text}));

    assert_eq!((posted.url.path(), posted.url.query()), ("/in", Some("key=1")));
    assert_eq!(header(posted, "authorization"), "Basic YTpi");
    assert!(header(posted, "idempotency-key").starts_with("msg_"));
    let text = format!("Ny hyresavi: {message}");
    assert_eq!(
        json_of(posted),
        json!({"text": text, "due": "2026-11-30", "sum": "5100 SEK", "of": "invoice"})
    );
}

// Shows: Notification channels | A mail goes to an address only while it is the verified one of the account or that of a connected mailbox
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_go_to_verified_addresses_alone() {
    let mut mails = MailServer::start(0).await;
    let port = mails.port;
    let world = World::with(Sqlite, |config| {
        config.email.server = Some(format!("smtp-plain://127.0.0.1:{port}"));
        config.email.from = Some("Invoices <invoices@example.com>".into());
        config.email.timeout_seconds = Seconds::new(5);
        // Mails need no requests to other services.
        config.webhooks.enabled = false;
    })
    .await;
    let alva = world.connects("Alva").await;
    let to = |address: &str| json!({"target": {"type": "email", "address": address}});
    for address in ["bo@example.com", &alva.email, "alva@example.com, bo@example.com"] {
        let refused = alva.posts(CHANNELS, &to(address)).await;
        let message = refused.fails(400, "INVALID_REQUEST");
        assert!(message.contains("verified address"), "{message}");
    }
    let path = add(&alva, &to("ALVA@example.com")).await;
    asks_for_a_test(&alva, &path).await;
    world.drain().await;
    let mail = mails.next_mail().await;
    assert_eq!(
        (&mail["to"], &mail["subject"], &mail["body"]),
        (
            &json!(["alva@example.com"]),
            &json!("Test"),
            &json!("Your notifications arrive here.")
        )
    );
    assert_eq!(shown(&alva, &path).await["last_delivery"]["state"], "delivered");

    // The account is disconnected.
    let accounts = alva.gets("/v1/mail/accounts").await.data(200)["accounts"].clone();
    let account = accounts[0]["account_id"].as_str().unwrap();
    alva.deletes(&format!("/v1/mail/accounts/{account}")).await.data(200);
    asks_for_a_test(&alva, &path).await;
    world.drain().await;
    let last = shown(&alva, &path).await["last_delivery"].clone();
    assert_eq!(
        (&last["state"], &last["last_error"]),
        (&json!("failed"), &json!("the address is no longer verified"))
    );
    let after = mails.stop().await;
    assert!(after.iter().all(|mail| mail["subject"] != "Test"), "{after:?}");
}

/// The process ends between the answer and the note of it.
// Shows: Notification channels | What is not accepted is sent again under the same id, as with webhooks
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_of_a_process_that_died_is_sent_again_under_its_id(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.webhooks.allow_private_addresses = true).await;
    let alva = world.signs_up("Alva").await;
    let never = ok().set_delay(Duration::from_mins(10));
    let matrix = service(never).await;
    let target = json!({"type": "matrix", "url": matrix.uri(), "room_id": "!abc:example.com"});
    let path = add(&alva, &json!({"target": target, "secret": "syt_1"})).await;
    asks_for_a_test(&alva, &path).await;
    tokio::select! {
        () = world.drain() => panic!("there was an answer"),
        () = until("the message to arrive", async || !received(&matrix).await.is_empty()) => {}
    }
    let first = received(&matrix).await.remove(0);
    answers(&matrix, ok()).await;
    // Its lease expires.
    world.clock.forward(TimeDelta::minutes(10));
    world.drain().await;
    let second = received(&matrix).await.remove(0);
    assert_eq!((first.url, first.body), (second.url, second.body));
    assert_eq!(shown(&alva, &path).await["last_delivery"]["attempts"], 1);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Notification channels | Each notification, also of a…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_send_each_message_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.webhooks.allow_private_addresses = true).await;
    let alva = world.signs_up("Alva").await;
    let phone = service(ok()).await;
    let path = add_ntfy(&alva, &phone, json!({})).await;
    let second = app(&world.config, &world.clock).await;
    let second = start(&world.config, &second).await;
    for _ in 0..6 {
        asks_for_a_test(&alva, &path).await;
    }
    let workers = [world.service().workers(), second.workers()].concat();
    let sends = |worker: &Arc<Worker>| worker.kinds().contains(&JobKind::WebhookDelivery);
    let sent = workers
        .into_iter()
        .filter(sends)
        .map(|worker| async move { while worker.run_one().await.unwrap() {} });
    within("the messages to be sent", futures::future::join_all(sent)).await;
    world.drain().await;
    assert_eq!(texts(&phone).await.len(), 6);
    within("the second instance to stop", second.stop()).await;
}
