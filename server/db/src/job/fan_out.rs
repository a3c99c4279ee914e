//! A tick: a job for every user.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use serde_json::Value;

use crate::error::StoreError;
use crate::job::kind::JobKind;
use crate::job::trace;
use crate::store::connection::{Db, match_backend};
use crate::types::{JsonText, TextEnum, UtcTimestamp};

/// After this many new jobs the table's statistics are refreshed.
const ANALYZE_THRESHOLD: usize = 1_000;

/// A job for every live user.
#[derive(Clone, Debug, PartialEq)]
pub struct FanOut {
    /// The kind of work.
    pub kind: JobKind,
    /// The job's key is this and the user's id.
    pub key_prefix: String,
    /// The job's lane is this and the user's id.
    pub lane_prefix: String,
    /// The arguments of every job. The user is in [`Job::user`](crate::Job::user).
    pub payload: Value,
    /// The minutes over which the jobs become due, at most 240. A user's is due in the same one each time.
    pub spread_minutes: u16,
}

/// Adds a job for every live user. The rows are inserted in a fixed order, so that two concurrent calls can't deadlock.
pub(crate) fn enqueue_for_live_users(db: &mut Db, jobs: &FanOut, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let mut added = 0;
    for slice in slices(jobs.spread_minutes) {
        added += enqueue_slice(db, jobs, &slice, now)?;
    }
    // Until PostgreSQL refreshes its statistics, it plans every claim for the table's old size, and sorts all rows.
    if added >= ANALYZE_THRESHOLD {
        match_backend!(db, sqlite(_) => {}, postgres(postgres) => diesel::connection::SimpleConnection::batch_execute(postgres, "ANALYZE jobs")?);
    }
    Ok(added)
}

/// Users whose ids are next to each other, and whose jobs become due in the same minute.
#[derive(Debug, PartialEq)]
struct Slice {
    minute: i64,
    /// The lowest id, and one above the highest.
    ids: Range<String>,
}

/// All users, each in the minute that the first two digits of the id give. A slice has the users of at most four pairs of digits, a
/// sixty-fourth of all: one statement for millions of users would take longer than a statement may.
fn slices(minutes: u16) -> Vec<Slice> {
    let minutes = i64::from(minutes.clamp(1, 240));
    let minute = |pair: i64| pair * minutes / 256;
    let id = |pair: i64| match pair {
        // After all digits.
        256 => "user_g".to_owned(),
        _ => format!("user_{pair:02x}"),
    };
    let pairs: Vec<i64> = (0..256).collect();
    let together = pairs.chunk_by(|one, next| minute(*one) == minute(*next) && one / 4 == next / 4);
    let slice = |pairs: &[i64]| {
        let (first, last) = (*pairs.first()?, *pairs.last()?);
        Some(Slice {
            minute: minute(first),
            ids: id(first)..id(last + 1),
        })
    };
    together.filter_map(slice).collect()
}

fn enqueue_slice(db: &mut Db, jobs: &FanOut, slice: &Slice, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let run_at = now + TimeDelta::minutes(slice.minute);
    let query = diesel::sql_query(
        "INSERT INTO jobs (kind, key, user_id, lane, rank, payload, state, attempts, run_at, created_at, trace_parent) \
         SELECT $1, $2 || user_id, user_id, $3 || user_id, \
             (SELECT count(*) FROM jobs WHERE jobs.user_id = users.user_id AND jobs.state IN ('ready', 'running')), \
             $4, 'ready', 0, $5, $6, $7 \
         FROM users WHERE deleting_at IS NULL AND user_id >= $8 AND user_id < $9 ORDER BY user_id \
         ON CONFLICT DO NOTHING",
    )
    .bind::<TextEnum, _>(jobs.kind)
    .bind::<Text, _>(&jobs.key_prefix)
    .bind::<Text, _>(&jobs.lane_prefix)
    .bind::<JsonText, _>(&jobs.payload)
    .bind::<UtcTimestamp, _>(run_at)
    .bind::<UtcTimestamp, _>(now)
    .bind::<Nullable<Text>, _>(trace::position())
    .bind::<Text, _>(&slice.ids.start)
    .bind::<Text, _>(&slice.ids.end);
    Ok(query.execute(db)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_is_in_one_slice_and_keeps_their_minute() {
        for minutes in [0, 1, 7, 60, 240, 1_000] {
            let slices = slices(minutes);
            assert!(slices.len() >= 64, "{} slices", slices.len());
            for pair in 0..256_i64 {
                let id = format!("user_{pair:02x}3b0c44-98fc-4c14-9afb-f4c8996fb924");
                let of: Vec<&Slice> = slices.iter().filter(|slice| slice.ids.contains(&id)).collect();
                let expected = pair * i64::from(minutes.clamp(1, 240)) / 256;
                assert_eq!(
                    of.iter().map(|slice| slice.minute).collect::<Vec<_>>(),
                    [expected],
                    "{id}"
                );
            }
            assert!(
                slices
                    .iter()
                    .all(|slice| slice.minute < i64::from(minutes.clamp(1, 240)))
            );
        }
    }
}
