//! One provisioning run: its steps and its error.

use aws_sdk_s3::config::http::HttpResponse;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::RequestId;

use crate::provision::{ProvisionError, Step, StepOutcome};
use crate::sdk::call_error::CallError;
use crate::sdk::connection::Aws;

impl ProvisionError {
    pub(super) fn new(what: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        ProvisionError {
            what: format!("failed to provision {what}"),
            steps: Vec::new(),
            source: source.into(),
        }
    }
}

/// The error of a step whose call failed.
pub(super) fn failed<E>(what: &str, operation: &'static str) -> impl Fn(SdkError<E, HttpResponse>) -> ProvisionError
where
    E: ProvideErrorMetadata + RequestId + std::error::Error + 'static,
{
    move |error| ProvisionError::new(what, CallError::new(operation, &error))
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

    /// Reports that the changes of all steps so far took effect.
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
