//! Workers: claim a job, run it under a lease, settle it.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_db::Job;
use serde_json::Value;
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::{IngestEnd, IngestReport, kind, payload};
use crate::{change, deletion, ingest, parse, sweep};

/// The longest wait between two tries of a job.
const MAX_BACKOFF: TimeDelta = TimeDelta::hours(1);
/// How long an idle worker sleeps when nothing wakes it.
const IDLE: Duration = Duration::from_secs(1);

/// Runs jobs, one at a time.
pub struct Worker {
    app: App,
    owner: String,
    kinds: &'static [&'static str],
    abandon: CancellationToken,
}

impl Worker {
    /// A worker with an owner name of its own.
    pub fn new(app: App) -> Self {
        Worker {
            app,
            owner: format!("{}:{}", std::process::id(), Uuid::new_v4()),
            kinds: kind::ALL,
            abandon: CancellationToken::new(),
        }
    }

    /// The same for these kinds of jobs alone.
    #[must_use]
    pub fn only(self, kinds: &'static [&'static str]) -> Self {
        Worker { kinds, ..self }
    }

    /// The same, giving back the job that runs when `abandon` says that there is no time left to finish it.
    #[must_use]
    pub fn abandoning(self, abandon: CancellationToken) -> Self {
        Worker { abandon, ..self }
    }

    /// Runs jobs until told to stop; a job that runs then is finished first.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let worked = match self.run_one().await {
                Ok(worked) => worked,
                Err(error) => {
                    tracing::warn!(%error, source = ?std::error::Error::source(&error), "a worker could not claim work");
                    false
                }
            };
            if worked {
                continue;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                // Woken or not, the next turn looks for work.
                _ = timeout(IDLE, self.app.0.enqueued.notified()) => {}
            }
        }
    }

    /// Runs the next due job, if there is one.
    pub async fn run_one(&self) -> Result<bool, Error> {
        let lease = self.app.settings().pipeline.lease;
        let Some(job) = self
            .app
            .store()
            .claim(&self.owner, self.kinds, lease, self.app.now())
            .await?
        else {
            return Ok(false);
        };
        crash::point(Point::Claimed);
        // Others may go on while this one runs.
        self.app.wake_workers();
        let done = async {
            let result = self.under_lease(&job).await;
            crash::point(Point::Worked);
            self.settle_while_held(&job, &result).await
        };
        tokio::select! {
            settled = done => settled?,
            () = self.abandon.cancelled() => {
                self.app.store().give_back(&job).await?;
                tracing::info!(job = ?job.id, kind = job.kind, "gave a job back; another worker goes on with it");
                return Ok(false);
            }
        }
        self.app.0.finished.send_modify(|count| *count = count.wrapping_add(1));
        self.app.wake_workers();
        Ok(true)
    }

    /// Runs a job in a task of its own, so that a panic costs the job and not the worker, and renews its lease meanwhile.
    async fn under_lease(&self, job: &Job) -> Result<Outcome, Error> {
        let (app, running) = (self.app.clone(), job.clone());
        // Whoever stops waiting for the task ends it.
        let mut task = AbortOnDropHandle::new(tokio::spawn(async move { run(&app, &running).await }));
        let lease = self.app.settings().pipeline.lease;
        let mut beat = interval(lease / 3);
        beat.tick().await;
        loop {
            tokio::select! {
                // A task's error repeats the panic's message, which may hold what the job had at hand.
                done = &mut task => return done.unwrap_or_else(|_| Err(Error::internal("the job panicked"))),
                _ = beat.tick() => {
                    let until = self.app.now() + TimeDelta::from_std(lease).unwrap_or(TimeDelta::minutes(2));
                    match self.app.store().renew(job, until).await {
                        Ok(true) => {}
                        // Another worker has the job now: what this one still does would be fenced off anyway.
                        Ok(false) => {
                            return Err(Error::internal("the job's lease was lost"));
                        }
                        Err(error) => tracing::warn!(job = ?job.id, %error, "a lease could not be renewed"),
                    }
                }
            }
        }
    }

    /// Settles a job, however often the database has to be asked: what was done must not be done again, nor wait for a
    /// lease to run out, because of a moment's outage. When the lease has run out others may have the job.
    async fn settle_while_held(&self, job: &Job, result: &Result<Outcome, Error>) -> Result<(), Error> {
        let lost = Instant::now() + self.app.settings().pipeline.lease;
        loop {
            match self.settle(job, result).await {
                Err(error) if Instant::now() < lost => {
                    tracing::warn!(job = ?job.id, %error, "a job could not be settled yet");
                    sleep(IDLE).await;
                }
                settled => return settled,
            }
        }
    }

    async fn settle(&self, job: &Job, result: &Result<Outcome, Error>) -> Result<(), Error> {
        let (store, now) = (self.app.store(), self.app.now());
        let error = match result {
            Ok(outcome) => {
                let held = match outcome {
                    Outcome::Done(result) => store.finish(job, result.clone(), now).await?,
                    Outcome::GoesOn(progress) => store.go_on(job, progress.clone(), now).await?,
                };
                if !held {
                    tracing::warn!(job = ?job.id, kind = job.kind, "a job was finished after its lease was lost");
                }
                return Ok(());
            }
            Err(error) => error,
        };
        tracing::warn!(job = ?job.id, kind = job.kind, attempts = job.attempts, %error, source = ?std::error::Error::source(&error), "a job failed");
        // A dependency that is down only delays the job, however long; a defect does so a few times.
        let defect = matches!(error, Error::Internal(_));
        if defect && job.attempts >= self.app.settings().pipeline.job_attempts {
            let result = match job.kind.as_str() {
                kind::INGEST => payload(&IngestReport::ended(IngestEnd::Defect)),
                kind::DELETE_ACCOUNT => payload(&deletion::failure(job, error)),
                _ => Value::Null,
            };
            store.bury(job, &error.to_string(), result, now).await?;
            return Ok(());
        }
        let mut failed = job.clone();
        if job.kind == kind::DELETE_ACCOUNT {
            failed.result = Some(payload(&deletion::failure(job, error)));
        }
        let wait = backoff(job.attempts).max(advice(error));
        store.retry(&failed, &error.to_string(), now + wait, now).await?;
        Ok(())
    }
}

/// Doubles from one second to an hour, with half of it left to chance so that many jobs don't come back at once.
fn backoff(attempts: i32) -> TimeDelta {
    let exponent = u32::try_from(attempts.clamp(1, 20) - 1).unwrap_or_default();
    let full = TimeDelta::seconds(1_i64 << exponent.min(12)).min(MAX_BACKOFF);
    let half = full / 2;
    let chance = i32::from(Uuid::new_v4().as_bytes()[0]);
    half + half * chance / 255
}

/// What the dependency itself asked for.
fn advice(error: &Error) -> TimeDelta {
    match error {
        Error::Dependency(error) => error
            .retry_after
            .and_then(|wait| TimeDelta::from_std(wait).ok())
            .unwrap_or_default()
            .min(MAX_BACKOFF),
        _ => TimeDelta::zero(),
    }
}

/// What an attempt at a job came to.
enum Outcome {
    /// It is done, with this result.
    Done(Value),
    /// A part is done; another follows when others had their turn.
    GoesOn(Value),
}

async fn run<'a>(app: &'a App, job: &'a Job) -> Result<Outcome, Error> {
    let nothing = Outcome::Done(Value::Null);
    match job.kind.as_str() {
        kind::INGEST => {
            let order = order(job)?;
            let report = ingest::run(app, job, &order).await?;
            Ok(match report.left {
                Some(_) => Outcome::GoesOn(payload(&report)),
                None => Outcome::Done(payload(&report)),
            })
        }
        kind::OBJECT_CREATED => parse::object_created(app, &order(job)?).await.map(|()| nothing),
        kind::RENTAL_CHANGED => change::rental_changed(app, &job.key, &order(job)?)
            .await
            .map(|()| nothing),
        kind::DELETE_ACCOUNT => deletion::delete_account(app, job, &order(job)?).await.map(|()| nothing),
        kind::SWEEP => sweep::sweep(app).await.map(|()| nothing),
        other => Err(Error::internal(format!("no one knows jobs of the kind {other}"))),
    }
}

fn order<T: serde::de::DeserializeOwned>(job: &Job) -> Result<T, Error> {
    // A scheduled ingest's payload leaves the user to the row, since one statement writes it for all.
    let mut payload = job.payload.clone();
    if let (Some(object), Some(user)) = (payload.as_object_mut(), job.user) {
        object.entry("user").or_insert_with(|| user.to_string().into());
    }
    serde_json::from_value(payload).map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_and_is_bounded() {
        assert!(backoff(1) <= TimeDelta::seconds(1));
        assert!(backoff(5) >= TimeDelta::seconds(8));
        assert!(backoff(1_000) <= MAX_BACKOFF);
    }
}
