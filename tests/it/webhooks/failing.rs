//! Deliveries that fail: attempts, giving up, switching off.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{Receiver, private, world};

const MORNING: &str = "2026-11-10T08:00:00Z";

/// A user with this many retail invoices.
async fn with_invoices(world: &World, count: usize) -> User<'_> {
    for nth in 0..count {
        world
            .sandbox
            .add(&grocery(at(MORNING), &format!("20411{nth}"), "113,67"));
    }
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva
}

async fn deletes_one(alva: &User<'_>) {
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    alva.deletes_retail(&id).await.data(200);
}

/// Moves the clock to the next attempt at the last delivery and runs it. `false` if there is none.
async fn next_attempt(world: &World, receiver: &Receiver, alva: &mut User<'_>) -> bool {
    alva.comes_back_after(TimeDelta::zero()).await;
    let last = receiver.deliveries(alva).await.remove(0);
    let Some(next) = last["next_attempt_at"].as_str() else {
        return false;
    };
    world.clock.forward(at(next) - world.now());
    world.drain().await;
    alva.comes_back_after(TimeDelta::zero()).await;
    true
}

// Shows: Webhooks | A message that is not accepted is sent again under the same `webhook-id` for about a day, later if the receiver asks for that
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delivery_is_tried_again_under_its_id_until_it_is_accepted() {
    let world = world(Sqlite).await;
    let mut alva = with_invoices(&world, 1).await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(503)).await;
    deletes_one(&alva).await;
    let first = receiver.received(&world).await.remove(0);
    let pending = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&pending["state"], &pending["last_status"], &pending["last_error"]),
        (
            &json!("pending"),
            &json!(503),
            &json!("the receiver responded with 503")
        )
    );
    assert_eq!(pending["next_attempt_at"], "2026-11-18T09:00:05Z");
    assert!(receiver.webhook(&alva).await["failing_since"].is_string());
    // Nothing is sent before.
    world.clock.forward(TimeDelta::seconds(4));
    world.drain().await;
    assert_eq!(receiver.received(&world).await.len(), 1);
    assert!(next_attempt(&world, &receiver, &mut alva).await);
    assert_eq!(receiver.received(&world).await.len(), 2);
    receiver
        .answers(ResponseTemplate::new(200).set_body_string("thanks"))
        .await;
    assert!(next_attempt(&world, &receiver, &mut alva).await);
    assert_eq!(receiver.received(&world).await, [first], "it is the same message");
    let delivered = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&delivered["state"], &delivered["attempts"], delivered.get("last_error")),
        (&json!("delivered"), &json!(3), None)
    );
    assert!(receiver.webhook(&alva).await.get("failing_since").is_none());
    assert!(!next_attempt(&world, &receiver, &mut alva).await);
}

// Shows: Webhooks | A webhook that has failed for days, or that answers 410, is disabled, and its owner is notified once
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delivery_is_given_up_after_a_day_and_a_webhook_that_fails_for_days_is_switched_off() {
    let world = world(Sqlite).await;
    let mut alva = with_invoices(&world, 3).await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(500)).await;
    deletes_one(&alva).await;
    let started = world.now();
    while next_attempt(&world, &receiver, &mut alva).await {}
    let day = world.now() - started;
    assert!((TimeDelta::hours(24)..TimeDelta::hours(36)).contains(&day), "{day}");
    let given_up = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&given_up["state"], &given_up["attempts"]),
        (&json!("failed"), &json!(8))
    );
    assert_eq!(receiver.received(&world).await.len(), 8);
    assert_eq!(receiver.webhook(&alva).await["active"], true, "it may be a bad day");
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);

    alva.comes_back_after(started + TimeDelta::hours(50) - world.now())
        .await;
    deletes_one(&alva).await;
    while next_attempt(&world, &receiver, &mut alva).await {}
    let webhook = receiver.webhook(&alva).await;
    assert_eq!(
        (&webhook["active"], &webhook["off_reason"]),
        (&json!(false), &json!("every delivery has failed for days"))
    );
    let told = alva.notifications().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "A webhook was disabled");
    // Nothing is sent to it any more.
    let sent = receiver.received(&world).await.len();
    deletes_one(&alva).await;
    assert_eq!(receiver.received(&world).await.len(), sent);
    assert_eq!(receiver.deliveries(&alva).await.len(), 2);
    let on = alva
        .patches(&receiver.path, &json!({"active": true}))
        .await
        .data(200)
        .clone();
    assert_eq!(
        (&on["active"], on.get("off_reason"), on.get("failing_since")),
        (&json!(true), None, None)
    );
}

// Shows: Webhooks | A webhook that has failed…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_is_gone_is_switched_off_at_once() {
    let world = world(Sqlite).await;
    let alva = with_invoices(&world, 2).await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(410)).await;
    let other = Receiver::of(&alva, &["account.notified"]).await;
    deletes_one(&alva).await;
    deletes_one(&alva).await;
    assert_eq!(receiver.received(&world).await.len(), 1);
    let failed = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&failed["state"], &failed["last_status"]),
        (&json!("failed"), &json!(410))
    );
    let webhook = receiver.webhook(&alva).await;
    assert_eq!(
        (&webhook["active"], &webhook["off_reason"]),
        (&json!(false), &json!("its receiver responded with 410 (Gone)"))
    );
    assert_eq!(alva.notifications().await.len(), 1);
    let told = other.received(&world).await;
    assert_eq!((told.len(), &told[0].1["data"]["kind"]), (1, &json!("webhook-off")));
}

// Shows: Webhooks | A message that is not…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_may_ask_for_a_longer_wait() {
    let world = world(Sqlite).await;
    let alva = with_invoices(&world, 1).await;
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "90");
    let receiver = Receiver::answering(&alva, &[], busy).await;
    deletes_one(&alva).await;
    let pending = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(pending["next_attempt_at"], "2026-11-18T09:01:30Z");
}

// Shows: Webhooks | Nothing is sent to a webhook that is off or removed, or of an account that is deleted
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_to_a_webhook_that_is_off_or_gone_are_not_sent() {
    let world = world(Sqlite).await;
    let mut alva = with_invoices(&world, 2).await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(500)).await;
    deletes_one(&alva).await;
    alva.patches(&receiver.path, &json!({"active": false})).await.data(200);
    assert!(next_attempt(&world, &receiver, &mut alva).await);
    assert_eq!(receiver.received(&world).await.len(), 1);
    let failed = receiver.deliveries(&alva).await.remove(0);
    assert_eq!(
        (&failed["state"], &failed["attempts"], &failed["last_error"]),
        (&json!("failed"), &json!(1), &json!("the webhook is disabled"))
    );
    alva.patches(&receiver.path, &json!({"active": true})).await.data(200);
    deletes_one(&alva).await;
    alva.deletes(&receiver.path).await.data(200);
    world.clock.forward(TimeDelta::hours(1));
    world.drain().await;
    assert_eq!(receiver.received(&world).await.len(), 2);
    assert_eq!(world.rows("webhook_deliveries", alva.id).await, 0);
}

// Shows: Webhooks | The operator can switch webhooks off
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_may_send_no_webhooks() {
    let world = world(Sqlite).await;
    let alva = with_invoices(&world, 1).await;
    let receiver = Receiver::answering(&alva, &[], ResponseTemplate::new(500)).await;
    deletes_one(&alva).await;
    let (token, path) = (alva.token.clone(), receiver.path.clone());
    let world = world
        .with_settings(|config| {
            private(config);
            config.webhooks.enabled = false;
        })
        .await;
    world.clock.forward(TimeDelta::seconds(5));
    world.drain().await;
    let call = async |method: reqwest::Method, path: &str, body: Value| {
        let request = world
            .http
            .request(method, world.url(path))
            .bearer_auth(&token)
            .json(&body);
        world.send(request).await
    };
    let refused = call(
        reqwest::Method::POST,
        super::WEBHOOKS,
        json!({"url": "https://example.com"}),
    )
    .await;
    assert_eq!(
        refused.fails(403, "INVALID_REQUEST"),
        "Webhooks are disabled in this service."
    );
    call(reqwest::Method::POST, &format!("{path}/test"), Value::Null)
        .await
        .fails(403, "INVALID_REQUEST");
    let listed = call(reqwest::Method::GET, &format!("{path}/deliveries"), Value::Null).await;
    assert_eq!(listed.data(200)["deliveries"][0]["state"], "failed");
    assert_eq!(receiver.received(&world).await.len(), 1);
}

// Shows: Webhooks | Deliveries are listed for 30 days
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_deliveries_are_removed() {
    let world = world(Sqlite).await;
    let mut alva = with_invoices(&world, 1).await;
    let receiver = Receiver::of(&alva, &[]).await;
    deletes_one(&alva).await;
    world.tick().await;
    alva.comes_back_after(TimeDelta::days(29)).await;
    world.tick().await;
    assert_eq!(receiver.deliveries(&alva).await.len(), 1);
    alva.comes_back_after(TimeDelta::days(2)).await;
    world.tick().await;
    assert_eq!(receiver.deliveries(&alva).await.len(), 0);
}
