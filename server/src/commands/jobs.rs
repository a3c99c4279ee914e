//! `invoices jobs`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use invoices_service::start::open_store;
use invoices_service::{DocumentState, Job, JobFilter, JobState, job_kind};
use serde_json::Value;

use super::args::{SettingsArgs, UserArg, find_user};
use super::output::{printable, table};

/// List jobs: ready, running, done and dead
///
/// Prints a line a job: its kind, user, state, attempts, progress, and the error of the last attempt. The progress of an
/// ingest counts the ids that its searches returned, the messages found, fetched and not fetched, the documents stored, the
/// messages left for its next batch, and the present states of the documents. Finished jobs are kept for some days.
#[derive(clap::Args)]
pub struct Jobs {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only jobs of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// Only jobs in this state: ready, running, done, dead
    #[arg(long, value_parser = state)]
    state: Option<JobState>,

    /// The maximum number of jobs, the newest first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

fn state(text: &str) -> Result<JobState, String> {
    text.parse().map_err(|_| "there is no such state".into())
}

impl Jobs {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = open_store(&self.settings.load()?).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
        let filter = JobFilter {
            user,
            state: self.state,
        };
        let mut table = table([
            "job",
            "kind",
            "user",
            "state",
            "attempts",
            "due or finished",
            "progress",
            "last error",
        ]);
        for job in store.jobs(filter, self.limit).await? {
            let documents = match job.user.filter(|_| job.kind == job_kind::INGEST) {
                Some(user) => store.document_counts(user, job.created_at, job.finished_at).await?,
                None => BTreeMap::new(),
            };
            table.add_row(line(&job, &documents));
        }
        writeln!(io::stdout(), "{table}")?;
        Ok(ExitCode::SUCCESS)
    }
}

fn line(job: &Job, documents: &BTreeMap<DocumentState, u64>) -> [String; 8] {
    let documents = documents.iter().map(|(state, count)| format!("{state} {count}"));
    let progress: Vec<String> = job.result.iter().flat_map(counts).chain(documents).collect();
    [
        job.id.to_string(),
        job.kind.clone(),
        job.user.map(|user| user.to_string()).unwrap_or_default(),
        job.state.to_string(),
        job.attempts.to_string(),
        job.finished_at
            .unwrap_or(job.run_at)
            .format("%Y-%m-%d %H:%M:%S")
            .to_string(),
        progress.join(", "),
        job.last_error.clone().unwrap_or_default(),
    ]
    .map(|cell| printable(&cell))
}

/// The counts in a job's report: `stored 3`, `searched 2`.
fn counts(report: &Value) -> impl Iterator<Item = String> {
    let fields = report.as_object().into_iter().flatten();
    fields.filter_map(|(name, value)| Some(format!("{} {}", name.replace('_', " "), value.as_u64()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_a_report_are_shown() {
        let report = serde_json::json!({"found": 7, "stored": 3, "by_vendor": {"ica": 3}, "end": null});
        assert_eq!(counts(&report).collect::<Vec<_>>(), ["found 7", "stored 3"]);
        assert_eq!(counts(&Value::Null).count(), 0);
    }
}
