//! Adapters for AWS and compatible services: objects in S3, secrets in Secrets Manager, bucket events from SQS,
//! notifications by SNS.
//!
//! [`Aws`] is the configuration that all adapters share: region, credentials, HTTP client, timeouts and retries. Their
//! errors are [`DependencyError`](invoices_domain::ports::DependencyError)s that name the operation, the service's
//! error code and the request id, never a body.

mod call_error;
mod connection;
mod event;
mod event_queue;
mod objects;
pub mod provision;
mod secrets;
mod setting_error;
mod topic;

pub use connection::{Aws, AwsSettings, ConnectError};
pub use event_queue::{EventQueue, QueueSettings};
pub use objects::{Encryption, S3Objects, S3Settings};
pub use secrets::{SecretNames, SecretsManager};
pub use setting_error::SettingError;
pub use topic::{SnsTopic, TopicArn};
