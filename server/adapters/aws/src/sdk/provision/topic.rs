//! The topic and the operator's own subscriptions.

use super::run::{Provisioning, failed};
use crate::provision::ProvisionError;

impl Provisioning<'_> {
    /// Provisions the topic and returns its ARN. `None` in a dry run if it does not exist.
    pub(super) async fn topic(&mut self, name: &str) -> Result<Option<String>, ProvisionError> {
        const WHAT: &str = "the topic";
        let sns = self.aws.sns();
        let mut pages = sns.list_topics().into_paginator().items().send();
        let mut found = None;
        while let Some(topic) = pages.next().await {
            let topic = topic.map_err(failed(WHAT, "ListTopics"))?;
            let arn = topic.topic_arn.unwrap_or_default();
            if arn.rsplit(':').next() == Some(name) {
                found = Some(arn);
                break;
            }
        }
        if !self.needs_change(found.is_some(), format!("topic {name}")) {
            return Ok(found);
        }
        let created = sns.create_topic().name(name).send().await;
        let created = created.map_err(failed(WHAT, "CreateTopic"))?;
        self.confirm();
        Ok(created.topic_arn)
    }

    /// Subscribes the operator's endpoints to the notifications of all users, without a filter policy.
    pub(super) async fn subscriptions(
        &mut self,
        topic_arn: Option<&str>,
        protocol: &str,
        endpoints: &[String],
    ) -> Result<(), ProvisionError> {
        const WHAT: &str = "the subscriptions";
        if endpoints.is_empty() {
            return Ok(());
        }
        let sns = self.aws.sns();
        let mut there = Vec::new();
        if let Some(arn) = topic_arn {
            let mut pages = sns
                .list_subscriptions_by_topic()
                .topic_arn(arn)
                .into_paginator()
                .items()
                .send();
            while let Some(subscription) = pages.next().await {
                let subscription = subscription.map_err(failed(WHAT, "ListSubscriptionsByTopic"))?;
                there.push((subscription.protocol, subscription.endpoint));
            }
        }
        for endpoint in endpoints {
            let right = there.contains(&(Some(protocol.to_owned()), Some(endpoint.clone())));
            if self.needs_change(right, format!("subscription by {protocol}: {endpoint}"))
                && let Some(arn) = topic_arn
            {
                let subscribe = sns.subscribe().topic_arn(arn).protocol(protocol).endpoint(endpoint);
                subscribe.send().await.map_err(failed(WHAT, "Subscribe"))?;
                self.confirm();
            }
        }
        Ok(())
    }
}
