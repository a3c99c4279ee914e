//! Queue metrics.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, min};
use diesel::prelude::*;

use crate::job::kind::StoredKind;
use crate::schema::{jobs, ticks};
use crate::states::JobState;
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};

/// The numbers of jobs of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that a worker may claim now.
    pub due: i64,
    /// The `run_at` of the oldest due job.
    pub oldest_due: Option<DateTime<Utc>>,
    /// Jobs that are not due yet, such as retries after a back-off.
    pub waiting: i64,
    /// Jobs with a lease, including those whose worker died.
    pub running: i64,
    /// Dead jobs that are not yet purged.
    pub dead: i64,
}

impl Store {
    /// The jobs that are not done, by kind.
    pub fn backlog(&self, now: DateTime<Utc>) -> Answer<'_, BTreeMap<StoredKind, Backlog>> {
        self.read(move |db| {
            let mut kinds: BTreeMap<StoredKind, Backlog> = BTreeMap::new();
            let not_done = jobs::table
                .filter(jobs::state.eq_any(text_list([JobState::Ready, JobState::Running, JobState::Dead])))
                .group_by((jobs::kind, jobs::state))
                .select((jobs::kind, jobs::state, count_star()));
            for (kind, state, count) in not_done.load::<(StoredKind, JobState, i64)>(db)? {
                let kind = kinds.entry(kind).or_default();
                match state {
                    JobState::Ready => kind.waiting = count,
                    JobState::Running => kind.running = count,
                    JobState::Dead => kind.dead = count,
                    JobState::Done => {}
                }
            }
            let due = jobs::table
                .filter(jobs::state.eq(text(JobState::Ready)))
                .filter(jobs::run_at.le(timestamp(now)))
                .group_by(jobs::kind)
                .select((jobs::kind, count_star(), min(jobs::run_at)));
            for (kind, count, oldest_due) in due.load::<(StoredKind, i64, Option<DateTime<Utc>>)>(db)? {
                let kind = kinds.entry(kind).or_default();
                kind.due = count;
                kind.oldest_due = oldest_due;
                kind.waiting = (kind.waiting - count).max(0);
            }
            Ok(kinds)
        })
    }

    /// The last tick recorded of every schedule.
    pub fn last_ticks(&self) -> Answer<'_, BTreeMap<String, DateTime<Utc>>> {
        self.read(|db| {
            let rows: Vec<(String, DateTime<Utc>)> = ticks::table.select((ticks::name, ticks::last_at)).load(db)?;
            Ok(rows.into_iter().collect())
        })
    }
}
