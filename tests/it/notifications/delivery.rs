//! Delivery by e-mail and push, and failures of both.

use chrono::TimeDelta;
use invoices_tests::support::database::Database;
use invoices_tests::support::mail_server::MailServer;
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const MESSAGE: &str = "New rental invoice of 5100 SEK with due date of 2026-11-30 is now available!";

async fn world(port: u16, push: Option<String>) -> World {
    World::with(Database::Sqlite, |config| {
        config.email.server = Some(format!("smtp-plain://127.0.0.1:{port}"));
        config.email.from = Some("Invoices <invoices@example.com>".into());
        config.email.username = Some("invoices".into());
        config.email.password = Some("a password".to_owned().into());
        config.push.url = push.map(|url| url.parse().unwrap());
        config.push.token = config.push.url.is_some().then(|| "a token".to_owned().into());
    })
    .await
}

fn add_mail(world: &World) {
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notification_is_mailed_to_the_verified_address_and_posted_once() {
    let (mails, push) = (MailServer::start(0).await, MockServer::start().await);
    Mock::given(method("POST"))
        .and(path("/notify"))
        .and(header("authorization", "Bearer a token"))
        .respond_with(ResponseTemplate::new(202))
        .expect(1)
        .mount(&push)
        .await;
    let world = world(mails.port, Some(format!("{}/notify", push.uri()))).await;
    add_mail(&world);
    // Bo has no invoices, and must not be notified of Alva's.
    let alva = world.connects("Alva").await;
    world.signs_up("Bo").await;
    alva.ingests_rental().await.data(200);
    alva.ingests_rental().await.data(200);
    world.drain().await;

    let posted: Value = push.received_requests().await.unwrap()[0].body_json().unwrap();
    assert_eq!(posted["user_id"], alva.id.to_string());
    assert_eq!(
        (&posted["subject"], &posted["message"]),
        (&json!("New invoice available!"), &json!(MESSAGE))
    );
    let received = mails.stop().await;
    let [mail] = &received[..] else {
        panic!("one mail: {received:?}")
    };
    // The identity provider verified this address; the one of the sign-up is another.
    assert_eq!(mail["to"], json!(["alva@example.com"]));
    assert_ne!(alva.email, "alva@example.com");
    assert_eq!(
        (&mail["subject"], &mail["body"]),
        (&json!("New invoice available!"), &json!(MESSAGE))
    );
    assert_eq!(
        (&mail["from"], &mail["login"]),
        (&json!("invoices@example.com"), &json!("invoices"))
    );
    assert!(mail["id"].as_str().unwrap().ends_with("@example.com>"), "{mail}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undelivered_notification_is_sent_when_the_mail_server_is_back() {
    let stopped = MailServer::start(0).await;
    let port = stopped.port;
    assert_eq!(stopped.stop().await, Vec::<Value>::new());
    let push = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(204))
        .expect(1)
        .mount(&push)
        .await;
    let world = world(port, Some(push.uri())).await;
    add_mail(&world);
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    let states = async || -> Vec<String> {
        let rows = world.app.store().notifications(Some(alva.id), 10).await.unwrap();
        rows.iter().map(|row| row.state.to_string()).collect()
    };
    assert_eq!(states().await, ["pending"]);
    for _ in 0..2 {
        world.clock.forward(TimeDelta::hours(2));
        world.drain().await;
    }
    assert_eq!(states().await, ["pending"]);

    let mails = MailServer::start(port).await;
    for _ in 0..2 {
        world.clock.forward(TimeDelta::hours(2));
        world.drain().await;
    }
    assert_eq!(states().await, ["sent"]);
    // The mock expects one request: the push is not repeated with the mail.
    assert_eq!(mails.stop().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_push_endpoint_is_retried_and_its_redirects_are_not_followed() {
    let (mails, push, elsewhere) = (
        MailServer::start(0).await,
        MockServer::start().await,
        MockServer::start().await,
    );
    let away = ResponseTemplate::new(307).insert_header("location", elsewhere.uri());
    for answer in [ResponseTemplate::new(500), away] {
        Mock::given(method("POST"))
            .respond_with(answer)
            .up_to_n_times(1)
            .mount(&push)
            .await;
    }
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(200))
        .expect(1)
        .mount(&push)
        .await;
    let world = world(mails.port, Some(push.uri())).await;
    add_mail(&world);
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    for _ in 0..4 {
        world.clock.forward(TimeDelta::hours(2));
        world.drain().await;
    }
    let requests = push.received_requests().await.unwrap();
    let keys: Vec<_> = requests
        .iter()
        .map(|request| request.headers.get("idempotency-key").unwrap())
        .collect();
    assert!(keys.len() == 3 && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(elsewhere.received_requests().await.unwrap().len(), 0);
    assert_eq!(mails.stop().await.len(), 1);
}
