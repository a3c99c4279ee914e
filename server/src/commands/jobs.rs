//! `invoices jobs`.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

use invoices_service::{DocumentState, Job, JobFilter, ShownJobState};
use serde_json::{Value, json};

use super::args::{SettingsArgs, UserArg, find_user, open_existing};
use super::listing::{ListArgs, PeriodArgs, Row};
use super::output::{parse_state, seconds};

/// List jobs: ready, running, done, failed and dead
///
/// Prints one line per job: its kind, user, state, attempts, progress, and the error of the last attempt. The progress of an
/// ingest counts the ids that its searches returned, the messages found, fetched and not fetched, the documents stored, the
/// messages left for its next batch, and the current states of the documents. A job has failed if it ended with a failure, such
/// as `reconnect`: the mail account must be reconnected. Finished jobs are kept for some days.
#[derive(clap::Args)]
pub struct Jobs {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only jobs of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// Only jobs in this state: ready, running, done, failed, dead
    #[arg(long, value_parser = parse_state::<ShownJobState>)]
    state: Option<ShownJobState>,

    #[command(flatten)]
    created: PeriodArgs,

    #[command(flatten)]
    list: ListArgs,
}

impl Jobs {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let created = self.created.period(&config)?;
        let store = open_existing(&config).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
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
        self.list.print(page).await
    }
}

/// A job, with the present states of the documents of an ingest.
struct Listed {
    job: Job,
    documents: BTreeMap<DocumentState, u64>,
}

impl Row for Listed {
    const COLUMNS: &'static [&'static str] = &[
        "job",
        "kind",
        "user",
        "state",
        "attempts",
        "due or finished",
        "progress",
        "last error",
    ];
    const FIELDS: &'static [&'static str] = &[
        "job",
        "kind",
        "user_id",
        "state",
        "attempts",
        "created_at",
        "run_at",
        "finished_at",
        "progress",
        "documents",
        "last_error",
    ];

    fn cells(&self) -> Vec<String> {
        let job = &self.job;
        let reported = job.result.iter().flat_map(counts);
        let documents = self.documents.iter();
        let documents = documents.map(|(state, count)| (state.to_string(), *count));
        let progress = reported
            .chain(documents)
            .map(|(name, count)| format!("{} {count}", name.replace('_', " ")));
        vec![
            job.id.to_string(),
            job.kind.to_string(),
            job.user.map(|user| user.to_string()).unwrap_or_default(),
            job.shown_state().to_string(),
            job.attempts.to_string(),
            seconds(job.finished_at.unwrap_or(job.run_at)),
            progress.collect::<Vec<_>>().join(", "),
            last_error(job).unwrap_or_default().to_owned(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let job = &self.job;
        let documents = self.documents.iter();
        vec![
            json!(job.id),
            json!(job.kind.to_string()),
            json!(job.user.map(|user| user.to_string())),
            json!(job.shown_state().to_string()),
            json!(job.attempts),
            json!(job.created_at),
            json!(job.run_at),
            json!(job.finished_at),
            job.result
                .iter()
                .flat_map(counts)
                .map(|(name, count)| (name, json!(count)))
                .collect(),
            documents
                .map(|(state, count)| (state.to_string(), json!(count)))
                .collect(),
            json!(last_error(job)),
        ]
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
