//! The adapters, on the AWS SDK.

mod call_error;
mod connection;
mod event;
mod event_queue;
mod objects;
mod provision;
mod secrets;
mod topic;

pub use connection::Aws;
pub use event_queue::EventQueue;
pub use objects::S3Objects;
pub use provision::provision;
pub use secrets::SecretsManager;
pub use topic::SnsTopic;
