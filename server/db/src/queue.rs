//! Running jobs: claiming, and saying what came of it.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{exists, not};
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde_json::Value;

use crate::job::{Job, JobId, JobState};
use crate::pool::Db;
use crate::schema::jobs;
use crate::text::words;
use crate::types::{Word, at, word};
use crate::{Store, StoreError};

diesel::alias!(jobs as others: Others);

/// How many expired leases one claim gives back.
const GIVEN_BACK: i64 = 100;

impl Store {
    /// Takes the next due job of these kinds whose lane is free, until `now + lease`, and counts the attempt.
    /// Leases that ran out are given back first; their attempts stay counted.
    pub async fn claim(
        &self,
        owner: &str,
        kinds: &[&str],
        lease: Duration,
        now: DateTime<Utc>,
    ) -> Result<Option<Job>, StoreError> {
        // A year is for ever, and keeps the sum in what the databases can hold.
        let lease = TimeDelta::from_std(lease)
            .unwrap_or(TimeDelta::MAX)
            .min(TimeDelta::days(365));
        let until = now + lease;
        // Each time, another worker took a job of the same lane in the same moment; the next look sees that.
        for _ in 0..8 {
            let (owner, kinds) = (owner.to_owned(), kinds.iter().map(ToString::to_string).collect());
            match self.write(move |db| take(db, &owner, kinds, until, now)).await {
                Err(StoreError::Query(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _))) => {}
                result => return result,
            }
        }
        Ok(None)
    }

    /// The job ended well. This and the other acknowledgements return `false`, and change nothing, when the lease was lost.
    pub async fn finish(&self, job: &Job, result: Value, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.replace(
            job,
            Job {
                state: JobState::Done,
                result: Some(result),
                last_error: None,
                finished_at: Some(now),
                ..released(job)
            },
        )
        .await
    }

    /// The attempt failed; the job is to be tried again at `run_at`, not before `now`.
    pub async fn retry(
        &self,
        job: &Job,
        error: &str,
        run_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                run_at: run_at.max(now),
                last_error: Some(words(error)),
                ..released(job)
            },
        )
        .await
    }

    /// The job is given up. `result` is what a caller who waits for it shall see.
    pub async fn bury(&self, job: &Job, error: &str, result: Value, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.replace(
            job,
            Job {
                state: JobState::Dead,
                result: Some(result),
                last_error: Some(words(error)),
                finished_at: Some(now),
                ..released(job)
            },
        )
        .await
    }

    /// The worker stops before the job ended: it is ready again, and the attempt does not count.
    pub async fn give_back(&self, job: &Job) -> Result<bool, StoreError> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                attempts: job.attempts - 1,
                ..released(job)
            },
        )
        .await
    }

    /// A part of the job is done and another follows, after what is due already: it is ready again, and the attempt does not
    /// count.
    pub async fn go_on(&self, job: &Job, progress: Value, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                attempts: job.attempts - 1,
                run_at: now,
                last_error: None,
                result: Some(progress),
                ..released(job)
            },
        )
        .await
    }

    /// Says how far the job got, for whoever waits for it; the next report or the end takes its place.
    pub async fn report(&self, job: &Job, progress: Value) -> Result<bool, StoreError> {
        let lease = Lease::of(job);
        self.write(move |db| {
            Ok(diesel::update(held(&lease))
                .set(jobs::result.eq(Some(progress)))
                .execute(db)?
                == 1)
        })
        .await
    }

    /// Holds the lease until `until`.
    pub async fn renew(&self, job: &Job, until: DateTime<Utc>) -> Result<bool, StoreError> {
        let lease = Lease::of(job);
        self.write(move |db| {
            Ok(diesel::update(held(&lease))
                .set(jobs::lease_until.eq(Some(until)))
                .execute(db)?
                == 1)
        })
        .await
    }

    /// Puts `after` in place of a job that is still held as `before` says.
    async fn replace(&self, before: &Job, after: Job) -> Result<bool, StoreError> {
        let lease = Lease::of(before);
        self.write(move |db| {
            let changes = (
                jobs::state.eq(word(after.state)),
                jobs::attempts.eq(after.attempts),
                jobs::run_at.eq(at(after.run_at)),
                jobs::owner.eq(after.owner),
                jobs::lease_until.eq(after.lease_until),
                jobs::last_error.eq(after.last_error),
                jobs::result.eq(after.result),
                jobs::finished_at.eq(after.finished_at),
            );
            Ok(diesel::update(held(&lease)).set(changes).execute(db)? == 1)
        })
        .await
    }

    /// When, after `now`, a job of these kinds may next become due or a lease run out. Jobs that are due already
    /// wait for their lane, whose end the worker sees.
    pub async fn next_due(&self, kinds: &[&str], now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        self.read(move |db| {
            let ours = jobs::table.filter(jobs::kind.eq_any(kinds));
            let due: Option<DateTime<Utc>> = ours
                .clone()
                .filter(jobs::state.eq(word(JobState::Ready)))
                .filter(jobs::run_at.gt(at(now)))
                .order(jobs::run_at)
                .select(jobs::run_at)
                .first(db)
                .optional()?;
            let lease: Option<DateTime<Utc>> = ours
                .filter(jobs::state.eq(word(JobState::Running)))
                .order(jobs::lease_until)
                .select(jobs::lease_until)
                .first(db)
                .optional()?
                .flatten();
            Ok(due.into_iter().chain(lease).min())
        })
        .await
    }
}

/// By what an acknowledgement is known to come from who holds the job.
struct Lease {
    id: JobId,
    owner: Option<String>,
    attempts: i32,
}

impl Lease {
    fn of(job: &Job) -> Self {
        Lease {
            id: job.id,
            owner: job.owner.clone(),
            attempts: job.attempts,
        }
    }
}

/// The job's row while its lease is held.
#[diesel::dsl::auto_type(no_type_alias)]
fn held(lease: &Lease) -> _ {
    let (id, attempts): (JobId, i32) = (lease.id, lease.attempts);
    let owner: Option<String> = lease.owner.clone();
    let running: Bound<Word, JobState> = word(JobState::Running);
    jobs::table
        .filter(jobs::id.eq(id))
        .filter(jobs::state.eq(running))
        .filter(jobs::owner.eq(owner))
        .filter(jobs::attempts.eq(attempts))
}

/// The job without its lease.
fn released(job: &Job) -> Job {
    Job {
        owner: None,
        lease_until: None,
        ..job.clone()
    }
}

/// The rows of a query that no other transaction holds, for this one alone. On SQLite all of them are.
macro_rules! unheld {
    ($db:expr, $query:expr) => {
        match $db {
            Db::Sqlite(sqlite) => $query.load(sqlite),
            Db::Postgres(postgres) => $query.for_update().skip_locked().load(postgres),
        }
    };
}

fn take(
    db: &mut Db,
    owner: &str,
    kinds: Vec<String>,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Option<Job>, StoreError> {
    give_back_expired(db, now)?;
    let lane_taken = others
        .filter(others.field(jobs::lane).eq(jobs::lane))
        .filter(others.field(jobs::state).eq(word(JobState::Running)));
    let next = jobs::table
        .filter(jobs::state.eq(word(JobState::Ready)))
        .filter(jobs::run_at.le(at(now)))
        .filter(jobs::kind.eq_any(kinds))
        .filter(not(exists(lane_taken)))
        .order((jobs::rank, jobs::run_at, jobs::id))
        .limit(1)
        .select(jobs::id);
    let ids: Vec<JobId> = unheld!(db, next)?;
    let Some(id) = ids.first() else {
        return Ok(None);
    };
    diesel::update(jobs::table.find(id))
        .set((
            jobs::state.eq(word(JobState::Running)),
            jobs::attempts.eq(jobs::attempts + 1),
            jobs::owner.eq(Some(owner)),
            jobs::lease_until.eq(Some(until)),
        ))
        .execute(db)?;
    Ok(Some(jobs::table.find(id).select(Job::as_select()).first(db)?))
}

/// Whoever held these has died, or is so slow that it lost them.
fn give_back_expired(db: &mut Db, now: DateTime<Utc>) -> Result<(), StoreError> {
    let expired = jobs::table
        .filter(jobs::state.eq(word(JobState::Running)))
        .filter(jobs::lease_until.le(Some(now)))
        .order(jobs::lease_until)
        .limit(GIVEN_BACK)
        .select(jobs::id);
    let ids: Vec<JobId> = unheld!(db, expired)?;
    if ids.is_empty() {
        return Ok(());
    }
    tracing::warn!(jobs = ids.len(), "leases ran out");
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)))
        .set((
            jobs::state.eq(word(JobState::Ready)),
            jobs::owner.eq(None::<String>),
            jobs::lease_until.eq(None::<DateTime<Utc>>),
            jobs::last_error.eq(Some("the lease ran out before the job ended")),
        ))
        .execute(db)?;
    Ok(())
}
