//! An AWS account for one test, simulated by moto: S3, SQS, SNS and Secrets Manager.

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_s3::config::Credentials;
use invoices_aws::provision::{Provisioned, Resources};
use invoices_domain::UserId;
use invoices_service::settings::Config;
use invoices_service::start;
use serde_json::Value;
use uuid::Uuid;

use super::database::Database;
use super::wait::within;
use super::world::World;

const REGION: &str = "eu-north-1";

/// An AWS account with the resources that `invoices provision aws` makes, under names of its own.
pub struct Cloud {
    pub endpoint: String,
    pub wanted: Resources,
    pub made: Provisioned,
    pub sdk: SdkConfig,
    /// The queue that is subscribed to the topic.
    read_back: String,
}

impl Cloud {
    pub async fn start() -> Self {
        let endpoint = std::env::var("INVOICES_TEST_AWS")
            .expect("INVOICES_TEST_AWS is not set: run the tests with `cargo xtask test`, which starts moto");
        let name = |of: &str| format!("{of}-{}", Uuid::new_v4().simple());
        let wanted = Resources {
            bucket: name("invoices"),
            queue: name("objects"),
            topic: name("NewInvoiceTopicNotification"),
            emails: vec!["ops@example.com".into()],
            push_endpoints: Vec::new(),
        };
        let mut config = Config::in_folder(std::path::Path::new("unused"));
        connect(&mut config, &endpoint);
        let made = start::provision(&config, &wanted, false).await.unwrap();
        let sdk = aws_config::defaults(BehaviorVersion::latest())
            .region(Region::new(REGION))
            .credentials_provider(Credentials::new("test", "test", None, None, "test"))
            .endpoint_url(&endpoint)
            .load()
            .await;
        let read_back = subscribed_queue(&sdk, made.topic_arn.as_ref().unwrap(), &name("read-back")).await;
        Cloud {
            endpoint,
            wanted,
            made,
            sdk,
            read_back,
        }
    }

    pub fn configure(&self, config: &mut Config) {
        connect(config, &self.endpoint);
        config.objects.store = format!("s3:{}", self.wanted.bucket);
        config.secrets.store = "secrets-manager:invoices/mail".into();
        config.topic.publisher = format!("sns:{}", self.made.topic_arn.as_ref().unwrap());
        config.object_events.queue = format!("sqs:{}", self.made.queue_url.as_ref().unwrap());
    }

    /// The same settings as environment variables of a process.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let [topic, queue] = [&self.made.topic_arn, &self.made.queue_url].map(|made| made.as_deref().unwrap());
        vec![
            ("INVOICES__AWS__REGION", REGION.into()),
            ("INVOICES__AWS__ACCESS_KEY_ID", "test".into()),
            ("INVOICES__AWS__SECRET_ACCESS_KEY", "test".into()),
            ("INVOICES__AWS__ENDPOINT_URL", self.endpoint.clone()),
            ("INVOICES__AWS__PATH_STYLE", "true".into()),
            ("INVOICES__OBJECTS__STORE", format!("s3:{}", self.wanted.bucket)),
            ("INVOICES__SECRETS__STORE", "secrets-manager:invoices/mail".into()),
            ("INVOICES__TOPIC__PUBLISHER", format!("sns:{topic}")),
            ("INVOICES__OBJECT_EVENTS__QUEUE", format!("sqs:{queue}")),
        ]
    }

    pub async fn world(&self) -> World {
        World::with(Database::Postgres, |config| self.configure(config)).await
    }

    /// Receives the bucket's events until there are none, and runs the jobs that follow. Returns the number of messages.
    pub async fn receives_events(&self, world: &World) -> usize {
        let events = world.service().object_events().unwrap();
        let received = async {
            let mut messages = 0;
            loop {
                match events.run_once().await.unwrap() {
                    0 => return messages,
                    more => messages += more,
                }
            }
        };
        let messages = within("the end of the bucket's events", received).await;
        world.drain().await;
        messages
    }

    pub fn s3(&self) -> aws_sdk_s3::Client {
        let config = aws_sdk_s3::config::Builder::from(&self.sdk).force_path_style(true);
        aws_sdk_s3::Client::from_conf(config.build())
    }

    pub async fn keys(&self) -> Vec<String> {
        let listed = self
            .s3()
            .list_objects_v2()
            .bucket(&self.wanted.bucket)
            .send()
            .await
            .unwrap();
        listed
            .contents()
            .iter()
            .map(|object| object.key().unwrap().to_owned())
            .collect()
    }

    pub async fn has_secret(&self, user: UserId) -> bool {
        let secrets = aws_sdk_secretsmanager::Client::new(&self.sdk);
        let name = format!("invoices/mail/{user}");
        secrets.get_secret_value().secret_id(name).send().await.is_ok()
    }

    /// The notifications that were published since the last call.
    pub async fn notifications(&self) -> Vec<Value> {
        within("the end of the topic's notifications", self.receive_notifications()).await
    }

    async fn receive_notifications(&self) -> Vec<Value> {
        let sqs = aws_sdk_sqs::Client::new(&self.sdk);
        let mut found = Vec::new();
        loop {
            let received = sqs
                .receive_message()
                .queue_url(&self.read_back)
                .max_number_of_messages(10);
            let received = received.send().await.unwrap();
            if received.messages().is_empty() {
                return found;
            }
            for message in received.messages() {
                found.push(serde_json::from_str(message.body().unwrap()).unwrap());
                let delete = sqs.delete_message().queue_url(&self.read_back);
                delete
                    .receipt_handle(message.receipt_handle().unwrap())
                    .send()
                    .await
                    .unwrap();
            }
        }
    }
}

/// Makes a queue, subscribes it to a topic, and returns its address.
async fn subscribed_queue(sdk: &SdkConfig, topic: &str, queue: &str) -> String {
    let created = aws_sdk_sqs::Client::new(sdk).create_queue().queue_name(queue).send();
    let url = created.await.unwrap().queue_url.unwrap();
    let subscribe = aws_sdk_sns::Client::new(sdk)
        .subscribe()
        .topic_arn(topic)
        .protocol("sqs")
        .endpoint(format!("arn:aws:sqs:{REGION}:123456789012:{queue}"));
    subscribe.send().await.unwrap();
    url
}

/// Sets region, credentials and endpoint, and no resource.
pub fn connect(config: &mut Config, endpoint: &str) {
    config.aws.region = Some(REGION.into());
    config.aws.access_key_id = Some("test".into());
    config.aws.secret_access_key = Some("test".into());
    config.aws.endpoint_url = Some(endpoint.parse().unwrap());
    config.aws.path_style = true;
    config.aws.attempts = 1;
}
