//! A bucket's events from a queue.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{Event, NotificationConfiguration, QueueConfiguration};
use aws_sdk_sqs::types::QueueAttributeName;
use invoices_aws::{EventQueue, QueueSettings};
use invoices_domain::ports::Objects;
use invoices_domain::{ObjectKey, UserId};
use serde_json::json;

use crate::test_aws;

/// A bucket with notifications to a queue.
struct Post {
    bucket: String,
    queue: String,
    dead: String,
    events: EventQueue,
    sqs: aws_sdk_sqs::Client,
}

/// Messages come again at once, and thrice.
async fn post() -> Post {
    let sqs = aws_sdk_sqs::Client::new(&test_aws::sdk().await);
    let (name, dead_name) = (test_aws::name("objects"), test_aws::name("objects-dead"));
    let arn = |name: &str| format!("arn:aws:sqs:{}:123456789012:{name}", test_aws::REGION);
    let dead = sqs
        .create_queue()
        .queue_name(&dead_name)
        .send()
        .await
        .unwrap()
        .queue_url
        .unwrap();
    let redrive = json!({"deadLetterTargetArn": arn(&dead_name), "maxReceiveCount": "3"});
    let made = sqs
        .create_queue()
        .queue_name(&name)
        .attributes(QueueAttributeName::RedrivePolicy, redrive.to_string())
        .attributes(QueueAttributeName::VisibilityTimeout, "0");
    let queue = made.send().await.unwrap().queue_url.unwrap();
    let bucket = test_aws::bucket().await;
    let tells = QueueConfiguration::builder()
        .queue_arn(arn(&name))
        .events(Event::from("s3:ObjectCreated:*"))
        .build()
        .unwrap();
    test_aws::s3()
        .await
        .put_bucket_notification_configuration()
        .bucket(&bucket)
        .notification_configuration(NotificationConfiguration::builder().queue_configurations(tells).build())
        .send()
        .await
        .unwrap();
    let settings = QueueSettings::new(&queue, &bucket).unwrap();
    Post {
        events: EventQueue::new(&test_aws::aws().await, settings),
        bucket,
        queue,
        dead,
        sqs,
    }
}

impl Post {
    /// Everything that comes until the queue is silent, or `turns` are over.
    async fn read(&self, turns: usize, fails: fn(usize) -> bool) -> Vec<String> {
        let (seen, calls) = (Mutex::new(Vec::new()), Mutex::new(0));
        for _ in 0..turns {
            let created = |key: ObjectKey| {
                let mut call = calls.lock().unwrap();
                *call += 1;
                let failed = fails(*call);
                if !failed {
                    seen.lock().unwrap().push(key.to_string());
                }
                async move { if failed { Err("the database is down") } else { Ok(()) } }
            };
            if self.events.poll_once(Duration::ZERO, created).await.unwrap() == 0 {
                break;
            }
        }
        seen.into_inner().unwrap()
    }

    async fn says(&self, body: &str) {
        self.sqs
            .send_message()
            .queue_url(&self.queue)
            .message_body(body)
            .send()
            .await
            .unwrap();
    }

    async fn waiting(&self, queue: &str) -> String {
        let asked = self
            .sqs
            .get_queue_attributes()
            .queue_url(queue)
            .attribute_names(QueueAttributeName::ApproximateNumberOfMessages);
        let mut attributes = asked.send().await.unwrap().attributes.unwrap();
        attributes
            .remove(&QueueAttributeName::ApproximateNumberOfMessages)
            .unwrap()
    }
}

#[tokio::test]
async fn an_object_that_anyone_put_is_told_once_and_its_message_deleted() {
    let post = post().await;
    let user = UserId::random();
    let odd: ObjectKey = format!("invoices/{user}/rental/Hyresavi för å_b (1)+2.pdf")
        .parse()
        .unwrap();
    let objects = test_aws::objects(&post.bucket).await;
    objects.put_if_absent(&odd, "one".into()).await.unwrap();
    assert_eq!(post.read(3, |_| false).await, [odd.to_string()]);
    assert_eq!(post.waiting(&post.queue).await, "0");
}

#[tokio::test]
async fn a_message_comes_again_until_it_was_taken() {
    let post = post().await;
    let key: ObjectKey = format!("invoices/{}/rental/Hyresavi_1.pdf", UserId::random())
        .parse()
        .unwrap();
    test_aws::objects(&post.bucket)
        .await
        .put_if_absent(&key, "x".into())
        .await
        .unwrap();
    assert_eq!(post.read(4, |call| call == 1).await, [key.to_string()]);
    assert_eq!(post.waiting(&post.queue).await, "0");
}

#[tokio::test]
async fn keys_that_are_not_ours_are_acknowledged_and_told_to_nobody() {
    let post = post().await;
    for key in ["other/x.pdf", "invoices/somebody/rental/x.pdf", "invoices/å b.html"] {
        let put = test_aws::s3().await.put_object().bucket(&post.bucket).key(key);
        put.body(ByteStream::from_static(b"x")).send().await.unwrap();
    }
    post.says(&json!({"Service": "Amazon S3", "Event": "s3:TestEvent", "Bucket": post.bucket}).to_string())
        .await;
    assert_eq!(post.read(5, |_| false).await, Vec::<String>::new());
    assert_eq!(post.waiting(&post.queue).await, "0");
}

#[tokio::test]
async fn what_can_not_be_read_ends_in_the_dead_letter_queue_and_holds_nothing_up() {
    let post = post().await;
    post.says("nothing that a bucket says").await;
    let key: ObjectKey = format!("invoices/{}/rental/Hyresavi_1.pdf", UserId::random())
        .parse()
        .unwrap();
    test_aws::objects(&post.bucket)
        .await
        .put_if_absent(&key, "x".into())
        .await
        .unwrap();
    assert_eq!(post.read(6, |_| false).await, [key.to_string()]);
    assert_eq!(
        (post.waiting(&post.queue).await, post.waiting(&post.dead).await),
        ("0".into(), "1".into())
    );
}

#[tokio::test]
async fn more_messages_than_a_batch_all_come() {
    let post = post().await;
    let user = UserId::random();
    let mut wanted = HashMap::new();
    for n in 0..23 {
        let key = format!("invoices/{user}/rental/Hyresavi_{n}.pdf");
        let record = json!({"eventName": "ObjectCreated:Put", "s3": {"bucket": {"name": post.bucket}, "object": {"key": key, "size": 1}}});
        post.says(&json!({"Records": [record]}).to_string()).await;
        wanted.insert(key, 1);
    }
    let mut seen = HashMap::new();
    for key in post.read(30, |_| false).await {
        *seen.entry(key).or_insert(0) += 1;
    }
    assert_eq!(seen, wanted);
}
