//! Jobs: work that is owed. This file adds them and looks at them; `queue.rs` runs them.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use serde_json::Value;

use crate::schema::jobs;
use crate::types::UnknownWord;
use crate::{Store, StoreError};

/// A job's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub(crate) i64);

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It waits for a worker, or for its time.
    Ready,
    /// A worker holds its lease.
    Running,
    /// It ended well.
    Done,
    /// It was given up.
    Dead,
}

impl JobState {
    /// Whether the job is yet to end.
    pub const fn is_live(self) -> bool {
        matches!(self, JobState::Ready | JobState::Running)
    }
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
    pub fresh: bool,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its row.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// With the kind it names the work.
    pub key: String,
    /// For whom.
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

impl fmt::Display for JobState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            JobState::Ready => "ready",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Dead => "dead",
        })
    }
}

impl FromStr for JobState {
    type Err = UnknownWord;
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "ready" => Ok(JobState::Ready),
            "running" => Ok(JobState::Running),
            "done" => Ok(JobState::Done),
            "dead" => Ok(JobState::Dead),
            _ => Err(UnknownWord),
        }
    }
}

impl Store {
    /// Adds a job unless its kind and key, or its live `join_key`, are there.
    pub async fn enqueue(&self, job: NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
        todo!()
    }

    /// The same as [`Store::enqueue`] for a job with a `join_key`: names the live job that has it, or makes one.
    pub async fn enqueue_or_join(&self, job: NewJob, now: DateTime<Utc>) -> Result<Enqueued, StoreError> {
        todo!()
    }

    /// Adds a job for every live user, those excepted whose job is there already. Returns how many are new.
    pub async fn enqueue_for_live_users(&self, jobs: FanOut, now: DateTime<Utc>) -> Result<usize, StoreError> {
        todo!()
    }

    /// A job.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError> {
        todo!()
    }

    /// How many jobs are yet to end.
    pub async fn live_jobs(&self) -> Result<i64, StoreError> {
        todo!()
    }

    /// The last `limit` jobs that were given up, the newest first.
    pub async fn dead_jobs(&self, limit: i64) -> Result<Vec<Job>, StoreError> {
        todo!()
    }

    /// Forgets the jobs that ended before `before`, and returns how many. Their keys may be enqueued again.
    pub async fn purge_finished(&self, before: DateTime<Utc>) -> Result<usize, StoreError> {
        todo!()
    }
}
