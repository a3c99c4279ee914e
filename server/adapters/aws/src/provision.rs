//! Makes what the service needs in an account of AWS, or says what is missing.
//!
//! Every step looks first and changes only what differs, so that it may run as often as anyone likes. Nothing that is there
//! and not ours is taken away.

mod bucket;
mod queue;
mod topic;

use std::fmt;

use crate::connection::Aws;
use crate::failure::Failure;

/// The topic's name, as the contract has it.
pub const TOPIC: &str = "NewInvoiceTopicNotification";

/// What shall be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The bucket of originals.
    pub bucket: String,
    /// The queue in which it tells of new objects. Its dead-letter queue has `-dead` after that name.
    pub queue: String,
    /// The topic of notifications.
    pub topic: String,
    /// Where the topic mails, after the receiver has confirmed it.
    pub emails: Vec<String>,
    /// Mobile push endpoints of SNS (ARNs) that the topic sends to.
    pub push_endpoints: Vec<String>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The thing, with its name.
    pub what: String,
    /// What became of it.
    pub done: Done,
}

/// What became of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is as it should be.
    Kept,
    /// It was made, or changed.
    Made,
    /// It would be.
    WouldMake,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = match self.done {
            Done::Kept => "is there",
            Done::Made => "made",
            Done::WouldMake => "would make",
        };
        write!(f, "{done:<10}  {}", self.what)
    }
}

/// What was done, and what the service's settings must say now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provisioned {
    /// In order.
    pub steps: Vec<Step>,
    /// The queue's address; `None` when there is none yet.
    pub queue_url: Option<String>,
    /// The topic's ARN; `None` when there is none yet.
    pub topic_arn: Option<String>,
}

/// A step that could not be taken. Those before it were.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct ProvisionError {
    what: String,
    #[source]
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl ProvisionError {
    fn new(what: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        ProvisionError {
            what: format!("failed at {what}"),
            source: source.into(),
        }
    }
}

/// Makes everything, or with `dry_run` only looks.
pub async fn provision(aws: &Aws, wanted: &Wanted, dry_run: bool) -> Result<Provisioned, ProvisionError> {
    let mut run = Provisioning {
        aws,
        dry_run,
        steps: Vec::new(),
    };
    run.bucket(&wanted.bucket).await?;
    let queue = run.queue(&wanted.queue, &wanted.bucket).await?;
    run.notification(
        &wanted.bucket,
        queue.as_ref().map(|queue| queue.arn.as_str()),
        &wanted.queue,
    )
    .await?;
    let topic_arn = run.topic(&wanted.topic).await?;
    let (emails, endpoints) = (&wanted.emails, &wanted.push_endpoints);
    run.subscriptions(topic_arn.as_deref(), "email", emails).await?;
    run.subscriptions(topic_arn.as_deref(), "application", endpoints)
        .await?;
    Ok(Provisioned {
        steps: run.steps,
        queue_url: queue.map(|queue| queue.url),
        topic_arn,
    })
}

/// One run over everything.
struct Provisioning<'a> {
    aws: &'a Aws,
    dry_run: bool,
    steps: Vec<Step>,
}

impl Provisioning<'_> {
    /// Whether a thing must be made now; keeps what became of it.
    fn must(&mut self, right: bool, what: String) -> bool {
        let done = match (right, self.dry_run) {
            (true, _) => Done::Kept,
            (false, false) => Done::Made,
            (false, true) => Done::WouldMake,
        };
        self.steps.push(Step { what, done });
        done == Done::Made
    }
}
