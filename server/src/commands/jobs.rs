//! `invoices jobs`.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

use invoices_app::work::kind;
use invoices_db::{Job, JobFilter, JobState, Store};
use invoices_domain::DocumentState;
use serde_json::Value;

use super::{SettingsArgs, User, printable, table};

/// Show the work that is owed, runs, ended or was given up
///
/// A line a job: what it does, for whom, where it stands, how often it was tried, what it has done so far, and why the
/// last attempt failed. Of an ingest: ids that its searches gave, messages found, fetched and not fetched, documents stored,
/// messages left for its next pass, and what became of the documents since. Jobs that ended are kept for some days.
#[derive(clap::Args)]
pub struct Jobs {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only those of one user: an e-mail address or an id
    #[arg(long)]
    user: Option<User>,

    /// Only those that are ready, running, done or dead
    #[arg(long, value_parser = state)]
    state: Option<JobState>,

    /// At most so many, the last enqueued first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

fn state(text: &str) -> Result<JobState, String> {
    text.parse().map_err(|_| "there is no such state".into())
}

impl Jobs {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = Store::open(&self.settings.load()?.database()).await?;
        let user = match self.user {
            Some(user) => Some(user.find(&store).await?),
            None => None,
        };
        let filter = JobFilter {
            user,
            state: self.state,
        };
        let mut table = table([
            "job",
            "kind",
            "user",
            "state",
            "tries",
            "due or ended",
            "done so far",
            "last error",
        ]);
        for job in store.jobs(filter, self.limit).await? {
            let read = match job.user.filter(|_| job.kind == kind::INGEST) {
                Some(user) => store.document_counts(user, job.created_at, job.finished_at).await?,
                None => BTreeMap::new(),
            };
            table.add_row(line(&job, &read));
        }
        println!("{table}");
        Ok(ExitCode::SUCCESS)
    }
}

fn line(job: &Job, read: &BTreeMap<DocumentState, u64>) -> [String; 8] {
    let read = read.iter().map(|(state, count)| format!("{state} {count}"));
    let done: Vec<String> = job.result.iter().flat_map(counts).chain(read).collect();
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
        done.join(", "),
        job.last_error.clone().unwrap_or_default(),
    ]
    .map(|cell| printable(&cell))
}

/// The counts of a job's report: `stored 3`, `searched 2`.
fn counts(report: &Value) -> impl Iterator<Item = String> {
    let fields = report.as_object().into_iter().flatten();
    fields.filter_map(|(name, value)| Some(format!("{} {}", name.replace('_', " "), value.as_u64()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_told_by_its_counts() {
        let report = serde_json::json!({"found": 7, "stored": 3, "by_vendor": {"ica": 3}, "end": null});
        assert_eq!(counts(&report).collect::<Vec<_>>(), ["found 7", "stored 3"]);
        assert_eq!(counts(&Value::Null).count(), 0);
    }
}
