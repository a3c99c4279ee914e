//! What lists have in common.

use chrono::{DateTime, Utc};
use diesel::query_dsl::methods::FilterDsl;

use crate::error::StoreError;
use crate::store::connection::{Db, snapshot};

/// How many rows of a whole list are read at once.
pub(crate) const PAGE: i64 = 1_000;

/// Conditions that the rows of a list may have to meet.
pub(crate) trait OptionalFilter: Sized {
    /// Only the rows that meet the condition, if there is one.
    fn filter_optional<Condition>(self, condition: Option<Condition>) -> Self
    where
        Self: FilterDsl<Condition, Output = Self>,
    {
        match condition {
            Some(condition) => self.filter(condition),
            None => self,
        }
    }
}

impl<Rows> OptionalFilter for Rows {}

/// A run of time that may be open at either end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// Included.
    pub since: Option<DateTime<Utc>>,
    /// Excluded.
    pub until: Option<DateTime<Utc>>,
}

/// The rows whose time lies in a period.
macro_rules! within {
    ($rows:expr, $time:expr, $period:expr) => {{
        let (rows, period): (_, $crate::listing::Period) = ($rows, $period);
        rows.filter_optional(period.since.map(|since| $time.ge($crate::types::timestamp(since))))
            .filter_optional(period.until.map(|until| $time.lt($crate::types::timestamp(until))))
    }};
}
pub(crate) use within;

/// Rows of a whole list, and the place after which the next page begins.
pub(crate) type Rows<T, P> = (Vec<T>, Option<P>);

/// The place after which the next page begins; `None` on the last page, which is not full.
pub(crate) fn next<T, P>(rows: &[T], place: impl FnOnce(&T) -> P) -> Option<P> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|rows| rows >= PAGE);
    rows.last().filter(|_| is_full).map(place)
}

/// A whole list. It is read in pages of at most [`PAGE`] rows, so that the rows are never in memory twice. One of several pages
/// is read as it is at one moment; one of a single page needs no more than its statement.
pub(crate) fn whole<T, P>(
    db: &mut Db,
    page: impl Fn(&mut Db, Option<P>) -> Result<Rows<T, P>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let (only, next) = page(db, None)?;
    if next.is_none() {
        return Ok(only);
    }
    drop(only);
    snapshot(db, |db| {
        let (mut all, mut next) = page(db, None)?;
        while next.is_some() {
            let (rows, after) = page(db, next)?;
            all.extend(rows);
            next = after;
        }
        Ok(all)
    })
}
