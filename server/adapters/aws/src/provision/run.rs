//! One provisioning run: its steps and its error.

use std::fmt;

use crate::connection::Aws;

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
    /// It would be created or changed (dry run).
    WouldChange,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.outcome {
            StepOutcome::Unchanged => "is there",
            StepOutcome::Changed => "made",
            StepOutcome::WouldChange => "would make",
        };
        write!(f, "{outcome:<10}  {}", self.resource)
    }
}

/// A step failed. The steps before it took effect.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct ProvisionError {
    what: String,
    #[source]
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl ProvisionError {
    pub(super) fn new(what: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        ProvisionError {
            what: format!("failed to provision {what}"),
            source: source.into(),
        }
    }
}

/// One run over all resources.
pub(super) struct Provisioning<'a> {
    pub(super) aws: &'a Aws,
    pub(super) dry_run: bool,
    pub(super) steps: Vec<Step>,
}

impl Provisioning<'_> {
    /// Records a step. `true` if the resource must be changed now.
    pub(super) fn needs_change(&mut self, is_right: bool, resource: String) -> bool {
        let outcome = match (is_right, self.dry_run) {
            (true, _) => StepOutcome::Unchanged,
            (false, false) => StepOutcome::Changed,
            (false, true) => StepOutcome::WouldChange,
        };
        self.steps.push(Step { resource, outcome });
        outcome == StepOutcome::Changed
    }
}
