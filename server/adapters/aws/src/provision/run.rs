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
    what: String,
    /// The steps up to the failure, with the one that failed if it had begun.
    pub steps: Vec<Step>,
    #[source]
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl ProvisionError {
    pub(super) fn new(what: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        ProvisionError {
            what: format!("failed to provision {what}"),
            steps: Vec::new(),
            source: source.into(),
        }
    }
}

/// One run over all resources.
pub(super) struct Provisioning<'a> {
    pub(super) aws: &'a Aws,
    pub(super) dry_run: bool,
    pub(super) steps: Vec<Step>,
    /// The steps, by their place, whose changes are not confirmed yet.
    pub(super) unconfirmed: Vec<usize>,
}

impl Provisioning<'_> {
    /// Records a step. `true` if the resource must be changed now; [`Provisioning::confirm`] says that it was.
    pub(super) fn needs_change(&mut self, is_right: bool, resource: String) -> bool {
        let outcome = match (is_right, self.dry_run) {
            (true, _) => StepOutcome::Unchanged,
            (false, false) => StepOutcome::Changed,
            (false, true) => StepOutcome::WouldChange,
        };
        if outcome == StepOutcome::Changed {
            self.unconfirmed.push(self.steps.len());
        }
        self.steps.push(Step { resource, outcome });
        outcome == StepOutcome::Changed
    }

    /// Says that the changes of all steps so far took effect.
    pub(super) fn confirm(&mut self) {
        self.unconfirmed.clear();
    }

    /// The error with the steps before it.
    pub(super) fn failed(mut self, error: ProvisionError) -> ProvisionError {
        for nth in self.unconfirmed {
            self.steps[nth].outcome = StepOutcome::Failed;
        }
        ProvisionError {
            steps: self.steps,
            ..error
        }
    }
}
