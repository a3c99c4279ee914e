//! The report of a running ingest: published for waiting requests, and resumed by the next pass.

use std::future::pending;
use std::time::Duration;

use invoices_db::Job;
use tokio::sync::watch;
use tokio::time::sleep;

use super::context::Context;
use crate::job::{self, IngestReport, ProblemCause};

/// How often a run writes its progress at most.
const PUBLISH_EVERY: Duration = Duration::from_secs(1);

/// Writes the report to the job's row whenever it changed, for requests that wait. Never returns.
pub(super) async fn publish_progress(context: &Context<'_>, mut reports: watch::Receiver<IngestReport>) {
    while reports.changed().await.is_ok() {
        let report = job::payload(&*reports.borrow_and_update());
        // A report that is not written is replaced by the next one, or by the job's result.
        if let Err(error) = context.app.store().report_progress(context.job, report).await {
            tracing::debug!(%error, "failed to publish the progress of an ingest");
        }
        sleep(PUBLISH_EVERY).await;
    }
    pending::<()>().await;
}

/// The counts of earlier passes, or of an interrupted attempt. Failures are retried, so their errors are dropped.
pub(super) fn resume_report(job: &Job) -> IngestReport {
    let before = job
        .result
        .clone()
        .and_then(|result| serde_json::from_value(result).ok());
    let mut report: IngestReport = before.unwrap_or_default();
    report.errors.retain(|problem| problem.cause == ProblemCause::Gone);
    if report.searched_to.is_none() {
        report.searched = 0;
    }
    IngestReport {
        end: None,
        unfetched: 0,
        account_full: false,
        left: None,
        ..report
    }
}
