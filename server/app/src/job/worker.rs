//! Workers: claim a job, run it under a lease, write its outcome.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use invoices_db::{Job, JobKind, Pool, trace};
use invoices_domain::ports::NotificationKind;
use serde_json::Value;
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, Span};

use crate::app::App;
use crate::crash::{self, Point};
use crate::document::{parse, question};
use crate::error::Error;
use crate::ingest;
use crate::invoice::rental::{change, history, remind};
use crate::job::failures::{Failures, backoff, requested_wait};
use crate::job::{IngestEnd, IngestReport, OfUser, Work, payload};
use crate::job::{retention, sweep, watch};
use crate::notification::notify;
use crate::random;
use crate::settings::JOB_ATTEMPTS;
use crate::user::{account_mail, deletion};
use crate::webhook::delivery;

/// How long an idle worker sleeps unless it is woken.
const IDLE: Duration = Duration::from_secs(1);

/// Runs jobs, one at a time.
pub struct Worker {
    app: App,
    owner: String,
    kinds: Vec<JobKind>,
    /// How many jobs of these kinds a user may have running.
    share: i64,
    /// Whether it runs a job as soon as this process has enqueued one.
    is_woken: bool,
    abandon: CancellationToken,
}

impl Worker {
    /// One of the workers of a pool.
    pub fn of_pool(app: App, pool: Pool) -> Self {
        Worker {
            // A wake-up is for one worker, and means other work than a delivery.
            is_woken: pool != Pool::Deliveries,
            ..Worker::only(app, |kind| kind.pool() == pool)
        }
    }

    /// A worker of these kinds of jobs, for a command that needs no others.
    pub fn only(app: App, kinds: impl Fn(JobKind) -> bool) -> Self {
        Worker {
            app,
            owner: format!("{}:{}", std::process::id(), random::uuid()),
            kinds: JobKind::ALL.iter().copied().filter(|kind| kinds(*kind)).collect(),
            share: i64::MAX,
            is_woken: true,
            abandon: CancellationToken::new(),
        }
    }

    /// The kinds of jobs that it runs.
    pub fn kinds(&self) -> &[JobKind] {
        &self.kinds
    }

    /// Claims no job of a user who has this many running, so that workers are left for others.
    #[must_use]
    pub fn sharing(self, share: i64) -> Self {
        Worker { share, ..self }
    }

    /// Releases the running job once `abandon` is cancelled, for a shutdown that has no time left to finish it.
    #[must_use]
    pub fn abandoning(self, abandon: CancellationToken) -> Self {
        Worker { abandon, ..self }
    }

    /// Runs jobs until `stop` is cancelled; a running job is finished first.
    pub fn run(&self, stop: CancellationToken) -> BoxFuture<'_, ()> {
        // Boxed, so that the jobs are compiled in this crate, and once.
        Box::pin(self.run_until(stop))
    }

    async fn run_until(&self, stop: CancellationToken) {
        let (mut next, mut failures) = (None, Failures::default());
        while !stop.is_cancelled() {
            match self.run_next(next.take(), Some(&stop)).await {
                Ok(Ran::Job(claimed)) => {
                    next = claimed.map(|job| *job);
                    continue;
                }
                Ok(Ran::Nothing) => {}
                Err(error) => {
                    if let Some(times) = failures.count(Instant::now()) {
                        tracing::warn!(times, %error, source = ?std::error::Error::source(&error), "failed to claim a job");
                    }
                }
            }
            let woken = async {
                if self.is_woken {
                    let _ = timeout(IDLE, self.app.0.enqueued.notified()).await;
                } else {
                    sleep(IDLE).await;
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = woken => {}
            }
        }
        if let Some(job) = next
            && let Err(error) = self.app.store().release_job(&job).await
        {
            tracing::warn!(job = %job.id, %error, "failed to release a job");
        }
    }

    /// Runs the next due job, if there is one.
    pub async fn run_one(&self) -> Result<bool, Error> {
        Ok(matches!(self.run_next(None, None).await?, Ran::Job(_)))
    }

    /// Runs this job, or the next due one if there is one. Claims the one after it unless `stop` is cancelled.
    async fn run_next(&self, claimed: Option<Job>, stop: Option<&CancellationToken>) -> Result<Ran, Error> {
        let lease = *self.app.settings().pipeline.lease_seconds;
        let job = match claimed {
            Some(job) => job,
            None => {
                let (store, now) = (self.app.store(), self.app.now());
                let claimed = store.claim(&self.owner, &self.kinds, self.share, lease, now).await?;
                let Some(job) = claimed else {
                    return Ok(Ran::Nothing);
                };
                // Other workers claim the next jobs meanwhile.
                self.app.wake_workers();
                job
            }
        };
        crash::point(Point::Claimed);
        if self.give_up_if_lost_too_often(&job).await? {
            return Ok(Ran::Job(None));
        }
        let done = async {
            let result = self.under_lease(&job).await;
            crash::point(Point::Worked);
            self.write_outcome_while_held(&job, &result, stop).await
        }
        .instrument(span_of(&job));
        let next = tokio::select! {
            biased;
            next = done => next?,
            () = self.abandon.cancelled() => {
                self.app.store().release_job(&job).await?;
                tracing::info!(job = %job.id, kind = %job.kind, "released a job; another worker continues it");
                return Ok(Ran::Nothing);
            }
        };
        // This worker has claimed one of the jobs that this one let in, and there may be others. There are none if that one has taken the
        // place of this one in its user's share. A worker that is woken in vain looks at every job of that user.
        if next
            .as_ref()
            .is_some_and(|next| next.user != job.user || job.lane.is_some())
        {
            self.app.wake_workers();
        }
        self.app.0.finished.send_modify(|count| *count = count.wrapping_add(1));
        Ok(Ran::Job(next.map(Box::new)))
    }

    /// Marks a job dead whose workers crashed, so that no process gets it again: its document waits in the ledger, and the
    /// sweeper enqueues the rest. The deletion of an account reads nothing and is never given up.
    async fn give_up_if_lost_too_often(&self, job: &Job) -> Result<bool, Error> {
        if job.lost_leases < JOB_ATTEMPTS || job.kind == JobKind::DeleteAccount {
            return Ok(false);
        }
        tracing::error!(job = %job.id, kind = %job.kind, lost_leases = job.lost_leases, "gave up a job that was lost repeatedly");
        let reason = format!("{} workers in a row lost it without a result", job.lost_leases);
        let result = last_result(job, &Error::internal(reason.as_str()));
        self.app.store().mark_dead(job, &reason, result, self.app.now()).await?;
        self.tell_of_dead(job).await;
        Ok(true)
    }

    /// Tells the user of an ingest that failed for good.
    async fn tell_of_dead(&self, job: &Job) {
        if let Some(user) = job.user.filter(|_| job.stores_documents()) {
            self.app.raise_condition(user, NotificationKind::IngestFailed).await;
        }
    }

    /// Runs a job in its own task and renews its lease meanwhile. A panic fails the job and not the worker.
    async fn under_lease(&self, job: &Job) -> Result<Outcome, Error> {
        let (app, running) = (self.app.clone(), job.clone());
        // The task ends when it is no longer awaited.
        let mut task = AbortOnDropHandle::new(tokio::spawn(async move { run(&app, &running).await }.in_current_span()));
        let lease = *self.app.settings().pipeline.lease_seconds;
        let mut beat = interval(lease / 3);
        beat.tick().await;
        loop {
            tokio::select! {
                biased;
                // The panic's message is not kept: it may contain the job's data.
                done = &mut task => return done.unwrap_or_else(|_| Err(Error::internal("the job panicked"))),
                _ = beat.tick() => {
                    let until = self.app.now() + TimeDelta::from_std(lease).unwrap_or(TimeDelta::minutes(2));
                    match self.app.store().renew_lease(job, until).await {
                        Ok(true) => {}
                        // Another worker holds the job now, and the database refuses this one's outcome.
                        Ok(false) => {
                            self.app.0.lease_lost.notify_one();
                            return Err(Error::internal("the job's lease was lost"));
                        }
                        Err(error) => tracing::warn!(job = %job.id, %error, "failed to renew a lease"),
                    }
                }
            }
        }
    }

    /// Writes a job's outcome, and retries while the database fails: a short outage must neither repeat the work nor
    /// delay it until the lease expires. Stops when the lease has expired, since another worker may hold the job then.
    async fn write_outcome_while_held(
        &self,
        job: &Job,
        result: &Result<Outcome, Error>,
        stop: Option<&CancellationToken>,
    ) -> Result<Option<Job>, Error> {
        let lost = Instant::now() + *self.app.settings().pipeline.lease_seconds;
        let mut goes_on = stop.is_some_and(|stop| !stop.is_cancelled());
        let mut failures = Failures::default();
        if let Err(error) = result {
            tracing::warn!(job = %job.id, kind = %job.kind, attempts = job.attempts, %error, source = ?std::error::Error::source(error), "a job failed");
        }
        loop {
            match self.write_outcome(job, result, goes_on).await {
                Err(error) if Instant::now() < lost => {
                    // Whatever prevents a claim must not prevent the outcome.
                    goes_on = false;
                    if let Some(times) = failures.count(Instant::now()) {
                        tracing::warn!(job = %job.id, times, %error, "failed to write a job's outcome; trying again");
                    }
                    sleep(IDLE).await;
                }
                written => return written,
            }
        }
    }

    /// Returns the next job, which it claims if the worker goes on and this one is done.
    async fn write_outcome(
        &self,
        job: &Job,
        result: &Result<Outcome, Error>,
        goes_on: bool,
    ) -> Result<Option<Job>, Error> {
        let (store, now) = (self.app.store(), self.app.now());
        let error = match result {
            Ok(outcome) => {
                let (held, next) = match outcome {
                    Outcome::Done(result) if goes_on => {
                        let lease = *self.app.settings().pipeline.lease_seconds;
                        store
                            .finish_and_claim(job, result.clone(), &self.kinds, self.share, lease, now)
                            .await?
                    }
                    Outcome::Done(result) => (store.finish(job, result.clone(), now).await?, None),
                    Outcome::Continues(progress) => (store.requeue(job, progress.clone(), now).await?, None),
                    Outcome::Again(at, why) => (store.retry(job, why, *at, now).await?, None),
                };
                if !held {
                    self.app.0.lease_lost.notify_one();
                    tracing::warn!(job = %job.id, kind = %job.kind, "a job was finished after its lease was lost");
                }
                return Ok(next);
            }
            Err(error) => error,
        };
        // A failing dependency delays the job without limit; a bug is tried a limited number of times.
        let defect = matches!(error, Error::Internal(_));
        if defect && job.attempts >= JOB_ATTEMPTS {
            store
                .mark_dead(job, &error.to_string(), last_result(job, error), now)
                .await?;
            self.tell_of_dead(job).await;
            return Ok(None);
        }
        let mut failed = job.clone();
        if job.kind == JobKind::DeleteAccount {
            failed.result = Some(payload(&deletion::failure(job, error)));
        }
        let wait = backoff(job.attempts).max(requested_wait(error));
        store.retry(&failed, &error.to_string(), now + wait, now).await?;
        Ok(None)
    }
}

/// What a worker did.
enum Ran {
    /// It ran a job, and has claimed the next one, if there is one.
    Job(Option<Box<Job>>),
    /// There was none, or it gave the job back.
    Nothing,
}

/// The span of an attempt at a job, in the trace that enqueued it.
fn span_of(job: &Job) -> Span {
    let user = job.user.map(tracing::field::display);
    let span = tracing::info_span!("job", job = %job.id, kind = %job.kind, attempt = job.attempts, user);
    if let Some(position) = &job.trace_parent {
        trace::continue_from(&span, position);
    }
    span
}

/// The outcome of an attempt at a job.
enum Outcome {
    /// The job is done, with this result.
    Done(Value),
    /// A part of the job is done; the next part runs after other due jobs.
    Continues(Value),
    /// The job runs again at this time, for this reason.
    Again(DateTime<Utc>, &'static str),
}

/// What the callers that wait for a job read when it has failed for good.
fn last_result(job: &Job, error: &Error) -> Value {
    match job.kind.known() {
        Some(kind) if kind.is_ingest() => payload(&IngestReport::ended(IngestEnd::Defect)),
        Some(JobKind::DeleteAccount) => payload(&deletion::failure(job, error)),
        _ => Value::Null,
    }
}

async fn run<'a>(app: &'a App, job: &'a Job) -> Result<Outcome, Error> {
    match Work::of(job)? {
        Work::Ingest(order) => {
            let report = ingest::run(app, job, &order).await?;
            return Ok(match report.left {
                Some(_) => Outcome::Continues(payload(&report)),
                None => Outcome::Done(payload(&report)),
            });
        }
        Work::WebhookDelivery(order) => {
            if let Some(at) = delivery::deliver(app, &order).await? {
                return Ok(Outcome::Again(
                    at,
                    "the receiver did not accept it, or is not to be disturbed now",
                ));
            }
        }
        Work::ObjectCreated(event) => parse::object_created(app, &event).await?,
        Work::RentalChanged(change) => change::rental_changed(app, &job.key, &change).await?,
        Work::HistoryRecorded(OfUser { user }) => {
            if let Some(at) = history::history_recorded(app, &job.key, user).await? {
                return Ok(Outcome::Again(at, "documents are being fetched or read"));
            }
        }
        Work::QuestionsAsked(OfUser { user }) => {
            if let Some(at) = question::questions_asked(app, &job.key, user).await? {
                return Ok(Outcome::Again(at, "documents are being fetched or read"));
            }
        }
        Work::ConditionRaised(raised) => notify::condition_raised(app, &job.key, &raised).await?,
        Work::DeleteAccount(OfUser { user }) => deletion::delete_account(app, job, user).await?,
        Work::RemovedOriginals(removed) => retention::delete_originals(app, &removed).await?,
        Work::PasswordForgotten(order) => account_mail::password_forgotten(app, job, &order).await?,
        Work::Sweep => sweep::sweep(app).await?,
        Work::Watch => watch::watch(app).await?,
        Work::Remind => {
            // The last user of the part that is done.
            let last = job.result.clone().map(serde_json::from_value).transpose();
            if let Some(last) = remind::remind(app, last.map_err(Error::internal)?).await? {
                return Ok(Outcome::Continues(payload(&last)));
            }
        }
    }
    Ok(Outcome::Done(Value::Null))
}
