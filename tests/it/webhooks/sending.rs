//! Which events are sent, and what they say.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_db::JobKind;
use invoices_sandbox::Fault;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, notice, receipt, rent_mail};
use invoices_tests::support::setup::app;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::{World, start};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Receiver, is_signed, world};

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";

/// Puts a rent notice and a receipt into the mailbox.
fn gets_mail(world: &World) {
    world.sandbox.add(&rent_mail(
        at(MORNING),
        &[("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"))],
    ));
    world.sandbox.add(&grocery(at(MORNING), "204118", "113,67"));
}

fn types(received: &[(String, Value)]) -> Vec<&str> {
    received
        .iter()
        .map(|(_, body)| body["type"].as_str().unwrap())
        .collect()
}

// Shows: Webhooks | New, changed and deleted invoices are sent as the lists show them, signed as Standard Webhooks says, to the webhooks that are for such events
// Shows: Threats | Someone forges or replays a message to a webhook | each is signed with its id and time by a secret of the webhook, which is shown once and can be replaced
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_invoices_are_sent_as_the_lists_show_them(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    gets_mail(&world);
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    let receiver = Receiver::of(&alva, &[]).await;
    let of_bo = Receiver::of(&bo, &[]).await;
    alva.ingests_rental().await.data(200);
    alva.fetches_retail().await;
    let received = receiver.received(&world).await;
    assert_eq!(types(&received), ["invoice.created"; 2]);
    let rental = &received
        .iter()
        .find(|(_, body)| body["data"]["invoice_type"] == "rental")
        .unwrap()
        .1;
    let listed = alva.lists_rental().await.data(200)["invoices"]["2026"][0].clone();
    assert_eq!(
        rental["data"],
        json!({"invoice_type": "rental", "invoice_id": "Invoice_1297534008", "invoice": listed})
    );
    let retail = &received
        .iter()
        .find(|(_, body)| body["data"]["invoice_type"] == "retail")
        .unwrap()
        .1;
    let listed = alva.lists_retail().await[0].clone();
    assert_eq!(
        retail["data"],
        json!({"invoice_type": "retail", "invoice_id": listed["invoice_id"], "invoice": listed})
    );
    assert_eq!(retail["timestamp"], "2026-11-18T09:00:00Z");
    assert_ne!(received[0].0, received[1].0);
    assert!(of_bo.received(&world).await.is_empty());
    for delivery in receiver.deliveries(&alva).await {
        assert_eq!(
            (&delivery["state"], &delivery["attempts"], &delivery["last_status"]),
            (&json!("delivered"), &json!(1), &json!(204))
        );
        assert!(delivery["finished_at"].is_string() && delivery.get("next_attempt_at").is_none());
        let id = format!("msg_{}", delivery["delivery_id"].as_str().unwrap());
        assert!(received.iter().any(|(received, _)| *received == id));
    }
    // What is known already isn't an event.
    alva.ingests_days("2026-11-10", "2026-11-10").await.data(200);
    assert_eq!(receiver.received(&world).await.len(), 2);
}

// Shows: Webhooks | New, changed and deleted…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_and_deletions_are_sent(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let alva = world.connects("Alva").await;
    let receiver = Receiver::of(&alva, &[]).await;
    let mail = |heading, received, total| {
        let text = ReceiptText {
            heading,
            order: Some("SE-4711"),
            total,
            ..ReceiptText::default()
        };
        receipt("order@coop.se", heading, at(received), &text.html())
    };
    world.sandbox.add(&mail("Orderbekräftelse", MORNING, "199,00"));
    alva.fetches_retail().await;
    world.sandbox.add(&mail("Kvitto", EVENING, "189,00"));
    alva.ingests_days("2026-11-10", "2026-11-10").await.data(200);
    let listed = alva.lists_retail().await[0].clone();
    assert_eq!(listed["total_amount"], 189);
    alva.deletes_retail(&listed["invoice_id"]).await.data(200);
    let received = receiver.received(&world).await;
    assert_eq!(
        types(&received),
        ["invoice.created", "invoice.changed", "invoice.deleted"]
    );
    assert_eq!(received[0].1["data"]["invoice"]["total_amount"], 199);
    assert_eq!(received[1].1["data"]["invoice"], listed);
    assert_eq!(received[2].1["data"]["invoice"], listed, "it is shown as it was");
}

// Shows: Webhooks | New, changed and deleted…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrections_are_sent_as_changes(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    gets_mail(&world);
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    alva.fetches_retail().await;
    let receiver = Receiver::of(&alva, &["invoice.changed"]).await;
    let rental = "/v1/invoices/rental/Invoice_1297534008".to_owned();
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    let retail = format!("/v1/invoices/retail/{}", id.as_str().unwrap());
    for (path, correction, undo) in [
        (rental, json!({"Total Amount": 5000}), json!({"undo": ["Total Amount"]})),
        (
            retail,
            json!({"vendor_name": "Kaffebaren"}),
            json!({"undo": ["vendor_name"]}),
        ),
    ] {
        let before = receiver.received(&world).await.len();
        let mut shown = Vec::new();
        for change in [&correction, &undo] {
            shown.push(alva.patches(&path, change).await.data(200).clone());
            // The second time changes nothing.
            alva.patches(&path, change).await.data(200);
            world.drain().await;
        }
        let received = receiver.received(&world).await;
        let sent: Vec<Value> = received[before..]
            .iter()
            .map(|(_, body)| body["data"]["invoice"].clone())
            .collect();
        assert_eq!(sent, shown, "{path}");
    }
}

// Shows: Webhooks | New, changed and deleted…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_gets_the_events_that_it_is_for(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let alva = world.connects("Alva").await;
    let deleted = Receiver::of(&alva, &["invoice.deleted"]).await;
    let notified = Receiver::of(&alva, &["account.notified"]).await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "113,67"));
    alva.fetches_retail().await;
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    alva.deletes_retail(&id).await.data(200);
    assert_eq!(types(&deleted.received(&world).await), ["invoice.deleted"]);
    assert!(notified.received(&world).await.is_empty());
    // The mail account can't be read any more.
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    let received = notified.received(&world).await;
    assert_eq!(types(&received), ["account.notified"]);
    let shown = alva.gets("/v1/notifications").await.data(200)["notifications"][0].clone();
    assert_eq!(shown["kind"], "reconnect");
    for field in ["notification_id", "kind", "subject", "message", "created_at"] {
        assert_eq!(received[0].1["data"][field], shown[field], "{field}");
    }
    assert_eq!(deleted.received(&world).await.len(), 1);
}

// Shows: Webhooks | The secret is in the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_secret_signs_what_follows(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database).await;
    let alva = world.signs_up("Alva").await;
    let mut receiver = Receiver::of(&alva, &[]).await;
    alva.posts_nothing(&format!("{}/test", receiver.path)).await.data(201);
    let (first, body) = receiver.received(&world).await.remove(0);
    assert_eq!(body["type"], "test");
    assert!(receiver.path.ends_with(body["data"]["webhook_id"].as_str().unwrap()));
    let replaced = alva.posts_nothing(&format!("{}/secret", receiver.path)).await;
    let old = std::mem::replace(
        &mut receiver.secret,
        replaced.data(200)["secret"].as_str().unwrap().to_owned(),
    );
    assert_ne!(old, receiver.secret);
    receiver.server.reset().await;
    alva.posts_nothing(&format!("{}/test", receiver.path)).await.data(201);
    let (second, _) = receiver.received(&world).await.remove(0);
    assert_ne!(first, second);
    let request = receiver.server.received_requests().await.unwrap().remove(0);
    let header = |name: &str| request.headers[name].to_str().unwrap();
    let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
    assert!(!is_signed(
        &old,
        id,
        timestamp,
        &request.body,
        header("webhook-signature")
    ));
}

/// Also a delivery that waits for its next attempt.
// Shows: Webhooks | Nothing is sent to a…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_of_a_deleted_account(#[values(Sqlite, Postgres)] database: Database) {
    let world: World = world(database).await;
    let alva = world.connects("Alva").await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(500)).await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "113,67"));
    alva.fetches_retail().await;
    assert_eq!(receiver.received(&world).await.len(), 1);
    alva.deletes("/v1/user/me").await.data(200);
    for table in ["webhooks", "webhook_deliveries"] {
        assert_eq!(world.rows(table, alva.id).await, 0, "{table}");
    }
    world.clock.forward(chrono::TimeDelta::hours(1));
    world.drain().await;
    assert_eq!(receiver.received(&world).await.len(), 1);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// A receiver that keeps the other side waiting.
fn never() -> ResponseTemplate {
    ResponseTemplate::new(204).set_delay(Duration::from_mins(10))
}

/// A world whose messages wait for an answer longer than a test takes.
async fn patient(database: Database) -> World {
    World::with(database, |config| config.webhooks.allow_private_addresses = true).await
}

/// Asks for a test event, which no worker sends yet.
async fn asks_for_a_test(user: &User<'_>, receiver: &Receiver) {
    let url = user.world.url(&format!("{}/test", receiver.path));
    let request = user.world.http.post(url).bearer_auth(&user.token);
    Answer::to(request).await.data(201);
}

/// The workers of a process that send messages.
fn senders(workers: &[Arc<Worker>]) -> Vec<Arc<Worker>> {
    let sends = |worker: &&Arc<Worker>| worker.kinds().contains(&JobKind::WebhookDelivery);
    workers.iter().filter(sends).cloned().collect()
}

/// The process ends between the answer and the note of it.
// Shows: Webhooks | A message that is not…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_was_sent_by_a_process_that_died_is_sent_again_under_its_id(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = patient(database).await;
    let alva = world.signs_up("Alva").await;
    let receiver = Receiver::answering(&alva, &[], never()).await;
    asks_for_a_test(&alva, &receiver).await;
    tokio::select! {
        () = world.drain() => panic!("there was an answer"),
        () = until("the message to arrive", async || !receiver.received(&world).await.is_empty()) => {}
    }
    let sent = receiver.received(&world).await;
    receiver.answers(ResponseTemplate::new(204)).await;
    // Its lease expires.
    world.clock.forward(TimeDelta::minutes(10));
    world.drain().await;
    assert_eq!(receiver.received(&world).await, sent);
    let delivery = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&delivery["state"], &delivery["attempts"]),
        (&json!("delivered"), &json!(1))
    );
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

// Shows: Threats | A slow receiver of a…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_receiver_takes_one_worker_of_its_user(#[values(Sqlite, Postgres)] database: Database) {
    let world = patient(database).await;
    let (mallory, alva) = (world.signs_up("Mallory").await, world.signs_up("Alva").await);
    let slow = Receiver::answering(&mallory, &[], never()).await;
    let receiver = Receiver::of(&alva, &[]).await;
    for _ in 0..3 {
        asks_for_a_test(&mallory, &slow).await;
    }
    asks_for_a_test(&alva, &receiver).await;
    let workers = senders(world.service().workers());
    let [one, other] = &workers[..] else {
        panic!("{} workers send messages", workers.len())
    };
    let one = Arc::clone(one);
    let waiting = tokio::spawn(async move { one.run_one().await });
    until("the slow receiver to be asked", async || {
        !slow.received(&world).await.is_empty()
    })
    .await;
    assert!(within("the other worker", other.run_one()).await.unwrap());
    assert_eq!(receiver.received(&world).await.len(), 1);
    assert!(
        !other.run_one().await.unwrap(),
        "one message to a user is sent at a time"
    );
    assert_eq!(slow.received(&world).await.len(), 1);
    assert!(!waiting.is_finished());
    waiting.abort();
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_send_each_message_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = patient(database).await;
    let alva = world.signs_up("Alva").await;
    let receiver = Receiver::of(&alva, &[]).await;
    let second = app(&world.config, &world.clock).await;
    let second = start(&world.config, &second).await;
    for _ in 0..6 {
        asks_for_a_test(&alva, &receiver).await;
    }
    let workers = [world.service().workers(), second.workers()].concat();
    let sent = senders(&workers).into_iter().map(|worker| async move {
        // A worker that finds the user's lane taken finds nothing to do.
        while worker.run_one().await.unwrap() {}
    });
    within("the messages to be sent", futures::future::join_all(sent)).await;
    world.drain().await;
    let received = receiver.received(&world).await;
    let ids: BTreeSet<&String> = received.iter().map(|(id, _)| id).collect();
    assert_eq!((received.len(), ids.len()), (6, 6));
    for delivery in receiver.deliveries(&alva).await {
        assert_eq!(
            (&delivery["state"], &delivery["attempts"]),
            (&json!("delivered"), &json!(1))
        );
    }
    within("the second instance to stop", second.stop()).await;
}
