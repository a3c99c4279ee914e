//! The bucket: private, encrypted, with notifications of new objects under `invoices/`.

use aws_sdk_s3::config::http::HttpResponse;
use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::operation::get_bucket_notification_configuration::GetBucketNotificationConfigurationOutput as CurrentNotifications;
use aws_sdk_s3::operation::head_bucket::HeadBucketError;
use aws_sdk_s3::types::{
    BucketLocationConstraint, CreateBucketConfiguration, Event, FilterRule, FilterRuleName, NotificationConfiguration,
    NotificationConfigurationFilter, PublicAccessBlockConfiguration, QueueConfiguration, S3KeyFilter,
    ServerSideEncryption, ServerSideEncryptionByDefault, ServerSideEncryptionConfiguration, ServerSideEncryptionRule,
};

use super::run::{Provisioning, failed};
use crate::provision::ProvisionError;

/// The region of a bucket without a location constraint.
const NO_CONSTRAINT: &str = "us-east-1";
const PREFIX: &str = "invoices/";
const SUFFIXES: [&str; 2] = [".pdf", ".html"];
const CREATED: &str = "s3:ObjectCreated:*";

impl Provisioning<'_> {
    /// Provisions the bucket. Returns whether it was created.
    pub(super) async fn bucket(&mut self, name: &str) -> Result<bool, ProvisionError> {
        let s3 = self.aws.s3();
        let there = match s3.head_bucket().bucket(name).send().await {
            Ok(_) => true,
            Err(error) if error.as_service_error().is_some_and(HeadBucketError::is_not_found) => false,
            Err(error) => return Err(failed("the bucket", "HeadBucket")(error)),
        };
        let is_new = self.needs_change(there, format!("bucket {name}"));
        if is_new {
            let region = self.aws.region();
            let place = (region != NO_CONSTRAINT).then(|| {
                let place = BucketLocationConstraint::from(region);
                CreateBucketConfiguration::builder().location_constraint(place).build()
            });
            let create = s3.create_bucket().bucket(name).set_create_bucket_configuration(place);
            create.send().await.map_err(failed("the bucket", "CreateBucket"))?;
            self.confirm();
        }
        let there = there || !self.dry_run;
        self.private(name, there).await?;
        self.encrypted(name, there).await?;
        Ok(is_new)
    }

    async fn private(&mut self, name: &str, there: bool) -> Result<(), ProvisionError> {
        let s3 = self.aws.s3();
        let blocked = there
            && match s3.get_public_access_block().bucket(name).send().await {
                Ok(response) => response.public_access_block_configuration().is_some_and(|block| {
                    [
                        block.block_public_acls(),
                        block.ignore_public_acls(),
                        block.block_public_policy(),
                        block.restrict_public_buckets(),
                    ]
                    .iter()
                    .all(|flag| *flag == Some(true))
                }),
                Err(error) if absent(&error) => false,
                Err(error) => return Err(failed("the bucket's privacy", "GetPublicAccessBlock")(error)),
            };
        if self.needs_change(blocked, format!("public access to {name} blocked")) {
            let block = PublicAccessBlockConfiguration::builder()
                .block_public_acls(true)
                .ignore_public_acls(true)
                .block_public_policy(true)
                .restrict_public_buckets(true)
                .build();
            let put = s3
                .put_public_access_block()
                .bucket(name)
                .public_access_block_configuration(block);
            put.send()
                .await
                .map_err(failed("the bucket's privacy", "PutPublicAccessBlock"))?;
            self.confirm();
        }
        Ok(())
    }

    async fn encrypted(&mut self, name: &str, there: bool) -> Result<(), ProvisionError> {
        const WHAT: &str = "the bucket's encryption";
        let s3 = self.aws.s3();
        let encrypted = there
            && match s3.get_bucket_encryption().bucket(name).send().await {
                Ok(response) => response
                    .server_side_encryption_configuration()
                    .is_some_and(|configuration| {
                        let rules = configuration.rules().iter();
                        rules
                            .filter_map(|rule| rule.apply_server_side_encryption_by_default())
                            .count()
                            > 0
                    }),
                Err(error) if absent(&error) => false,
                Err(error) => return Err(failed(WHAT, "GetBucketEncryption")(error)),
            };
        if self.needs_change(encrypted, format!("encryption of {name} by default")) {
            let unusable = |error| ProvisionError::new(WHAT, error);
            let by_default = ServerSideEncryptionByDefault::builder()
                .sse_algorithm(ServerSideEncryption::Aes256)
                .build()
                .map_err(unusable)?;
            let rule = ServerSideEncryptionRule::builder().apply_server_side_encryption_by_default(by_default);
            let rules = ServerSideEncryptionConfiguration::builder()
                .rules(rule.build())
                .build()
                .map_err(unusable)?;
            let put = s3
                .put_bucket_encryption()
                .bucket(name)
                .server_side_encryption_configuration(rules);
            put.send().await.map_err(failed(WHAT, "PutBucketEncryption"))?;
            self.confirm();
        }
        Ok(())
    }

    /// The bucket's notifications. `None` if the bucket does not exist, as in a dry run.
    async fn current_notifications(&self, bucket: &str) -> Result<Option<CurrentNotifications>, ProvisionError> {
        let s3 = self.aws.s3();
        match s3.get_bucket_notification_configuration().bucket(bucket).send().await {
            Ok(response) => Ok(Some(response)),
            Err(error) if self.dry_run && absent(&error) => Ok(None),
            Err(error) => Err(failed(
                "the bucket's notification",
                "GetBucketNotificationConfiguration",
            )(error)),
        }
    }

    /// Sets up the bucket's notifications to a queue. Keeps its other notifications.
    pub(super) async fn notification(
        &mut self,
        bucket: &str,
        bucket_is_new: bool,
        queue_arn: Option<&str>,
        queue: &str,
    ) -> Result<(), ProvisionError> {
        const WHAT: &str = "the bucket's notification";
        let what = |suffix| format!("notification of {bucket}: {PREFIX}*{suffix} to {queue}");
        let Some(arn) = queue_arn else {
            for suffix in SUFFIXES {
                self.needs_change(false, what(suffix));
            }
            return Ok(());
        };
        let current = if bucket_is_new {
            Some(CurrentNotifications::builder().build())
        } else {
            self.current_notifications(bucket).await?
        };
        let Some(current) = current else {
            return Box::pin(self.notification(bucket, false, None, queue)).await;
        };
        let mut queues = current.queue_configurations().to_vec();
        let mut changed = false;
        for suffix in SUFFIXES {
            let right = queues.iter().any(|configuration| notifies(configuration, arn, suffix));
            if self.needs_change(right, what(suffix)) {
                queues.push(queue_notification(arn, suffix).map_err(|error| ProvisionError::new(WHAT, error))?);
                changed = true;
            }
        }
        if !changed {
            return Ok(());
        }
        let all = NotificationConfiguration::builder()
            .set_queue_configurations(Some(queues))
            .set_topic_configurations(current.topic_configurations)
            .set_lambda_function_configurations(current.lambda_function_configurations)
            .set_event_bridge_configuration(current.event_bridge_configuration)
            .build();
        let s3 = self.aws.s3();
        let put = s3
            .put_bucket_notification_configuration()
            .bucket(bucket)
            .notification_configuration(all);
        put.send()
            .await
            .map_err(failed(WHAT, "PutBucketNotificationConfiguration"))?;
        self.confirm();
        Ok(())
    }
}

/// Whether a response says that a configuration was never set.
fn absent<E>(error: &SdkError<E, HttpResponse>) -> bool {
    error
        .raw_response()
        .is_some_and(|response| response.status().as_u16() == 404)
}

fn queue_notification(arn: &str, suffix: &str) -> Result<QueueConfiguration, aws_sdk_s3::error::BuildError> {
    let rule = |name: FilterRuleName, value: &str| FilterRule::builder().name(name).value(value).build();
    let keys = S3KeyFilter::builder()
        .filter_rules(rule(FilterRuleName::Prefix, PREFIX))
        .filter_rules(rule(FilterRuleName::Suffix, suffix))
        .build();
    QueueConfiguration::builder()
        .id(format!("invoices{}", suffix.replace('.', "-")))
        .queue_arn(arn)
        .events(Event::from(CREATED))
        .filter(NotificationConfigurationFilter::builder().key(keys).build())
        .build()
}

fn notifies(configuration: &QueueConfiguration, arn: &str, suffix: &str) -> bool {
    let rules = configuration
        .filter()
        .and_then(|filter| filter.key())
        .map(S3KeyFilter::filter_rules);
    let has = |name: &str, value: &str| {
        rules.unwrap_or_default().iter().any(|rule| {
            let named = rule
                .name()
                .is_some_and(|rule_name| rule_name.as_str().eq_ignore_ascii_case(name));
            named && rule.value() == Some(value)
        })
    };
    configuration.queue_arn() == arn
        && configuration.events().iter().any(|event| event.as_str() == CREATED)
        && has("prefix", PREFIX)
        && has("suffix", suffix)
}
