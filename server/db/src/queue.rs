//! Running jobs: claiming, and saying what came of it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::job::Job;
use crate::{Store, StoreError};

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
        todo!()
    }

    /// The job ended well. This and the other acknowledgements return `false`, and change nothing, when the lease was lost.
    pub async fn finish(&self, job: &Job, result: Value, now: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// The attempt failed; the job is to be tried again at `run_at`.
    pub async fn retry(
        &self,
        job: &Job,
        error: &str,
        run_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        todo!()
    }

    /// The job is given up. `result` is what a caller who waits for it shall see.
    pub async fn bury(&self, job: &Job, error: &str, result: Value, now: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// The worker stops before the job ended: it is ready again, and the attempt does not count.
    pub async fn give_back(&self, job: &Job, now: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// Holds the lease until `until`.
    pub async fn renew(&self, job: &Job, until: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// When, after `now`, a job of these kinds may next become due or a lease run out. Jobs that are due already
    /// wait for their lane, whose end the worker sees.
    pub async fn next_due(&self, kinds: &[&str], now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        todo!()
    }
}
