//! Notifications by SNS.

use async_trait::async_trait;
use aws_sdk_sns::Client;
use aws_sdk_sns::types::MessageAttributeValue;
use invoices_domain::ports::{Dependency, DependencyError, Notification, Topic};

use crate::sdk::call_error::dependency_error;
use crate::sdk::connection::Aws;
use crate::settings::TopicArn;

/// The message attribute that a subscription's filter policy can match.
const USER: &str = "user_id";
/// The message attribute with the kind of the notification.
const KIND: &str = "kind";

/// Publishes to an SNS topic. Every message has the attributes `user_id` and `kind`, so that a subscription's filter policy can
/// select one user. The operator's own subscriptions have no filter.
#[derive(Clone, Debug)]
pub struct SnsTopic {
    client: Client,
    arn: TopicArn,
}

impl SnsTopic {
    /// Makes no call.
    pub fn new(aws: &Aws, arn: TopicArn) -> Self {
        SnsTopic { client: aws.sns(), arn }
    }
}

#[async_trait]
impl Topic for SnsTopic {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        let unusable = |error| DependencyError::new(Dependency::Topic, error);
        let attribute = |value: String| {
            MessageAttributeValue::builder()
                .data_type("String")
                .string_value(value)
                .build()
                .map_err(unusable)
        };
        let (user, kind) = (
            attribute(notification.user.to_string())?,
            attribute(notification.kind.to_string())?,
        );
        let published = self
            .client
            .publish()
            .topic_arn(self.arn.to_string())
            .subject(&notification.subject)
            .message(&notification.message)
            .message_attributes(USER, user)
            .message_attributes(KIND, kind)
            .send()
            .await
            .map_err(|error| dependency_error(Dependency::Topic, "Publish", &error))?;
        tracing::info!(user = %notification.user, id = notification.id, message = published.message_id(), "published");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_named_by_its_arn() {
        let arn = "arn:aws:sns:eu-north-1:123456789012:NewInvoiceTopicNotification";
        assert_eq!(arn.parse::<TopicArn>().unwrap().to_string(), arn);
        for text in [
            "",
            "NewInvoiceTopicNotification",
            "arn:aws:sqs:r:1:n",
            "arn:aws:sns:r:1:",
            "arn:aws:sns:r:1:n.fifo",
        ] {
            assert!(text.parse::<TopicArn>().is_err(), "{text}");
        }
    }
}
