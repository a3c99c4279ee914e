//! Notifications, read back from a queue that subscribes to the topic.

use invoices_aws::SnsTopic;
use invoices_domain::ports::{Notification, NotificationKind, Topic};
use invoices_domain::{NotificationFacts, UserId};
use serde_json::{Value, json};

use crate::test_aws;

#[tokio::test]
async fn a_notification_arrives_with_its_words_and_its_user() {
    let sdk = test_aws::sdk().await;
    let (sns, sqs) = (aws_sdk_sns::Client::new(&sdk), aws_sdk_sqs::Client::new(&sdk));
    let made = sns
        .create_topic()
        .name(test_aws::name("NewInvoiceTopicNotification"))
        .send()
        .await
        .unwrap();
    let arn = made.topic_arn().unwrap();
    let name = test_aws::name("read-back");
    let queue = sqs
        .create_queue()
        .queue_name(&name)
        .send()
        .await
        .unwrap()
        .queue_url
        .unwrap();
    let queue_arn = format!("arn:aws:sqs:{}:123456789012:{name}", test_aws::REGION);
    let user = UserId::random();
    let subscribed = sns
        .subscribe()
        .topic_arn(arn)
        .protocol("sqs")
        .endpoint(queue_arn)
        .attributes("FilterPolicy", json!({"user_id": [user.to_string()]}).to_string());
    subscribed.send().await.unwrap();

    let topic = SnsTopic::new(&test_aws::aws().await, arn.parse().unwrap());
    for to in [UserId::random(), user] {
        let notification = Notification {
            id: "rental/1".into(),
            kind: NotificationKind::Invoice,
            user: to,
            to: None,
            subject: "New invoice available!".into(),
            message: "New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!".into(),
            facts: NotificationFacts::default(),
        };
        topic.publish(&notification).await.unwrap();
    }

    let received = sqs
        .receive_message()
        .queue_url(&queue)
        .max_number_of_messages(10)
        .send()
        .await
        .unwrap();
    let [message] = received.messages() else {
        panic!("the filter lets one user's through: {:?}", received.messages())
    };
    let body: Value = serde_json::from_str(message.body().unwrap()).unwrap();
    assert_eq!(body["Subject"], "New invoice available!");
    assert_eq!(
        body["Message"],
        "New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!"
    );
    assert_eq!(
        body["MessageAttributes"]["user_id"],
        json!({"Type": "String", "Value": user.to_string()})
    );
}

#[tokio::test]
async fn a_topic_that_is_not_there_is_an_error() {
    let arn = format!(
        "arn:aws:sns:{}:123456789012:{}",
        test_aws::REGION,
        test_aws::name("nobodys")
    );
    let topic = SnsTopic::new(&test_aws::aws().await, arn.parse().unwrap());
    let notification = Notification {
        id: "rental/1".into(),
        kind: NotificationKind::Invoice,
        user: UserId::random(),
        to: None,
        subject: "New invoice available!".into(),
        message: "A sentence.".into(),
        facts: NotificationFacts::default(),
    };
    let error = topic.publish(&notification).await.unwrap_err();
    assert!(
        error.source.to_string().starts_with("Publish: NotFound"),
        "{}",
        error.source
    );
}
