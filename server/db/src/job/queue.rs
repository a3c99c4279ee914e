//! Running jobs: claiming them, renewing leases and recording results.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, exists, not, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Bool;
use invoices_domain::UserId;
use serde_json::Value;

use crate::error::StoreError;
use crate::job::kind::JobKind;
use crate::job::{Job, JobId};
use crate::schema::jobs;
use crate::states::JobState;
use crate::store::connection::{Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::text::display_text;
use crate::types::{json, text, text_list, timestamp};

diesel::alias!(jobs as others: Others);

/// How many expired leases one claim releases.
const EXPIRED_BATCH: i64 = 100;
/// How often a claim is tried that another worker's prevents.
const CLAIM_ATTEMPTS: usize = 8;

impl Store {
    /// Claims the next due job of these kinds whose lane is free and whose user has less than `share` of them running, with a lease
    /// until `now + lease`, and counts the attempt. Releases expired leases first; their attempts stay counted, and each counts
    /// as lost until the next outcome.
    pub async fn claim(
        &self,
        owner: &str,
        kinds: &[JobKind],
        share: i64,
        lease: Duration,
        now: DateTime<Utc>,
    ) -> Result<Option<Job>, StoreError> {
        let until = end_of_lease(lease, now);
        for _ in 0..CLAIM_ATTEMPTS {
            let (owner, kinds) = (owner.to_owned(), kinds.to_vec());
            let claimed = self.write(move |db| claim_next(db, &owner, kinds, share, until, now));
            match claimed.await {
                Err(error) if is_claimed_meanwhile(&error) => {}
                result => return Ok(result?.logged()),
            }
        }
        Ok(None)
    }

    /// [`Store::finish`], and then [`Store::claim`] for the same worker, in one transaction.
    pub async fn finish_and_claim(
        &self,
        job: &Job,
        result: Value,
        kinds: &[JobKind],
        share: i64,
        lease: Duration,
        now: DateTime<Utc>,
    ) -> Result<(bool, Option<Job>), StoreError> {
        let until = end_of_lease(lease, now);
        for _ in 0..CLAIM_ATTEMPTS {
            let (done, kinds) = (Done::of(job, result.clone(), now), kinds.to_vec());
            let owner = job.owner.clone().unwrap_or_default();
            let claimed = self.write(move |db| {
                let is_held = done.write(db)?;
                Ok((is_held, claim_next(db, &owner, kinds, share, until, now)?))
            });
            match claimed.await {
                Err(error) if is_claimed_meanwhile(&error) => {}
                result => {
                    let (is_held, claimed) = result?;
                    return Ok((is_held, claimed.logged()));
                }
            }
        }
        Ok((self.finish(job, result, now).await?, None))
    }

    /// Marks the job done. This and the other methods that take a claimed job return `false` and change nothing if the
    /// lease was lost. Nothing of the user stays in a job that outlives its user.
    pub fn finish(&self, job: &Job, result: Value, now: DateTime<Utc>) -> Answer<'_, bool> {
        let done = Done::of(job, result, now);
        self.write(move |db| done.write(db))
    }

    /// Records a failed attempt. The job runs again at `run_at`, or at `now` if that is later.
    pub fn retry(&self, job: &Job, error: &str, run_at: DateTime<Utc>, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                run_at: run_at.max(now),
                last_error: Some(display_text(error)),
                ..without_lease(job)
            },
        )
    }

    /// Marks the job dead. A caller that waits for it gets `result`.
    pub fn mark_dead(&self, job: &Job, error: &str, result: Value, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.replace(
            job,
            Job {
                state: JobState::Dead,
                result: Some(result),
                last_error: Some(display_text(error)),
                finished_at: Some(now),
                ..without_lease(job)
            },
        )
    }

    /// Releases a job that the worker did not finish. It is ready again, and the attempt does not count.
    pub fn release_job(&self, job: &Job) -> Answer<'_, bool> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                attempts: job.attempts - 1,
                ..without_lease(job)
            },
        )
    }

    /// Requeues a job that has more work to do, behind the jobs that are due already. The attempt does not count.
    pub fn requeue(&self, job: &Job, progress: Value, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.replace(
            job,
            Job {
                state: JobState::Ready,
                attempts: job.attempts - 1,
                run_at: now,
                last_error: None,
                result: Some(progress),
                ..without_lease(job)
            },
        )
    }

    /// Stores the job's progress for callers that wait for it. The next report or the result replaces it.
    pub fn report_progress(&self, job: &Job, progress: Value) -> Answer<'_, bool> {
        let lease = Lease::of(job);
        self.write(move |db| {
            Ok(diesel::update(leased_job(&lease))
                .set(jobs::result.eq(Some(progress)))
                .execute(db)?
                == 1)
        })
    }

    /// Extends the lease to `until`.
    pub fn renew_lease(&self, job: &Job, until: DateTime<Utc>) -> Answer<'_, bool> {
        let lease = Lease::of(job);
        self.write(move |db| {
            Ok(diesel::update(leased_job(&lease))
                .set(jobs::lease_until.eq(Some(until)))
                .execute(db)?
                == 1)
        })
    }

    /// Replaces a job with `after` if the lease of `before` still holds.
    fn replace(&self, before: &Job, after: Job) -> Answer<'_, bool> {
        let lease = Lease::of(before);
        self.write(move |db| replace(db, &lease, after))
    }
}

/// A unique violation means that another worker claimed a job of the same lane at the same moment.
fn is_claimed_meanwhile(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Query(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _))
    )
}

/// Within the range that the databases can store.
pub(super) fn end_of_lease(lease: Duration, now: DateTime<Utc>) -> DateTime<Utc> {
    let lease = TimeDelta::from_std(lease).unwrap_or(TimeDelta::MAX);
    now + lease.min(TimeDelta::days(365))
}

/// A claimed job, and what it is when it is done.
struct Done {
    lease: Lease,
    job: Job,
}

impl Done {
    fn of(job: &Job, result: Value, now: DateTime<Utc>) -> Self {
        let done = Job {
            state: JobState::Done,
            result: Some(result),
            last_error: None,
            finished_at: Some(now),
            ..without_lease(job)
        };
        Done {
            lease: Lease::of(job),
            job: done,
        }
    }

    /// `false` if the lease was lost.
    fn write(self, db: &mut Db) -> Result<bool, StoreError> {
        let (id, kind) = (self.job.id, self.job.kind.known());
        let is_held = replace(db, &self.lease, self.job)?;
        if is_held && kind.is_some_and(JobKind::outlives_user) {
            let nobodys = (
                jobs::key.eq(id.to_string()),
                jobs::user_id.eq(None::<UserId>),
                jobs::lane.eq(None::<String>),
                jobs::join_key.eq(None::<String>),
                jobs::payload.eq(json(&Value::Null)),
            );
            diesel::update(jobs::table.find(id)).set(nobodys).execute(db)?;
        }
        Ok(is_held)
    }
}

/// [`Store::replace`], in the caller's transaction.
fn replace(db: &mut Db, lease: &Lease, after: Job) -> Result<bool, StoreError> {
    let changes = (
        jobs::state.eq(text(after.state)),
        jobs::attempts.eq(after.attempts),
        jobs::lost_leases.eq(0),
        jobs::run_at.eq(timestamp(after.run_at)),
        jobs::owner.eq(after.owner),
        jobs::lease_until.eq(after.lease_until),
        jobs::last_error.eq(after.last_error),
        jobs::result.eq(after.result),
        jobs::finished_at.eq(after.finished_at),
    );
    let update = diesel::update(leased_job(lease)).set(changes);
    Ok(match_backend!(db, connection => Prepared(update).execute(connection))? == 1)
}

/// Identifies the worker and attempt that hold a job.
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

/// The job's row, if the lease still holds.
#[diesel::dsl::auto_type(no_type_alias)]
fn leased_job(lease: &Lease) -> _ {
    let (id, attempts): (JobId, i32) = (lease.id, lease.attempts);
    let owner: Option<String> = lease.owner.clone();
    let running: SqlLiteral<Bool> = running();
    jobs::table
        .filter(jobs::id.eq(id))
        .filter(running)
        .filter(jobs::owner.eq(owner))
        .filter(jobs::attempts.eq(attempts))
}

/// The condition for running jobs, spelled as in the partial index: SQLite plans a statement for a bound value each time.
fn running() -> SqlLiteral<Bool> {
    sql("jobs.state = 'running'")
}

/// The job without its lease.
fn without_lease(job: &Job) -> Job {
    Job {
        owner: None,
        lease_until: None,
        ..job.clone()
    }
}

/// Loads and locks the rows of a query that no other transaction has locked. SQLite has only one writer, so there all
/// rows are unlocked.
macro_rules! load_unlocked {
    ($db:expr, $query:expr) => {
        match_backend!(
            $db,
            sqlite(sqlite) => Prepared($query).load(sqlite),
            postgres(postgres) => Prepared($query.for_update().skip_locked()).load(postgres),
        )
    };
}

/// What one transaction claimed.
struct Claim {
    job: Option<Job>,
    /// How many expired leases it released.
    expired: usize,
}

impl Claim {
    /// Logs, after the commit, that leases expired: a transaction that fails releases none, and is tried again.
    fn logged(self) -> Option<Job> {
        if self.expired > 0 {
            tracing::warn!(jobs = self.expired, "leases expired");
        }
        self.job
    }
}

fn claim_next(
    db: &mut Db,
    owner: &str,
    kinds: Vec<JobKind>,
    share: i64,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Claim, StoreError> {
    let expired = release_expired(db, now)?;
    let lane_busy = others
        .filter(others.field(jobs::lane).eq(jobs::lane))
        .filter(sql::<Bool>("others.state = 'running'"));
    let busy = jobs::table
        .filter(running())
        .filter(jobs::kind.eq_any(text_list(kinds.clone())))
        .filter(jobs::user_id.is_not_null())
        .group_by(jobs::user_id)
        .having(count_star().ge(share))
        .select(jobs::user_id.assume_not_null());
    let busy: Vec<UserId> = match_backend!(db, connection => Prepared(busy).load(connection))?;
    let due = jobs::table
        .filter(sql::<Bool>("jobs.state = 'ready'"))
        .filter(jobs::run_at.le(timestamp(now)))
        .filter(jobs::kind.eq_any(text_list(kinds)))
        .filter(not(exists(lane_busy)))
        .filter(
            jobs::user_id
                .is_null()
                .or(jobs::user_id.assume_not_null().ne_all(text_list(busy))),
        )
        .limit(1)
        .select(jobs::id);
    // Two statements: within a rank, due jobs are adjacent in the index, and a spread tick has a job of the first rank for
    // every user that is not due yet.
    let first = due.clone().filter(jobs::rank.eq(0)).order((jobs::run_at, jobs::id));
    let mut ids: Vec<JobId> = load_unlocked!(db, first)?;
    if ids.is_empty() {
        let further = due.filter(jobs::rank.gt(0)).order((jobs::rank, jobs::run_at, jobs::id));
        ids = load_unlocked!(db, further)?;
    }
    let Some(id) = ids.first() else {
        return Ok(Claim { job: None, expired });
    };
    let claimed = diesel::update(jobs::table.find(id)).set((
        jobs::state.eq(text(JobState::Running)),
        jobs::attempts.eq(jobs::attempts + 1),
        jobs::owner.eq(Some(owner)),
        jobs::lease_until.eq(Some(until)),
    ));
    let job = match_backend!(db, connection => {
        Prepared(claimed.returning(Job::as_returning())).get_result(connection)
    })?;
    Ok(Claim {
        job: Some(job),
        expired,
    })
}

/// Makes jobs ready again whose worker died or was too slow to renew the lease. Returns their number.
fn release_expired(db: &mut Db, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let expired = jobs::table
        .filter(running())
        .filter(jobs::lease_until.le(Some(now)))
        .order(jobs::lease_until)
        .limit(EXPIRED_BATCH)
        .select(jobs::id);
    let ids: Vec<JobId> = load_unlocked!(db, expired)?;
    if ids.is_empty() {
        return Ok(0);
    }
    let expired = diesel::update(jobs::table.filter(jobs::id.eq_any(ids)))
        .set((
            jobs::state.eq(text(JobState::Ready)),
            jobs::owner.eq(None::<String>),
            jobs::lease_until.eq(None::<DateTime<Utc>>),
            jobs::lost_leases.eq(jobs::lost_leases + 1),
            jobs::last_error.eq(Some("the lease expired before the job finished")),
        ))
        .execute(db)?;
    Ok(expired)
}
