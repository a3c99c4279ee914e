//! Ingests, events, deletion and outages with the engines of AWS.

use aws_sdk_s3::primitives::ByteStream;
use chrono::TimeDelta;
use invoices_service::settings::{Config, Seconds};
use invoices_tests::support::cloud::Cloud;
use invoices_tests::support::database::Database::Postgres;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::relay::{Behaviour, Relay};
use invoices_tests::support::wait::until;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::retail::pdf::invoice;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Two receipts and a rent notice.
fn add_mails(world: &World) {
    for order in ["204118", "204119"] {
        world.sandbox.add(&grocery(at(NOVEMBER), order, "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_become_invoices_once_and_are_deleted_with_the_account() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    assert!(cloud.has_secret(alva.id).await);
    alva.ingests_rental().await.data(200);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 2);
    assert_eq!(cloud.keys().await.len(), 3);
    // The bucket sends events for the same objects, and one test message when its notifications are set up.
    assert!(cloud.receives_events(&world).await >= 3);
    assert_eq!(cloud.receives_events(&world).await, 0);

    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(alva.lists_retail().await.len(), 2);
    let [notification] = &cloud.notifications().await[..] else {
        panic!("one notification of one invoice")
    };
    assert_eq!(notification["Subject"], "New invoice available!");
    assert_eq!(
        notification["Message"],
        "New rental invoice of 5100 SEK with due date of 2026-11-30 is now available!"
    );
    assert_eq!(
        notification["MessageAttributes"]["user_id"],
        json!({"Type": "String", "Value": alva.id.to_string()})
    );

    alva.deletes("/v1/user/me").await.data(200);
    assert_eq!(cloud.keys().await, Vec::<String>::new());
    assert!(!cloud.has_secret(alva.id).await);
    // Events of the deleted user write nothing.
    cloud.receives_events(&world).await;
    assert_eq!(world.rows("rental_invoices", alva.id).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_put_into_the_bucket_by_others_becomes_one_invoice() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    let alva = world.signs_up("Alva").await;
    let key = format!("invoices/{}/rental/Hyresavi för å_77.pdf", alva.id);
    let put = cloud.s3().put_object().bucket(&cloud.wanted.bucket).key(&key);
    put.body(ByteStream::from(notice(4200, "2026-12-31")))
        .send()
        .await
        .unwrap();
    assert!(cloud.receives_events(&world).await > 0);
    let listed = alva.lists_rental().await;
    let invoice = &listed.data(200)["invoices"]["2026"][0];
    assert_eq!(
        (&invoice["InvoiceID"], &invoice["Total Amount"]),
        (&json!("Invoice_77"), &json!(4200))
    );
    assert_eq!(cloud.notifications().await.len(), 1);
    // Queues may deliver an event again.
    let again = json!({"Records": [{"eventName": "ObjectCreated:Put", "s3": {
        "bucket": {"name": cloud.wanted.bucket},
        "object": {"key": format!("invoices/{}/rental/Hyresavi+f%C3%B6r+%C3%A5_77.pdf", alva.id), "size": 9}}}]});
    let sqs = aws_sdk_sqs::Client::new(&cloud.sdk);
    let send = sqs.send_message().queue_url(cloud.made.queue_url.as_ref().unwrap());
    send.message_body(again.to_string()).send().await.unwrap();
    assert_eq!(cloud.receives_events(&world).await, 1);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(cloud.notifications().await.len(), 0);
}

/// The second part of the path says that it isn't a rent notice.
// Shows: Retail invoices | A mail whose invoice…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pdf_under_the_retail_prefix_becomes_a_retail_invoice() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    let alva = world.signs_up("Alva").await;
    let key = format!(
        "invoices/{}/retail/grocery/ica_2026-11-10_0123456789abcdef_2.pdf",
        alva.id
    );
    let put = cloud.s3().put_object().bucket(&cloud.wanted.bucket).key(&key);
    put.body(ByteStream::from(invoice("88123", "SE-4711", "199,00")))
        .send()
        .await
        .unwrap();
    let events = world.service().object_events().unwrap();
    let stop = CancellationToken::new();
    let listed = async {
        let is_listed = async || !alva.lists_retail().await.is_empty();
        until("the object to become an invoice", is_listed).await;
        stop.cancel();
    };
    tokio::join!(events.run(stop.clone()), listed);
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["total_amount"]), (1, &json!(199)));
    assert!(alva.lists_rental().await.data(200).is_null());
    assert_eq!(cloud.notifications().await.len(), 0);
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    assert_eq!(cloud.keys().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_any_service_is_502_and_loses_nothing() {
    // Nothing listens on this port any more.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nowhere = Some(format!("http://{}", listener.local_addr().unwrap()).parse().unwrap());
    drop(listener);
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    let (id, token) = (alva.id, alva.token.clone());
    let ingest = |world: &World| {
        world
            .http
            .post(world.url("/v1/invoices/rental/ingest"))
            .bearer_auth(&token)
    };

    let change = |config: &mut Config| {
        config.aws.objects_url.clone_from(&nowhere);
        config.aws.topic_url.clone_from(&nowhere);
    };
    let world = world.with_settings(change).await;
    let answer = world.send(ingest(&world)).await;
    assert_eq!(
        answer.fails(502, "DEPENDENCY_FAILURE"),
        "The object storage failed. Try again later."
    );
    assert_eq!(cloud.keys().await, Vec::<String>::new());

    // The invoice is stored, and its notification is pending.
    let world = world.with_settings(|config| config.aws.objects_url = None).await;
    world.send(ingest(&world)).await.data(200);
    assert_eq!(world.rows("rental_invoices", id).await, 1);
    assert_eq!(cloud.notifications().await, Vec::<Value>::new());

    let world = world.with_settings(|config| config.aws.topic_url = None).await;
    world.clock.forward(TimeDelta::hours(2));
    world.drain().await;
    assert_eq!(cloud.notifications().await.len(), 1);
    assert_eq!(world.rows("rental_invoices", id).await, 1);
}

/// The process stays ready: a proxy that took it out would fail every other request, too.
// Shows: Originals | An unknown or deleted…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_that_hangs_or_is_gone_fails_originals_alone() {
    let cloud = Cloud::start().await;
    let bucket = Relay::to(&cloud.endpoint).await;
    let world = World::with(Postgres, |config| {
        cloud.configure(config);
        config.aws.objects_url = Some(bucket.url().parse().unwrap());
        config.aws.timeout_seconds = Seconds::new(2);
        config.operations.address = Some("127.0.0.1:0".parse().unwrap());
    })
    .await;
    add_mails(&world);
    let alva = world.connects("Alva").await;
    alva.ingests_rental().await.data(200);
    alva.fetches_retail().await;
    let document = "/v1/invoices/rental/Invoice_1/document";
    let objects = async || {
        let (status, body) = world.asks_operations("/healthz").await;
        assert_eq!(status, 200, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        body["dependencies"]["objects"].as_str().map(str::to_owned)
    };
    for behaviour in [Behaviour::Hangs, Behaviour::Refuses] {
        bucket.behaves(behaviour);
        until("the state of the bucket", async || {
            assert_eq!(alva.lists_retail().await.len(), 2);
            assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
            let (status, body) = world.asks_operations("/readyz").await;
            assert_eq!(status, 200, "{body}");
            objects()
                .await
                .is_some_and(|state| state.starts_with("the object storage failed"))
        })
        .await;
        assert_eq!(
            alva.gets(document).await.fails(502, "DEPENDENCY_FAILURE"),
            "The object storage failed. Try again later."
        );
    }
    bucket.behaves(Behaviour::Forwards);
    until("the bucket to be back", async || {
        objects().await.as_deref() == Some("ok")
    })
    .await;
    let request = world.http.get(world.url(document)).bearer_auth(&alva.token);
    assert_eq!(
        request.send().await.unwrap().bytes().await.unwrap(),
        notice(5100, "2026-11-30")
    );
}
