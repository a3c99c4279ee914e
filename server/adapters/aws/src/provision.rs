//! The resources that the service needs in an AWS account, and a report of what was created.

use std::fmt;

/// The topic's name, as the contract has it.
pub const TOPIC: &str = "NewInvoiceTopicNotification";

/// The resources to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The bucket of originals.
    pub bucket: String,
    /// The queue that receives the bucket's notifications. Its dead-letter queue has the suffix `-dead`.
    pub queue: String,
    /// The topic of notifications.
    pub topic: String,
    /// The e-mail addresses to subscribe; each recipient must confirm.
    pub emails: Vec<String>,
    /// The SNS mobile push endpoints (ARNs) to subscribe.
    pub push_endpoints: Vec<String>,
}

/// The steps, and the values for the service's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provisioned {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The queue's URL; `None` if it does not exist yet.
    pub queue_url: Option<String>,
    /// The topic's ARN; `None` if it does not exist yet.
    pub topic_arn: Option<String>,
}

/// One resource that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The resource, with its name.
    pub resource: String,
    /// The result.
    pub outcome: StepOutcome,
}

/// The result of checking a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// It was right already.
    Unchanged,
    /// It was created or changed.
    Changed,
    /// It was to be created or changed, and that failed.
    Failed,
    /// It would be created or changed (dry run).
    WouldChange,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.outcome {
            StepOutcome::Unchanged => "is there",
            StepOutcome::Changed => "made",
            StepOutcome::Failed => "failed",
            StepOutcome::WouldChange => "would make",
        };
        write!(f, "{outcome:<10}  {}", self.resource)
    }
}

/// A step failed. The steps before it took effect.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct ProvisionError {
    pub(crate) what: String,
    /// The steps up to the failure, with the one that failed if it had begun.
    pub steps: Vec<Step>,
    #[source]
    pub(crate) source: Box<dyn std::error::Error + Send + Sync>,
}
