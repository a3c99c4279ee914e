//! In place of `aws.rs` in a build without the feature `aws`.
//!
//! The types have no values, so that nothing but `connect` can be called.

use std::sync::Arc;
use std::time::Duration;

use invoices_aws::provision::{Provisioned, Resources};
use invoices_aws::{QueueSettings, S3Settings, SecretNames, TopicArn};
use invoices_domain::ports::{DependencyError, Objects, Secrets, Topic};
use invoices_domain::{Engine, MissingEngine};
use invoices_settings::AwsSettings;
use tokio_util::sync::CancellationToken;

use super::error::{StartError, failed};

/// A connection to AWS.
pub(super) enum Aws {}

#[expect(clippy::unused_async, reason = "the same signatures as in `aws.rs`")]
impl Aws {
    /// Always an error.
    pub async fn connect(_: &AwsSettings) -> Result<Self, StartError> {
        Err(failed("connect to AWS")(MissingEngine(Engine::Aws)))
    }

    pub async fn objects(&self, _: S3Settings) -> Result<Arc<dyn Objects>, StartError> {
        match *self {}
    }

    pub fn secrets(&self, _: SecretNames) -> Arc<dyn Secrets> {
        match *self {}
    }

    pub fn topic(&self, _: TopicArn) -> Arc<dyn Topic> {
        match *self {}
    }

    pub fn event_queue(&self, _: QueueSettings) -> EventQueue {
        match *self {}
    }

    pub async fn provision(&self, _: &Resources, _: bool) -> Result<Provisioned, StartError> {
        match *self {}
    }
}

/// The queue with the events of new objects.
pub enum EventQueue {}

#[expect(
    clippy::unused_async,
    reason = "the same signatures as in `invoices_aws::EventQueue`"
)]
impl EventQueue {
    pub async fn run<F>(&self, _: CancellationToken, _: F) {
        match *self {}
    }

    pub async fn poll_once<F>(&self, _: Duration, _: F) -> Result<usize, DependencyError> {
        match *self {}
    }
}
