//! The last tick of each schedule.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use crate::error::StoreError;
use crate::job::fan_out::{self, FanOut};
use crate::job::future::SKEW;
use crate::schema::ticks;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::types::timestamp;

impl Store {
    /// The last tick recorded of a schedule.
    pub fn last_tick(&self, name: &str) -> Answer<'_, Option<DateTime<Utc>>> {
        let name = name.to_owned();
        self.read(move |db| Ok(ticks::table.find(name).select(ticks::last_at).first(db).optional()?))
    }

    /// Records a tick. `false` if it or a later one is already recorded. One of the future ([`is_future`](crate::is_future)) doesn't count.
    pub fn record_tick(&self, name: &str, at: DateTime<Utc>, now: DateTime<Utc>) -> Answer<'_, bool> {
        let name = name.to_owned();
        self.write(move |db| record(db, &name, at, now))
    }

    /// Records a tick as [`Store::record_tick`] does, and enqueues a job for every live user, in one transaction. `None` if it
    /// was not recorded, else the number of new jobs.
    pub fn fire_tick(
        &self,
        name: &str,
        at: DateTime<Utc>,
        jobs: FanOut,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<usize>> {
        let name = name.to_owned();
        self.write(move |db| {
            if record(db, &name, at, now)? {
                fan_out::enqueue_for_live_users(db, &jobs, now).map(Some)
            } else {
                Ok(None)
            }
        })
    }
}

/// Of several concurrent calls for the same tick, only one returns `true`.
fn record(db: &mut Db, name: &str, tick: DateTime<Utc>, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let row = (ticks::name.eq(name), ticks::last_at.eq(timestamp(tick)));
    let insert = diesel::insert_into(ticks::table).values(row);
    let first = match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    let due = ticks::last_at
        .lt(timestamp(tick))
        .or(ticks::last_at.gt(timestamp(now + SKEW)));
    let later = diesel::update(ticks::table.find(name).filter(due))
        .set(ticks::last_at.eq(timestamp(tick)))
        .execute(db)?;
    Ok(first + later == 1)
}
