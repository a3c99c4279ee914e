//! The adapters on AWS.

use std::sync::Arc;

pub use invoices_aws::EventQueue;
use invoices_aws::provision::{Provisioned, Resources};
use invoices_aws::{QueueSettings, S3Objects, S3Settings, SecretNames, SecretsManager, SnsTopic, TopicArn};
use invoices_domain::ports::{Objects, Secrets, Topic};
use invoices_settings::AwsSettings;

use super::error::{StartError, failed};

/// A connection to AWS.
pub(super) struct Aws(invoices_aws::Aws);

impl Aws {
    pub async fn connect(settings: &AwsSettings) -> Result<Self, StartError> {
        let connected = invoices_aws::Aws::connect(settings).await;
        connected.map(Aws).map_err(failed("connect to AWS"))
    }

    pub async fn objects(&self, bucket: S3Settings) -> Result<Arc<dyn Objects>, StartError> {
        let opened = S3Objects::open(&self.0, bucket).await;
        Ok(Arc::new(opened.map_err(failed("open the objects' bucket"))?))
    }

    pub fn secrets(&self, names: SecretNames) -> Arc<dyn Secrets> {
        Arc::new(SecretsManager::new(&self.0, names))
    }

    pub fn topic(&self, arn: TopicArn) -> Arc<dyn Topic> {
        Arc::new(SnsTopic::new(&self.0, arn))
    }

    pub fn event_queue(&self, queue: QueueSettings) -> EventQueue {
        EventQueue::new(&self.0, queue)
    }

    pub async fn provision(&self, wanted: &Resources, dry_run: bool) -> Result<Provisioned, StartError> {
        let provisioned = invoices_aws::provision(&self.0, wanted, dry_run).await;
        provisioned.map_err(failed("provision AWS"))
    }
}
