//! Ticks of schedules: which was the last that ran.

use chrono::{DateTime, Utc};

use crate::job::FanOut;
use crate::{Store, StoreError};

impl Store {
    /// The last tick recorded of a schedule.
    pub async fn last_tick(&self, name: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
        todo!()
    }

    /// Records a tick. `false` when it or a later one is recorded already.
    pub async fn record_tick(&self, name: &str, at: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// Records a tick and enqueues a job for every live user, both or neither. `None` when the tick or a later one is
    /// recorded already, else how many jobs are new.
    pub async fn fire_tick(
        &self,
        name: &str,
        at: DateTime<Utc>,
        jobs: FanOut,
        now: DateTime<Utc>,
    ) -> Result<Option<usize>, StoreError> {
        todo!()
    }
}
