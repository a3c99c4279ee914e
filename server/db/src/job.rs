//! Jobs: work that is owed. This file adds them and looks at them; `queue.rs` runs them.

use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use invoices_domain::UserId;
use serde_json::Value;

use crate::connection::{Db, match_backend};
use crate::error::StoreError;
use crate::schema::jobs;
use crate::states::JobState;
use crate::store::Store;
use crate::types::{JsonText, UtcTimestamp, json, row_id, text, timestamp};

/// So many new jobs change how the queue is best read.
const ANALYZE_THRESHOLD: usize = 1_000;

row_id! {
    /// A job's row. Numbers are never used again.
    JobId
}

/// A job to be.
#[derive(Clone, Debug, PartialEq)]
pub struct NewJob {
    /// What is to be done.
    pub kind: String,
    /// With the kind it names the work: the same work is never enqueued twice, not even after it is done.
    pub key: String,
    /// For whom. The user's other live jobs set the rank: whoever has many waits behind whoever has few.
    pub user: Option<UserId>,
    /// One job of a lane runs at a time.
    pub lane: Option<String>,
    /// One job with this key is live at a time.
    pub join_key: Option<String>,
    /// What the work needs to know.
    pub payload: Value,
    /// Not before this.
    pub run_at: DateTime<Utc>,
}

/// What came of enqueuing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enqueued {
    /// The job that does the work.
    pub id: JobId,
    /// Whether it was made just now.
    pub is_new: bool,
}

/// A job for every live user.
#[derive(Clone, Debug, PartialEq)]
pub struct FanOut {
    /// What is to be done.
    pub kind: String,
    /// The job's key is this and the user's id.
    pub key_prefix: String,
    /// The job's lane is this and the user's id.
    pub lane_prefix: String,
    /// What every job needs to know. The user stands in [`Job::user`].
    pub payload: Value,
}

/// A job. Acknowledging it takes the job as it was claimed: whoever lost its lease changes nothing.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = jobs)]
pub struct Job {
    /// Its row.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// With the kind it names the work.
    pub key: String,
    /// For whom.
    #[diesel(column_name = user_id)]
    pub user: Option<UserId>,
    /// One job of a lane runs at a time.
    pub lane: Option<String>,
    /// One job with this key is live at a time.
    pub join_key: Option<String>,
    /// What the work needs to know.
    pub payload: Value,
    /// Where it stands.
    pub state: JobState,
    /// How often it was claimed, this time included.
    pub attempts: i32,
    /// Not before this.
    pub run_at: DateTime<Utc>,
    /// Who holds its lease.
    pub owner: Option<String>,
    /// Until when.
    pub lease_until: Option<DateTime<Utc>>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// What came of it.
    pub result: Option<Value>,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Which jobs to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only those of one user.
    pub user: Option<UserId>,
    /// Only those in this state.
    pub state: Option<JobState>,
}

impl Store {
    /// Adds a job unless one with its kind and key is there, or a live one with its `join_key`: names that one then.
    pub async fn enqueue(&self, job: NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
        self.write(move |db| enqueue(db, &job, now)).await
    }

    /// [`Store::enqueue`], for a job whose `join_key` is the point of it.
    pub async fn enqueue_or_join(&self, job: NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
        self.enqueue(job, now).await
    }

    /// Adds a job for every live user, those excepted whose job is there already. Returns how many are new.
    pub async fn enqueue_for_live_users(&self, jobs: FanOut, now: DateTime<Utc>) -> Result<usize, StoreError> {
        self.write(move |db| enqueue_for_live_users(db, &jobs, now)).await
    }

    /// A job.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError> {
        self.read(move |db| by_id(db, id)).await
    }

    /// How many jobs are yet to end.
    pub async fn live_jobs(&self) -> Result<i64, StoreError> {
        self.read(|db| Ok(jobs::table.filter(live()).count().get_result(db)?))
            .await
    }

    /// The jobs that the filter lets through, the last `limit` enqueued, the newest first. Those that ended are kept for days.
    pub async fn jobs(&self, filter: JobFilter, limit: i64) -> Result<Vec<Job>, StoreError> {
        self.read(move |db| {
            let mut rows = jobs::table
                .order(jobs::id.desc())
                .limit(limit)
                .select(Job::as_select())
                .into_boxed();
            if let Some(user) = filter.user {
                rows = rows.filter(jobs::user_id.eq(Some(user)));
            }
            if let Some(state) = filter.state {
                rows = rows.filter(jobs::state.eq(text(state)));
            }
            Ok(rows.load(db)?)
        })
        .await
    }

    /// The last `limit` jobs that were given up, the newest first.
    pub async fn dead_jobs(&self, limit: i64) -> Result<Vec<Job>, StoreError> {
        self.read(move |db| {
            let rows = jobs::table
                .filter(jobs::state.eq(text(JobState::Dead)))
                .order((jobs::finished_at.desc(), jobs::id.desc()))
                .limit(limit)
                .select(Job::as_select());
            Ok(rows.load(db)?)
        })
        .await
    }

    /// Forgets the jobs that ended before `before`, and returns how many. Their keys may be enqueued again.
    pub async fn purge_finished(&self, before: DateTime<Utc>) -> Result<usize, StoreError> {
        self.write(move |db| Ok(diesel::delete(jobs::table.filter(jobs::finished_at.lt(Some(before)))).execute(db)?))
            .await
    }
}

/// The jobs that are yet to end, in the very words of the indexes on them: with
/// values in place of the words, neither database would use those.
fn live() -> SqlLiteral<Bool> {
    sql("jobs.state IN ('ready', 'running')")
}

/// Adds a job, or names the one that does its work.
pub(crate) fn enqueue(db: &mut Db, job: &NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
    // The job in the way can end between the two looks. That happens once in a blue moon, hardly twice.
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

pub(crate) fn by_id(db: &mut Db, id: JobId) -> Result<Option<Job>, StoreError> {
    Ok(jobs::table.find(id).select(Job::as_select()).first(db).optional()?)
}

/// A job that waits for its time is due now.
pub(crate) fn run_now(db: &mut Db, id: JobId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let waiting = jobs::table
        .find(id)
        .filter(jobs::state.eq(text(JobState::Ready)))
        .filter(jobs::run_at.gt(timestamp(now)));
    diesel::update(waiting)
        .set(jobs::run_at.eq(timestamp(now)))
        .execute(db)?;
    Ok(())
}

/// Adds a job unless something is in its way.
fn insert(db: &mut Db, job: &NewJob, now: DateTime<Utc>) -> Result<Option<JobId>, StoreError> {
    let rank: i64 = match job.user {
        Some(user) => {
            let others = jobs::table.filter(jobs::user_id.eq(Some(user))).filter(live());
            others.count().get_result(db)?
        }
        None => 0,
    };
    let row = (
        jobs::kind.eq(&job.kind),
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
    );
    let insert = diesel::insert_into(jobs::table).values(row);
    let id = match_backend!(db, connection => {
        insert.on_conflict_do_nothing().returning(jobs::id).get_result(connection).optional()
    })?;
    Ok(id)
}

/// The job that keeps this one out.
fn same(db: &mut Db, job: &NewJob) -> Result<Option<JobId>, StoreError> {
    let work = jobs::table
        .filter(jobs::kind.eq(&job.kind))
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

/// One statement, however many users there are. In one order, lest two of them wait for each other.
pub(crate) fn enqueue_for_live_users(db: &mut Db, jobs: &FanOut, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let added = diesel::sql_query(
        "INSERT INTO jobs (kind, key, user_id, lane, rank, payload, state, attempts, run_at, created_at) \
         SELECT $1, $2 || user_id, user_id, $3 || user_id, \
             (SELECT count(*) FROM jobs WHERE jobs.user_id = users.user_id AND jobs.state IN ('ready', 'running')), \
             $4, 'ready', 0, $5, $5 \
         FROM users WHERE deleting_at IS NULL ORDER BY user_id \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(&jobs.kind)
    .bind::<Text, _>(&jobs.key_prefix)
    .bind::<Text, _>(&jobs.lane_prefix)
    .bind::<JsonText, _>(&jobs.payload)
    .bind::<UtcTimestamp, _>(now)
    .execute(db)?;
    // Until it has counted again by itself, PostgreSQL plans every claim for the table as it was before, and sorts the lot.
    if let (Db::Postgres(postgres), true) = (db, added >= ANALYZE_THRESHOLD) {
        postgres.batch_execute("ANALYZE jobs")?;
    }
    Ok(added)
}
