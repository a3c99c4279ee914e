//! What lists have in common.

use chrono::{DateTime, Utc};
use diesel::query_dsl::methods::FilterDsl;

/// How many rows of a whole list are read at once.
pub(crate) const PAGE: i64 = 1_000;

/// Conditions that rows may have to meet.
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
