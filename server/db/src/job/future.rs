//! What a clock that was ahead has written: it would wait until that time comes.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::job::kind::JobKind;
use crate::job::queue::end_of_lease;
use crate::schema::jobs;
use crate::states::JobState;
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};

/// How far apart the clocks of two processes may be.
pub(super) const SKEW: TimeDelta = TimeDelta::minutes(1);
/// No job waits longer before its next attempt.
const LONGEST_WAIT: TimeDelta = TimeDelta::days(1);

/// Whether a time of the past can only have been written by a clock that was ahead.
pub fn is_future(time: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    time > now + SKEW
}

impl Store {
    /// Makes ready jobs due that were enqueued in the future, or wait for longer than any job does, and lets leases end that would
    /// last longer than `lease`. The runs of the schedule that were enqueued in the future don't stand for those of that time.
    /// Returns the number of jobs that are due or whose lease ends sooner.
    pub fn bring_back_jobs(&self, lease: Duration, now: DateTime<Utc>) -> Answer<'_, usize> {
        let (soon, until) = (now + SKEW, end_of_lease(lease, now));
        self.write(move |db| {
            let is_misdated = jobs::created_at
                .gt(timestamp(soon))
                .and(jobs::run_at.gt(timestamp(soon)))
                .or(jobs::run_at.gt(timestamp(now + LONGEST_WAIT)));
            let ready = jobs::table.filter(jobs::state.eq(text(JobState::Ready)));
            let due = diesel::update(ready.filter(is_misdated))
                .set(jobs::run_at.eq(timestamp(now)))
                .execute(db)?;
            let running = jobs::table.filter(jobs::state.eq(text(JobState::Running)));
            let shortened = diesel::update(running.filter(jobs::lease_until.gt(Some(until + SKEW))))
                .set(jobs::lease_until.eq(Some(until)))
                .execute(db)?;
            let kinds = text_list(vec![JobKind::Ingest, JobKind::Sweep]);
            let early = jobs::kind.eq_any(kinds).and(jobs::created_at.gt(timestamp(soon)));
            let other_keys = (
                jobs::key.eq(sql::<Text>("key || '#' || id")),
                jobs::created_at.eq(timestamp(now)),
            );
            diesel::update(jobs::table.filter(early)).set(other_keys).execute(db)?;
            Ok(due + shortened)
        })
    }
}
