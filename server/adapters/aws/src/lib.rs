//! Adapters for AWS and for what speaks its language: objects in S3, secrets in Secrets Manager, events of the bucket
//! from SQS, notifications by SNS.
//!
//! [`Aws`] holds what all of them share: region, credentials, one HTTP client, time limits and retries. An error of any
//! of them is a [`DependencyError`](invoices_domain::ports::DependencyError) whose words name the operation, the
//! service's code and its request, never a body.

mod connection;
mod event;
mod failure;
mod inbox;
mod objects;
pub mod provision;
mod secrets;
mod topic;

pub use connection::{Aws, AwsSettings, ConnectError};
pub use inbox::{QueueSettings, SqsInbox};
pub use objects::{Encryption, S3Objects, S3Settings};
pub use secrets::{SecretNames, SecretsManager};
pub use topic::{SnsTopic, TopicArn};

/// A setting of this crate can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(String);
