//! Ingests: from a mailbox to stored originals.
//!
//! Every ingest is a job. A request joins a live one with the same order or enqueues one, and waits; a worker of this
//! or another process runs it. [`run`] leads from the job to its report, [`rental`] and [`retail`] search, [`pass`]
//! and [`fetch`] fetch, and [`message`] stores.

pub(crate) mod context;
mod facts;
pub(crate) mod fetch;
mod forwarded;
mod message;
pub(crate) mod pass;
mod rental;
mod retail;
mod retail_parts;
mod run;
mod runs;
pub(crate) mod trust;

use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_db::{JobId, JobState};
use invoices_domain::ports::DependencyError;
use invoices_domain::{DateWindow, Month, RunId, SubType, UserId};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::{Error, NoMailbox};
use crate::job::{self, Ingest, IngestEnd, IngestOrder, IngestReport};
use crate::settings::POLL;

pub(crate) use run::run;
pub use runs::{IngestRun, RunState};

/// How many unfinished ingests a user's requests may have ordered. Scheduled ones don't count.
const MAX_INGESTS: i64 = 3;
/// The `Retry-After` of a request beyond the limits.
const INGEST_RETRY_AFTER: Duration = Duration::from_secs(30);

/// A request's answer about its ingest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ingested {
    /// Its counts so far.
    pub report: IngestReport,
    /// The run; `None` if there was nothing to run.
    pub run: Option<RunId>,
    /// Its progress.
    pub progress: Progress,
}

impl Ingested {
    /// Whether it is still fetching.
    pub fn continues(&self) -> bool {
        self.progress == Progress::Fetching
    }
}

/// How far an ingest has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Mails are searched for and fetched.
    Fetching,
    /// All are fetched, and some of their documents are not read yet.
    Parsing,
    /// All that it stored is read.
    Done,
}

impl App {
    /// Fetches every rent notice of a month that is not processed.
    ///
    /// This and the other ingests end early when the caller has hung up; the job continues.
    pub async fn rental_ingest(&self, user: UserId, hung_up: &CancellationToken) -> Result<Ingested, Error> {
        self.ingest_and_wait(user, Ingest::Rental, hung_up).await
    }

    /// Fetches the current month's rent notice. Returns that month with the ingest, whose report has no outcome while it is still
    /// running.
    pub async fn rental_ingest_latest(
        &self,
        user: UserId,
        hung_up: &CancellationToken,
    ) -> Result<(Month, Ingested), Error> {
        let month = self.settings().zone.month(self.now());
        let ingested = self.ingest_and_wait(user, Ingest::RentalLatest, hung_up).await?;
        Ok((month, ingested))
    }

    /// Fetches the mails of active vendors: of the given days, else the new ones.
    pub async fn retail_ingest(
        &self,
        user: UserId,
        days: Option<DateWindow>,
        sub_type: Option<SubType>,
        hung_up: &CancellationToken,
    ) -> Result<Ingested, Error> {
        let vendors = self.sources(user).await?.active_vendors(sub_type.as_ref());
        let mut ingested = if vendors.is_empty() {
            self.mailboxes(user).await?;
            Ingested {
                report: IngestReport::ended(IngestEnd::Done),
                run: None,
                progress: Progress::Done,
            }
        } else {
            match self
                .ingest_and_wait(user, Ingest::retail(days, sub_type), hung_up)
                .await
            {
                // For this operation alone the contract answers a caller without an account with `USER_NOT_FOUND`.
                Err(Error::Unauthenticated(_)) => return Err(Error::UserNotFound),
                ingested => ingested?,
            }
        };
        // A run that has not reported its days yet will search these.
        let report = &mut ingested.report;
        if report.days.is_none() {
            let days = retail::default_days(self, user, days, &vendors).await?;
            report.days = Some((days.start(), days.end()));
            report.by_vendor = vendors.iter().map(|vendor| (vendor.vendor_id.clone(), 0)).collect();
        }
        Ok(ingested)
    }

    /// The number of requests of this process that wait for their ingest.
    pub fn waiting_for_ingests(&self) -> usize {
        self.0.waiting.taken() as usize
    }

    pub(crate) async fn ingest_and_wait(
        &self,
        user: UserId,
        ingest: Ingest,
        hung_up: &CancellationToken,
    ) -> Result<Ingested, Error> {
        // Without a mail account there is nothing to enqueue, except for what the user submitted.
        if ingest != Ingest::Import {
            self.mailboxes(user).await?;
        }
        let too_many = || Error::TooManyIngests(INGEST_RETRY_AFTER);
        let _waiting = self.0.waiting.try_take(user, 1).ok_or_else(too_many)?;
        let order = IngestOrder {
            user,
            ingest,
            scheduled: false,
        };
        let (key, now) = (job::requested_key(RunId::random()), self.now());
        let job = self
            .store()
            .enqueue_or_join_up_to(MAX_INGESTS, job::REQUESTED, job::ingest(&order, key, now), now)
            .await?;
        let job = job.ok_or_else(too_many)?;
        self.wake_workers();
        // A run that is joined began earlier.
        let row = self.store().job(job.id).await?;
        let run = row.as_ref().map(|row| job::run_of(&row.key));
        let began = row.map_or(now, |row| row.created_at);
        let waited = self.wait_for_ingest(user, job.id, began, hung_up).await;
        let (report, progress) = waited.map_err(|error| error.of_run(run))?;
        Ok(Ingested { report, run, progress })
    }

    /// Waits for an ingest that began then, and for what it stored to be read.
    async fn wait_for_ingest(
        &self,
        user: UserId,
        job: JobId,
        began: DateTime<Utc>,
        hung_up: &CancellationToken,
    ) -> Result<(IngestReport, Progress), Error> {
        let deadline = Instant::now() + self.settings().ingest_wait;
        let (report, finished) = self.wait_for_report(job, deadline, hung_up).await?;
        if !finished {
            return Ok((report, Progress::Fetching));
        }
        let report = outcome(report)?;
        let is_read = report.stored == 0 || self.wait_until_read(user, began, deadline, hung_up).await?;
        Ok((report, if is_read { Progress::Done } else { Progress::Parsing }))
    }

    /// Waits until the documents that were stored since then are read, so that a caller who lists right after it sees them.
    /// Returns whether they are: a document that fails is tried again later than a caller waits.
    async fn wait_until_read(
        &self,
        user: UserId,
        since: DateTime<Utc>,
        deadline: Instant,
        hung_up: &CancellationToken,
    ) -> Result<bool, Error> {
        let settle = *self.settings().pipeline.settle_seconds;
        let deadline = deadline.min(Instant::now() + settle);
        let mut finished = self.0.finished.subscribe();
        loop {
            let looked = Instant::now();
            if self.store().count_unread(user, since, None).await? == 0 {
                return Ok(true);
            }
            if Instant::now() >= deadline || hung_up.is_cancelled() {
                return Ok(false);
            }
            self.wait_for_jobs(&mut finished, looked, deadline, hung_up).await;
        }
    }

    /// Waits until a job of this process has ended, or for a pause in which others' may have. The looks at the database
    /// take at most a tenth of the time: one for each of thousands of jobs would keep the jobs waiting.
    async fn wait_for_jobs(
        &self,
        finished: &mut watch::Receiver<u64>,
        looked: Instant,
        deadline: Instant,
        hung_up: &CancellationToken,
    ) {
        let now = Instant::now();
        let earliest = deadline.min(now + POLL.min(9 * (now - looked)));
        let latest = deadline.min(now + POLL);
        let next_look = async {
            sleep_until(earliest).await;
            let _ = timeout_at(latest, finished.changed()).await;
        };
        tokio::select! {
            biased;
            () = hung_up.cancelled() => {}
            () = next_look => {}
        }
    }

    /// Waits until a job has ended, until the deadline and while the caller has not hung up. This process's workers
    /// wake it; jobs of other processes are polled. Returns the report and whether the job has ended.
    async fn wait_for_report(
        &self,
        job: JobId,
        deadline: Instant,
        hung_up: &CancellationToken,
    ) -> Result<(IngestReport, bool), Error> {
        let mut finished = self.0.finished.subscribe();
        loop {
            let looked = Instant::now();
            let row = self.store().job(job).await?;
            let Some(row) = row else {
                // A job that has a waiter is removed only with its user.
                return Ok((IngestReport::ended(IngestEnd::UserGone), true));
            };
            let report = IngestReport::of(row.result)?;
            if matches!(row.state, JobState::Done | JobState::Dead) {
                return Ok((report, true));
            }
            if Instant::now() >= deadline || hung_up.is_cancelled() {
                return Ok((report, false));
            }
            self.wait_for_jobs(&mut finished, looked, deadline, hung_up).await;
        }
    }
}

/// The report of an ended job as the caller's result.
fn outcome(report: IngestReport) -> Result<IngestReport, Error> {
    match report.end {
        Some(IngestEnd::Done) => Ok(report),
        Some(IngestEnd::Reconnect) => Err(Error::NoMailbox(NoMailbox::Reconnect)),
        Some(IngestEnd::Failed(which)) => {
            Err(DependencyError::new(which, "the ingest's job reports it; its log has the cause").into())
        }
        Some(IngestEnd::UserGone) => Err(Error::no_account()),
        Some(IngestEnd::Defect) | None => Err(Error::internal("the ingest ended without a result")),
    }
}
