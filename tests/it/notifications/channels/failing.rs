//! Messages that are not accepted.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::at;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{CHANNELS, add, add_ntfy, answers, asks_for_a_test, gets_notice, private, received, service, shown, world};

// Shows: Notification channels | The list shows why the last message failed, such as a wrong token
// Shows: Notification channels | What is not accepted is sent again…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_token_is_shown_and_the_message_is_sent_again_under_its_id() {
    let world = world(Sqlite).await;
    let mut alva = world.connects("Alva").await;
    let matrix = service(ResponseTemplate::new(401)).await;
    let target = json!({"type": "matrix", "url": matrix.uri(), "room_id": "!abc:example.com"});
    let path = add(&alva, &json!({"target": target, "secret": "syt_wrong"})).await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);
    let channel = shown(&alva, &path).await;
    let last = &channel["last_delivery"];
    assert_eq!(
        (&last["state"], &last["last_status"], &last["last_error"]),
        (
            &json!("pending"),
            &json!(401),
            &json!("the receiver responded with 401: it does not accept the secret")
        )
    );
    assert!(channel["failing_since"].is_string() && channel["active"] == true);

    // The right token sends what is pending.
    let first = received(&matrix).await.remove(0);
    answers(&matrix, ResponseTemplate::new(200)).await;
    alva.patches(&path, &json!({"secret": "syt_right"})).await.data(200);
    let next = at(last["next_attempt_at"].as_str().unwrap());
    alva.comes_back_after(next - world.now()).await;
    world.drain().await;
    let second = received(&matrix).await.remove(0);
    assert_eq!((first.url, first.body), (second.url.clone(), second.body.clone()));
    assert_eq!(super::header(&second, "authorization"), "Bearer syt_right");
    let channel = shown(&alva, &path).await;
    assert_eq!(
        (&channel["last_delivery"]["attempts"], channel.get("failing_since")),
        (&json!(2), None)
    );
}

// Shows: Notification channels | A channel that fails for days, or whose service is gone, is disabled, and the user is notified
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_that_is_gone_is_disabled() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let (gone, other) = (
        service(ResponseTemplate::new(410)).await,
        service(ResponseTemplate::new(200)).await,
    );
    let path = add_ntfy(&alva, &gone, json!({})).await;
    add_ntfy(&alva, &other, json!({"kinds": ["webhook-off"]})).await;
    gets_notice(&world, 0, "2026-11-30");
    alva.ingests_rental().await.data(200);
    let channel = shown(&alva, &path).await;
    assert_eq!(
        (&channel["active"], &channel["off_reason"]),
        (&json!(false), &json!("its receiver responded with 410 (Gone)"))
    );
    assert_eq!(super::texts(&other).await[0].0, "A webhook was disabled");
    let enabled = alva.patches(&path, &json!({"active": true})).await.data(200).clone();
    assert_eq!((&enabled["active"], enabled.get("off_reason")), (&json!(true), None));
}

// Shows: Notification channels | The operator's switch for webhooks is that for channels, except for mails
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_may_send_nothing_to_other_services() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let phone = service(ResponseTemplate::new(200)).await;
    let path = add_ntfy(&alva, &phone, json!({})).await;
    asks_for_a_test(&alva, &path).await;
    let token = alva.token.clone();
    let world = world
        .with_settings(|config| {
            private(config);
            config.webhooks.enabled = false;
        })
        .await;
    world.drain().await;
    assert!(received(&phone).await.is_empty());
    let call = async |path: &str, body: Value| {
        let request = world.http.post(world.url(path)).bearer_auth(&token).json(&body);
        world.send(request).await
    };
    let body = json!({"target": {"type": "ntfy", "url": "https://ntfy.example.com/rent"}});
    call(CHANNELS, body).await.fails(403, "INVALID_REQUEST");
    call(&format!("{path}/test"), Value::Null)
        .await
        .fails(403, "INVALID_REQUEST");
    let listed = world
        .send(world.http.get(world.url(CHANNELS)).bearer_auth(&token))
        .await;
    let last = listed.data(200)["channels"][0]["last_delivery"].clone();
    assert_eq!(last["last_error"], "the channel is disabled");
}
