//! The queue, its dead-letter queue, and the policy that lets the bucket send to it.

use std::collections::HashMap;

use aws_sdk_sqs::Client;
use aws_sdk_sqs::operation::get_queue_url::GetQueueUrlError;
use aws_sdk_sqs::types::QueueAttributeName;
use serde_json::{Value, json};

use super::run::{Provisioning, failed};
use crate::provision::ProvisionError;

/// Longer than a batch takes to be enqueued.
const VISIBILITY_SECONDS: &str = "60";
/// Two weeks, SQS's maximum, for the operator to inspect unreadable messages.
const DEAD_SECONDS: &str = "1209600";
const TRIES: u32 = 5;
/// The id of this program's statement in the queue's policy.
const SENDER: &str = "invoices-bucket";

/// An existing queue.
pub(super) struct Queue {
    pub url: String,
    pub arn: String,
}

type Attributes = HashMap<QueueAttributeName, String>;

impl Provisioning<'_> {
    /// Provisions the queue. `None` in a dry run if it does not exist.
    pub(super) async fn queue(&mut self, name: &str, bucket: &str) -> Result<Option<Queue>, ProvisionError> {
        let sqs = self.aws.sqs();
        let dead_name = format!("{name}-dead");
        let dead = self
            .find_or_create(
                &sqs,
                &dead_name,
                QueueAttributeName::MessageRetentionPeriod,
                DEAD_SECONDS,
            )
            .await?;
        let queue = self
            .find_or_create(&sqs, name, QueueAttributeName::VisibilityTimeout, VISIBILITY_SECONDS)
            .await?;
        let (redrive_what, policy_what) = (
            format!("queue {name}: after {TRIES} tries to {dead_name}"),
            format!("policy of {name}: bucket {bucket} may send"),
        );
        let (Some((dead, _)), Some((queue, attributes))) = (dead, queue) else {
            self.needs_change(false, redrive_what);
            self.needs_change(false, policy_what);
            return Ok(None);
        };
        let mut wanted = Attributes::new();
        let redrive = parsed(attributes.get(&QueueAttributeName::RedrivePolicy));
        let right = redrive["deadLetterTargetArn"] == dead.arn.as_str() && !redrive["maxReceiveCount"].is_null();
        if self.needs_change(right, redrive_what) {
            let redrive = json!({"deadLetterTargetArn": dead.arn, "maxReceiveCount": TRIES.to_string()});
            wanted.insert(QueueAttributeName::RedrivePolicy, redrive.to_string());
        }
        let policy = parsed(attributes.get(&QueueAttributeName::Policy));
        let statement = may_send(&queue.arn, bucket);
        let statements = policy["Statement"].as_array().cloned().unwrap_or_default();
        if self.needs_change(statements.contains(&statement), policy_what) {
            let mut statements: Vec<Value> = statements.into_iter().filter(|other| other["Sid"] != SENDER).collect();
            statements.push(statement);
            let policy = json!({"Version": "2012-10-17", "Statement": statements});
            wanted.insert(QueueAttributeName::Policy, policy.to_string());
        }
        if !wanted.is_empty() {
            let set = sqs
                .set_queue_attributes()
                .queue_url(&queue.url)
                .set_attributes(Some(wanted));
            set.send().await.map_err(failed("the queue", "SetQueueAttributes"))?;
            self.confirm();
        }
        Ok(Some(queue))
    }

    /// A queue and its attributes. Creates it with one attribute if it does not exist.
    async fn find_or_create(
        &mut self,
        sqs: &Client,
        name: &str,
        attribute: QueueAttributeName,
        value: &str,
    ) -> Result<Option<(Queue, Attributes)>, ProvisionError> {
        let found = match sqs.get_queue_url().queue_name(name).send().await {
            Ok(found) => found.queue_url,
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetQueueUrlError::is_queue_does_not_exist) =>
            {
                None
            }
            Err(error) => return Err(failed("the queue", "GetQueueUrl")(error)),
        };
        let made = self.needs_change(found.is_some(), format!("queue {name}"));
        let url = if made {
            let create = sqs.create_queue().queue_name(name).attributes(attribute, value);
            let created = create.send().await;
            let created = created.map_err(failed("the queue", "CreateQueue"))?;
            self.confirm();
            created.queue_url
        } else {
            found
        };
        let Some(url) = url else { return Ok(None) };
        let asked = sqs
            .get_queue_attributes()
            .queue_url(&url)
            .attribute_names(QueueAttributeName::All);
        let attributes = asked
            .send()
            .await
            .map_err(failed("the queue", "GetQueueAttributes"))?
            .attributes
            .unwrap_or_default();
        let arn = attributes.get(&QueueAttributeName::QueueArn).cloned();
        let arn = arn.ok_or_else(|| ProvisionError::new("the queue", "SQS did not return its ARN"))?;
        Ok(Some((Queue { url, arn }, attributes)))
    }
}

/// A policy statement that lets only this bucket, in the queue's own account, send.
fn may_send(queue_arn: &str, bucket: &str) -> Value {
    let part = |nth| queue_arn.split(':').nth(nth).unwrap_or_default();
    let (partition, account) = (part(1), part(4));
    json!({
        "Sid": SENDER,
        "Effect": "Allow",
        "Principal": {"Service": "s3.amazonaws.com"},
        "Action": "sqs:SendMessage",
        "Resource": queue_arn,
        "Condition": {
            "ArnEquals": {"aws:SourceArn": format!("arn:{partition}:s3:::{bucket}")},
            "StringEquals": {"aws:SourceAccount": account},
        },
    })
}

fn parsed(attribute: Option<&String>) -> Value {
    attribute
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default()
}
