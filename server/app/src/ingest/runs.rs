//! A user's runs of ingests.

use chrono::{DateTime, Utc};
use invoices_db::{Job, JobState};
use invoices_domain::{RunId, UserId};

use super::outcome;
use crate::app::App;
use crate::error::Error;
use crate::job::{self, Ingest, IngestOrder, IngestReport};
use crate::page::{Listing, cut, invalid_cursor, one_more};

/// How many runs a page has by default.
const DEFAULT_LIMIT: usize = 20;

/// The run of an ingest.
#[derive(Debug)]
pub struct IngestRun {
    /// Its id.
    pub id: RunId,
    /// What was ordered.
    pub order: IngestOrder,
    /// Its progress.
    pub state: RunState,
    /// When it was ordered.
    pub created_at: DateTime<Utc>,
    /// When its fetching ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its counts so far.
    pub report: IngestReport,
    /// How many documents that were stored meanwhile are not read yet.
    pub unread: u64,
}

/// How far a run has come.
#[derive(Debug)]
pub enum RunState {
    /// It waits for its turn.
    Queued,
    /// Mails are searched for and fetched.
    Fetching,
    /// All are fetched, and documents are not read yet.
    Parsing,
    /// It has ended, and all that it stored is read.
    Done,
    /// It has ended early, for this reason.
    Failed(Error),
}

impl App {
    /// A page of a user's runs, the last ordered first. `cursor` is where the page before ended, as that page says.
    pub async fn ingest_runs(
        &self,
        user: UserId,
        limit: Option<usize>,
        cursor: Option<&str>,
    ) -> Result<Listing<IngestRun>, Error> {
        let after = match cursor {
            Some(cursor) => Some(self.job_of_run(user, cursor).await?.ok_or_else(invalid_cursor)?.id),
            None => None,
        };
        let limit = limit.unwrap_or(DEFAULT_LIMIT);
        let mut jobs = self.store().ingest_jobs(user, after, one_more(limit)).await?;
        let next = cut(&mut jobs, Some(limit), |job| job::run_of(&job.key).to_string());
        let mut items = Vec::with_capacity(jobs.len());
        for job in jobs {
            items.push(self.run_of_job(user, job).await?);
        }
        Ok(Listing { items, next })
    }

    /// A run of a user.
    pub async fn ingest_run(&self, user: UserId, id: &str) -> Result<IngestRun, Error> {
        let job = self.job_of_run(user, id).await?;
        let job = job.ok_or_else(|| Error::NotFound("No such run.".into()))?;
        self.run_of_job(user, job).await
    }

    /// The last run of the ingests of a user's mailbox that has ended.
    pub(crate) async fn last_mailbox_run(&self, user: UserId) -> Result<Option<IngestRun>, Error> {
        match self.store().last_mailbox_job(user).await? {
            Some(job) => Ok(Some(self.run_of_job(user, job).await?)),
            None => Ok(None),
        }
    }

    /// The last run of a user's ingest of the rent notices of all months.
    pub(crate) async fn last_rental_run(&self, user: UserId) -> Result<Option<IngestRun>, Error> {
        for job in self.store().ingest_jobs(user, None, i64::MAX).await? {
            if job::arguments::<IngestOrder>(&job)?.ingest == Ingest::Rental {
                return Ok(Some(self.run_of_job(user, job).await?));
            }
        }
        Ok(None)
    }

    async fn job_of_run(&self, user: UserId, id: &str) -> Result<Option<Job>, Error> {
        let Ok(id) = id.parse::<RunId>() else {
            return Ok(None);
        };
        if let Some(job) = self.store().ingest_job(user, job::requested_key(id)).await? {
            return Ok(Some(job));
        }
        // A run that no request ordered has no id in its key. A user has few of them.
        let scheduled = self.store().ingest_jobs_not(user, job::REQUESTED).await?;
        Ok(scheduled.into_iter().find(|job| job::run_of(&job.key) == id))
    }

    async fn run_of_job(&self, user: UserId, job: Job) -> Result<IngestRun, Error> {
        let order: IngestOrder = job::arguments(&job)?;
        let report = IngestReport::of(job.result)?;
        let unread = match report.stored {
            0 => 0,
            _ => self.store().count_unread(user, job.created_at, job.finished_at).await?,
        };
        let has_ended = matches!(job.state, JobState::Done | JobState::Dead);
        let state = match outcome(report.clone()) {
            Err(error) if has_ended => RunState::Failed(error),
            Ok(_) if has_ended && unread > 0 => RunState::Parsing,
            Ok(_) if has_ended => RunState::Done,
            _ if job.attempts == 0 => RunState::Queued,
            _ => RunState::Fetching,
        };
        Ok(IngestRun {
            id: job::run_of(&job.key),
            order,
            state,
            created_at: job.created_at,
            finished_at: job.finished_at,
            report,
            unread: unread.unsigned_abs(),
        })
    }
}
