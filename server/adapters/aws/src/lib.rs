//! Adapters for AWS and compatible services: objects in S3, secrets in Secrets Manager, bucket events from SQS,
//! notifications by SNS.
//!
//! `Aws` is the configuration that all adapters share: region, credentials, HTTP client, timeouts and retries. Their
//! errors are [`DependencyError`](invoices_domain::ports::DependencyError)s that name the operation, the service's
//! error code and the request id, never a body.
//!
//! The adapters need the feature `sdk`. Without it there are only their settings, so that a program without them refuses
//! the same values.

pub mod provision;
#[cfg(feature = "sdk")]
mod sdk;
mod settings;

#[cfg(feature = "sdk")]
pub use sdk::{Aws, EventQueue, S3Objects, SecretsManager, SnsTopic, provision};
pub use settings::{ConnectError, Encryption, QueueSettings, S3Settings, SecretNames, SettingError, TopicArn, check};
