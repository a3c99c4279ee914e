//! Jobs: enqueuing and listing. `queue.rs` claims and completes them.

pub mod backlog;
pub mod fan_out;
pub mod future;
pub mod kind;
pub mod queue;
pub mod tick;
pub mod trace;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use invoices_domain::UserId;
use serde_json::Value;

use crate::error::StoreError;
use crate::job::kind::{JobKind, StoredKind};
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::{jobs, notifications, users};
use crate::states::{JobState, ShownJobState};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::types::{json, row_id, text, text_list, timestamp};

row_id! {
    /// The id of a job. Ids are never reused.
    JobId
}

/// A job to enqueue.
#[derive(Clone, Debug, PartialEq)]
pub struct NewJob {
    /// The kind of work.
    pub kind: JobKind,
    /// Unique with the kind: the same work is never enqueued twice, not even after it is done.
    pub key: String,
    /// The user. The number of the user's live jobs is the new job's rank, so a user with many jobs waits behind users
    /// with few.
    pub user: Option<UserId>,
    /// One job of a lane runs at a time.
    pub lane: Option<String>,
    /// One job with this key is live at a time.
    pub join_key: Option<String>,
    /// The job's arguments.
    pub payload: Value,
    /// The earliest time to run.
    pub run_at: DateTime<Utc>,
}

/// The result of enqueuing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enqueued {
    /// The job.
    pub id: JobId,
    /// Whether this call added it.
    pub is_new: bool,
}

/// A job. Completing it takes the job as it was claimed: a worker that lost the lease changes nothing.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = jobs)]
pub struct Job {
    /// The row's id.
    pub id: JobId,
    /// The kind of work. Workers claim jobs of known kinds alone.
    pub kind: StoredKind,
    /// Unique with the kind.
    pub key: String,
    /// The user.
    #[diesel(column_name = user_id)]
    pub user: Option<UserId>,
    /// One job of a lane runs at a time.
    pub lane: Option<String>,
    /// One job with this key is live at a time.
    pub join_key: Option<String>,
    /// The job's arguments.
    pub payload: Value,
    /// The state.
    pub state: JobState,
    /// How often it was claimed, including this time.
    pub attempts: i32,
    /// How often a worker lost it without writing an outcome, since the last outcome.
    pub lost_leases: i32,
    /// The earliest time to run.
    pub run_at: DateTime<Utc>,
    /// The worker that holds the lease.
    pub owner: Option<String>,
    /// When the lease expires.
    pub lease_until: Option<DateTime<Utc>>,
    /// The error of the last attempt.
    pub last_error: Option<String>,
    /// The result, or the progress of a running job.
    pub result: Option<Value>,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
    /// When it became done or dead.
    pub finished_at: Option<DateTime<Utc>>,
    /// Where in which trace it was enqueued, see [`crate::job::trace`].
    pub trace_parent: Option<String>,
}

impl Job {
    /// How a finished job failed by its own report: the name of the end, such as `reconnect`.
    pub fn failure(&self) -> Option<&str> {
        let end = self.result.as_ref()?.get("end")?.as_str()?;
        (self.state == JobState::Done && end != DONE).then_some(end)
    }

    /// Whether it stores documents.
    pub fn stores_documents(&self) -> bool {
        self.kind.known().is_some_and(JobKind::stores_documents)
    }

    /// The state that operators see.
    pub fn shown_state(&self) -> ShownJobState {
        match self.state {
            JobState::Ready => ShownJobState::Ready,
            JobState::Running => ShownJobState::Running,
            JobState::Done if self.failure().is_some() => ShownJobState::Failed,
            JobState::Done => ShownJobState::Done,
            JobState::Dead => ShownJobState::Dead,
        }
    }
}

/// The end that a report of success names.
const DONE: &str = "done";

/// The end that a job's result names; `done` if it names none. Both databases read JSON with this operator.
fn reported_end() -> SqlLiteral<Text> {
    sql("COALESCE(result ->> 'end', 'done')")
}

/// Which jobs to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only those of one user.
    pub user: Option<UserId>,
    /// Only those in this state.
    pub state: Option<ShownJobState>,
    /// Only those enqueued then.
    pub created: Period,
    /// Only those before this one in the list.
    pub after: Option<JobId>,
}

impl Store {
    /// Adds a job, or returns the one with the same kind and key, or the live one with the same `join_key`.
    pub fn enqueue(&self, job: NewJob, now: DateTime<Utc>) -> Answer<'_, Enqueued> {
        self.write(move |db| enqueue(db, &job, now))
    }

    /// Makes a job that waits for its next attempt due.
    pub fn make_due(&self, id: JobId, now: DateTime<Utc>) -> Answer<'_, ()> {
        self.write(move |db| make_due(db, id, now))
    }

    /// A job.
    pub fn job(&self, id: JobId) -> Answer<'_, Option<Job>> {
        self.read(move |db| by_id(db, id))
    }

    /// The number of live jobs.
    pub fn live_jobs(&self) -> Answer<'_, i64> {
        self.read(|db| Ok(jobs::table.filter(live()).count().get_result(db)?))
    }

    /// The jobs that match the filter, the last `limit` enqueued, newest first. Finished jobs are kept for days.
    pub fn jobs(&self, filter: JobFilter, limit: i64) -> Answer<'_, Vec<Job>> {
        self.read(move |db| {
            let mut rows = jobs::table
                .order(jobs::id.desc())
                .limit(limit)
                .select(Job::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| jobs::user_id.eq(Some(user))))
                .filter_optional(filter.after.map(|after| jobs::id.lt(after)));
            if let Some(state) = filter.state {
                let (stored, has_failed) = match state {
                    ShownJobState::Ready => (JobState::Ready, None),
                    ShownJobState::Running => (JobState::Running, None),
                    ShownJobState::Done => (JobState::Done, Some(false)),
                    ShownJobState::Failed => (JobState::Done, Some(true)),
                    ShownJobState::Dead => (JobState::Dead, None),
                };
                rows = rows.filter(jobs::state.eq(text(stored)));
                rows = match has_failed {
                    Some(true) => rows.filter(reported_end().ne(DONE)),
                    Some(false) => rows.filter(reported_end().eq(DONE)),
                    None => rows,
                };
            }
            Ok(within!(rows, jobs::created_at, filter.created).load(db)?)
        })
    }

    /// Deletes the jobs of users who no longer exist, unless they outlive them, and returns their number. An event that
    /// arrives while an account is being deleted can enqueue one.
    pub fn purge_jobs_without_user(&self) -> Answer<'_, usize> {
        self.write(move |db| {
            let known = users::table.select(users::user_id.nullable());
            let kept = JobKind::ALL.iter().copied().filter(|kind| kind.outlives_user());
            let without_user = jobs::table
                .filter(jobs::kind.ne_all(text_list(kept)))
                .filter(jobs::user_id.is_not_null())
                .filter(jobs::user_id.ne_all(known));
            Ok(diesel::delete(without_user).execute(db)?)
        })
    }
}

/// The lane of the jobs that send to a user's webhooks, which have no user.
pub(crate) fn webhook_lane(user: UserId) -> String {
    format!("webhooks:{user}")
}

/// The condition for live jobs, spelled as in the partial indexes: with bound values neither database would use them.
pub(crate) fn live() -> SqlLiteral<Bool> {
    sql("jobs.state IN ('ready', 'running')")
}

/// Adds a job, or returns the existing one.
pub(crate) fn enqueue(db: &mut Db, job: &NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
    // The conflicting job can finish between the two queries, which is rare.
    for _ in 0..8 {
        if let Some(id) = insert(db, job, now)? {
            return Ok(Enqueued { id, is_new: true });
        }
        if let Some(id) = same(db, job)? {
            return Ok(Enqueued { id, is_new: false });
        }
    }
    Err(StoreError::Contended("enqueuing a job"))
}

/// Moves the user's job of this kind that waits to the time of this one, or adds this one. A job whose notification is stored, but not
/// published yet, tells of that alone.
pub(crate) fn enqueue_or_move(db: &mut Db, job: &NewJob, now: DateTime<Utc>) -> Result<(), StoreError> {
    let waiting = jobs::table
        .filter(jobs::kind.eq(text(job.kind)))
        .filter(jobs::user_id.eq(job.user))
        .filter(jobs::state.eq(text(JobState::Ready)))
        .filter(not(exists(
            notifications::table.filter(notifications::id.eq(jobs::key)),
        )))
        .select(jobs::id);
    let waiting: Vec<JobId> = waiting.load(db)?;
    let moved = diesel::update(
        jobs::table
            .filter(jobs::id.eq_any(waiting))
            .filter(jobs::state.eq(text(JobState::Ready))),
    )
    .set(jobs::run_at.eq(timestamp(job.run_at)))
    .execute(db)?;
    if moved == 0 {
        enqueue(db, job, now)?;
    }
    Ok(())
}

/// Whether a user has due or running jobs that store documents or read them.
pub(crate) fn brings_documents(db: &mut Db, user: UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let brings = |kind: &&JobKind| kind.stores_documents() || kind.follows_documents();
    let kinds = JobKind::ALL.iter().filter(brings);
    let due = jobs::table
        .filter(jobs::user_id.eq(Some(user)))
        .filter(live())
        .filter(jobs::kind.eq_any(text_list(kinds)))
        .filter(jobs::run_at.le(timestamp(now)));
    Ok(diesel::select(exists(due)).get_result(db)?)
}

pub(crate) fn by_id(db: &mut Db, id: JobId) -> Result<Option<Job>, StoreError> {
    Ok(jobs::table.find(id).select(Job::as_select()).first(db).optional()?)
}

/// [`Store::make_due`], in the caller's transaction.
pub(crate) fn make_due(db: &mut Db, id: JobId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let waiting = jobs::table
        .find(id)
        .filter(jobs::state.eq(text(JobState::Ready)))
        .filter(jobs::run_at.gt(timestamp(now)));
    diesel::update(waiting)
        .set(jobs::run_at.eq(timestamp(now)))
        .execute(db)?;
    Ok(())
}

/// Adds a job unless an existing one conflicts.
fn insert(db: &mut Db, job: &NewJob, now: DateTime<Utc>) -> Result<Option<JobId>, StoreError> {
    let rank: i64 = match job.user {
        Some(user) => {
            let others = jobs::table.filter(jobs::user_id.eq(Some(user))).filter(live());
            match_backend!(db, connection => Prepared(others.count()).get_result(connection))?
        }
        None => 0,
    };
    let row = (
        jobs::kind.eq(text(job.kind)),
        jobs::key.eq(&job.key),
        jobs::user_id.eq(job.user),
        jobs::lane.eq(&job.lane),
        jobs::join_key.eq(&job.join_key),
        jobs::rank.eq(rank),
        jobs::payload.eq(json(&job.payload)),
        jobs::state.eq(text(JobState::Ready)),
        jobs::attempts.eq(0),
        jobs::run_at.eq(timestamp(job.run_at)),
        jobs::created_at.eq(timestamp(now)),
        jobs::trace_parent.eq(trace::position()),
    );
    let insert = diesel::insert_into(jobs::table).values(row);
    let id = match_backend!(db, connection => {
        insert.on_conflict_do_nothing().returning(jobs::id).get_result(connection).optional()
    })?;
    Ok(id)
}

/// The existing job that conflicts with this one.
pub(crate) fn same(db: &mut Db, job: &NewJob) -> Result<Option<JobId>, StoreError> {
    let work = jobs::table
        .filter(jobs::kind.eq(text(job.kind)))
        .filter(jobs::key.eq(&job.key));
    let id = work.select(jobs::id).first(db).optional()?;
    match (&job.join_key, id) {
        (Some(join_key), None) => {
            let joined = jobs::table.filter(jobs::join_key.eq(join_key)).filter(live());
            Ok(joined.select(jobs::id).first(db).optional()?)
        }
        _ => Ok(id),
    }
}
