//! Everything on PostgreSQL, S3, SQS, SNS and Secrets Manager.

use aws_sdk_s3::primitives::ByteStream;
use chrono::TimeDelta;
use invoices_aws::provision::Resources;
use invoices_server::config::Config;
use invoices_server::start;
use serde_json::{Value, json};

use crate::cloud::{Cloud, reach};
use crate::mails::{at, grocery, notice, rent_mail};
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Two receipts and a rent notice.
fn fill(world: &World) {
    for order in ["204118", "204119"] {
        world.sandbox.add(&grocery(at(NOVEMBER), order, "100,00"));
    }
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_comes_home_once_and_goes_again() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    fill(&world);
    let alva = world.connects("Alva").await;
    assert!(cloud.has_secret(alva.id).await);
    alva.ingests_rental().await.data(200);
    assert_eq!(alva.finds_retail().await["totalEmailsFound"], 2);
    assert_eq!(cloud.keys().await.len(), 3);
    // The bucket tells of the same objects, and of nothing new; one more message is its own test, where it sends one.
    assert!(cloud.tells(&world).await >= 3);
    assert_eq!(cloud.tells(&world).await, 0);

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
    // What the bucket still had to say of a user who is gone writes nothing.
    cloud.tells(&world).await;
    assert_eq!(world.rows("rental_invoices", alva.id).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_that_somebody_else_put_into_the_bucket_becomes_an_invoice_once() {
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    let alva = world.signs_up("Alva").await;
    let key = format!("invoices/{}/rental/Hyresavi för å_77.pdf", alva.id);
    let put = cloud.s3().put_object().bucket(&cloud.wanted.bucket).key(&key);
    put.body(ByteStream::from(notice(4200, "2026-12-31")))
        .send()
        .await
        .unwrap();
    assert!(cloud.tells(&world).await > 0);
    let listed = alva.lists_rental().await;
    let invoice = &listed.data(200)["invoices"]["2026"][0];
    assert_eq!(
        (&invoice["InvoiceID"], &invoice["Total Amount"]),
        (&json!("Invoice_77"), &json!(4200))
    );
    assert_eq!(cloud.notifications().await.len(), 1);
    // The event comes again, as queues may do.
    let again = json!({"Records": [{"eventName": "ObjectCreated:Put", "s3": {
        "bucket": {"name": cloud.wanted.bucket},
        "object": {"key": format!("invoices/{}/rental/Hyresavi+f%C3%B6r+%C3%A5_77.pdf", alva.id), "size": 9}}}]});
    let sqs = aws_sdk_sqs::Client::new(&cloud.sdk);
    let send = sqs.send_message().queue_url(cloud.made.queue_url.as_ref().unwrap());
    send.message_body(again.to_string()).send().await.unwrap();
    assert_eq!(cloud.tells(&world).await, 1);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(cloud.notifications().await.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_any_service_is_502_and_loses_nothing() {
    // Nobody listens on a port that was just given back.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nowhere = Some(format!("http://{}", listener.local_addr().unwrap()));
    drop(listener);
    let cloud = Cloud::start().await;
    let world = cloud.world().await;
    fill(&world);
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
    let answer = world.ask(ingest(&world)).await;
    assert_eq!(
        answer.fails(502, "DEPENDENCY_FAILURE"),
        "The object storage failed. Try again later."
    );
    assert_eq!(cloud.keys().await, Vec::<String>::new());

    // Objects are back, the topic is not: the invoice is there, and its notification is owed.
    let world = world.with_settings(|config| config.aws.objects_url = None).await;
    world.ask(ingest(&world)).await.data(200);
    assert_eq!(world.rows("rental_invoices", id).await, 1);
    assert_eq!(cloud.notifications().await, Vec::<Value>::new());

    let world = world.with_settings(|config| config.aws.topic_url = None).await;
    world.clock.forward(TimeDelta::hours(2));
    world.drain().await;
    assert_eq!(cloud.notifications().await.len(), 1);
    assert_eq!(world.rows("rental_invoices", id).await, 1);
}

#[tokio::test]
async fn provisioning_again_changes_nothing_and_a_dry_run_makes_nothing() {
    let cloud = Cloud::start().await;
    let mut config = Config::in_folder(std::path::Path::new("unused")).unwrap();
    reach(&mut config, &cloud.endpoint);
    let again = start::provision(&config, &cloud.wanted, false).await.unwrap();
    let lines: Vec<String> = again.steps.iter().map(ToString::to_string).collect();
    assert!(lines.iter().all(|line| line.starts_with("is there")), "{lines:#?}");
    assert_eq!(
        (&again.queue_url, &again.topic_arn),
        (&cloud.made.queue_url, &cloud.made.topic_arn)
    );

    let other = Resources {
        bucket: format!("{}-2", cloud.wanted.bucket),
        queue: format!("{}-2", cloud.wanted.queue),
        topic: format!("{}-2", cloud.wanted.topic),
        ..cloud.wanted.clone()
    };
    for _ in 0..2 {
        let looked = start::provision(&config, &other, true).await.unwrap();
        let lines: Vec<String> = looked.steps.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), again.steps.len());
        assert!(lines.iter().all(|line| line.starts_with("would make")), "{lines:#?}");
        assert_eq!((looked.queue_url, looked.topic_arn), (None, None));
    }

    let s3 = cloud.s3();
    let block = s3
        .get_public_access_block()
        .bucket(&cloud.wanted.bucket)
        .send()
        .await
        .unwrap();
    assert_eq!(
        block
            .public_access_block_configuration()
            .unwrap()
            .restrict_public_buckets(),
        Some(true)
    );
    let told = s3
        .get_bucket_notification_configuration()
        .bucket(&cloud.wanted.bucket)
        .send()
        .await
        .unwrap();
    assert_eq!(told.queue_configurations().len(), 2);
}
