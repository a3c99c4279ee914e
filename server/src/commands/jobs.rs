//! `invoices jobs`.

use std::collections::BTreeMap;

use invoices_db::{Job, JobFilter, ShownJobState};
use invoices_service::DocumentState;
use serde_json::{Value, json};

use super::listing::{ListArgs, Listing};
use super::output::{Outcome, parse_state, seconds};

/// List jobs: ready, running, done, failed and dead
///
/// Prints one line per job: its kind, user, state, attempts, progress, and the error of the last attempt. The progress of an
/// ingest counts the ids that its searches returned, the messages found, fetched and not fetched, the documents stored, the
/// messages left for its next batch, and the current states of the documents. A job has failed if it ended with a failure, such
/// as `reconnect`: the mail account must be reconnected. Finished jobs are kept for some days.
#[derive(clap::Args)]
pub struct Jobs {
    /// Only jobs in this state: ready, running, done, failed, dead
    #[arg(long, value_parser = parse_state::<ShownJobState>)]
    state: Option<ShownJobState>,

    #[command(flatten)]
    list: ListArgs,
}

impl Jobs {
    pub async fn run(self) -> Outcome {
        let (store, user, created) = self.list.open().await?;
        let page = async |last: Option<&Listed>, size| {
            let filter = JobFilter {
                user,
                state: self.state,
                created,
                after: last.map(|last| last.job.id),
            };
            let mut rows = Vec::new();
            for job in store.jobs(filter, size).await? {
                let documents = match job.user.filter(|_| job.stores_documents()) {
                    Some(user) => store.document_counts(user, job.created_at, job.finished_at).await?,
                    None => BTreeMap::new(),
                };
                rows.push(Listed { job, documents });
            }
            Ok(rows)
        };
        self.list.print(&JOBS, page).await
    }
}

/// A job, with the present states of the documents of an ingest.
struct Listed {
    job: Job,
    documents: BTreeMap<DocumentState, u64>,
}

const JOBS: Listing<Listed> = Listing {
    columns: &[
        ("job", |row| row.job.id.to_string()),
        ("kind", |row| row.job.kind.to_string()),
        ("user", |row| {
            row.job.user.map(|user| user.to_string()).unwrap_or_default()
        }),
        ("state", |row| row.job.shown_state().to_string()),
        ("attempts", |row| row.job.attempts.to_string()),
        ("due or finished", |row| {
            seconds(row.job.finished_at.unwrap_or(row.job.run_at))
        }),
        ("progress", |row| {
            let progress = row.reported().chain(row.documents());
            let progress = progress.map(|(name, count)| format!("{} {count}", name.replace('_', " ")));
            progress.collect::<Vec<_>>().join(", ")
        }),
        ("last error", |row| last_error(&row.job).unwrap_or_default().to_owned()),
    ],
    right: &[],
    fields: &[
        ("job", |row| json!(row.job.id)),
        ("kind", |row| json!(row.job.kind.to_string())),
        ("user_id", |row| json!(row.job.user.map(|user| user.to_string()))),
        ("state", |row| json!(row.job.shown_state().to_string())),
        ("attempts", |row| json!(row.job.attempts)),
        ("created_at", |row| json!(row.job.created_at)),
        ("run_at", |row| json!(row.job.run_at)),
        ("finished_at", |row| json!(row.job.finished_at)),
        ("progress", |row| row.reported().collect()),
        ("documents", |row| row.documents().collect()),
        ("last_error", |row| json!(last_error(&row.job))),
    ],
};

impl Listed {
    /// The counts that the job reported.
    fn reported(&self) -> impl Iterator<Item = (String, u64)> {
        self.job.result.iter().flat_map(counts)
    }

    fn documents(&self) -> impl Iterator<Item = (String, u64)> {
        self.documents.iter().map(|(state, count)| (state.to_string(), *count))
    }
}

/// Why the job failed, else the error of its last attempt.
fn last_error(job: &Job) -> Option<&str> {
    job.failure().or(job.last_error.as_deref())
}

/// The counts in a job's report.
fn counts(report: &Value) -> impl Iterator<Item = (String, u64)> {
    let fields = report.as_object().into_iter().flatten();
    fields.filter_map(|(name, value)| Some((name.clone(), value.as_u64()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_a_report_are_shown() {
        let report = serde_json::json!({"found": 7, "stored": 3, "by_vendor": {"ica": 3}, "end": null});
        assert_eq!(
            counts(&report).collect::<Vec<_>>(),
            [("found".to_owned(), 7), ("stored".to_owned(), 3)]
        );
        assert_eq!(counts(&Value::Null).count(), 0);
    }
}
