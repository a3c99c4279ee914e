//! If AWS is down, slow or refuses, a port returns an error in time, without secrets in it.

use std::time::Duration;

use invoices_aws::{Aws, Encryption, EventQueue, QueueSettings, S3Objects, S3Settings, SecretsManager, SnsTopic};
use invoices_domain::mail::{AccountChange, MailSecret};
use invoices_domain::ports::{
    Dependency, DependencyError, Notification, NotificationKind, Objects, SecretError, Secrets, Topic,
};
use invoices_domain::{NotificationFacts, ObjectKey, UserId};
use invoices_settings::{AwsSettings, Seconds};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::test_aws;

const BODY: &str = "a body with a secret in it";

/// Every port's every call, with whom it blames.
async fn calls(aws: &Aws) -> Vec<(Dependency, Result<(), DependencyError>)> {
    let user = UserId::random();
    let key: ObjectKey = format!("invoices/{user}/rental/Hyresavi_1.pdf").parse().unwrap();
    let settings = S3Settings::new("bucket", Encryption::S3).unwrap();
    let objects = S3Objects::open(aws, settings).await.unwrap();
    let secrets = SecretsManager::new(aws, "invoices".parse().unwrap());
    let connect = AccountChange::Connect {
        secret: MailSecret {
            address: "alva@example.com".parse().unwrap(),
            credentials: None,
            connected_by: None,
            name: None,
            paused: false,
        },
        another: false,
    };
    let topic = SnsTopic::new(aws, "arn:aws:sns:eu-north-1:1:n".parse().unwrap());
    let notification = Notification {
        id: "1".into(),
        kind: NotificationKind::Invoice,
        user,
        to: None,
        subject: "s".into(),
        message: "m".into(),
        facts: NotificationFacts::default(),
    };
    let queue = QueueSettings::new(&format!("{}/1/queue", test_aws::endpoint()), "bucket").unwrap();
    let turn = EventQueue::new(aws, queue)
        .poll_once(Duration::ZERO, |_| async { Ok::<(), &str>(()) })
        .await;
    vec![
        (
            Dependency::ObjectStore,
            objects.put_if_absent(&key, "x".into()).await.map(drop),
        ),
        (Dependency::ObjectStore, objects.get(&key).await.map(drop)),
        (Dependency::ObjectStore, objects.delete(&key).await),
        (Dependency::ObjectStore, objects.delete_user(user).await),
        (
            Dependency::SecretStore,
            secrets.mail_accounts(user).await.map(drop).map_err(dependency),
        ),
        (
            Dependency::SecretStore,
            secrets.change_mail_accounts(user, connect).await.map(drop),
        ),
        (Dependency::SecretStore, secrets.delete_mail_accounts(user).await),
        (Dependency::Topic, topic.publish(&notification).await),
        (Dependency::EventQueue, turn.map(drop)),
    ]
}

fn dependency(error: SecretError) -> DependencyError {
    match error {
        SecretError::Dependency(error) => error,
        other => panic!("{other:?}"),
    }
}

async fn all_fail(settings: AwsSettings) {
    let aws = Aws::connect(&settings).await.unwrap();
    for (nth, (which, result)) in calls(&aws).await.into_iter().enumerate() {
        let error = result.expect_err(&format!("call {nth}"));
        assert_eq!(error.which, which, "call {nth}");
        assert!(!format!("{error:?}").contains(BODY), "{error:?}");
    }
}

fn once(endpoint: &str) -> AwsSettings {
    AwsSettings {
        attempts: 1,
        connect_timeout_seconds: Seconds::new(1),
        attempt_timeout_seconds: Seconds::new(1),
        timeout_seconds: Seconds::new(2),
        ..test_aws::settings(endpoint)
    }
}

#[tokio::test]
async fn an_error_of_the_service_is_the_ports() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(503).set_body_string(BODY))
        .mount(&server)
        .await;
    all_fail(once(&server.uri())).await;
}

#[tokio::test]
async fn a_service_that_can_not_be_reached_is_the_ports_error() {
    // Nothing listens on a port that was just released.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    all_fail(once(&format!("http://{address}"))).await;
}

#[tokio::test]
async fn a_call_that_fails_by_chance_is_tried_again() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(500))
        .up_to_n_times(2)
        .mount(&server)
        .await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(204))
        .mount(&server)
        .await;
    let aws = Aws::connect(&test_aws::settings(&server.uri())).await.unwrap();
    let settings = S3Settings::new("bucket", Encryption::S3).unwrap();
    let objects = S3Objects::open(&aws, settings).await.unwrap();
    let key = format!("invoices/{}/rental/Hyresavi_1.pdf", UserId::random())
        .parse()
        .unwrap();
    objects.delete(&key).await.unwrap();
}

#[tokio::test]
async fn the_services_advice_on_when_to_come_again_is_passed_on() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(503).insert_header("retry-after", "7"))
        .mount(&server)
        .await;
    let aws = Aws::connect(&once(&server.uri())).await.unwrap();
    let settings = S3Settings::new("bucket", Encryption::S3).unwrap();
    let objects = S3Objects::open(&aws, settings).await.unwrap();
    let error = objects.delete_user(UserId::random()).await.unwrap_err();
    assert_eq!(error.retry_after, Some(Duration::from_secs(7)));
}
