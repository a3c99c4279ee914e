//! What the lists for operators have in common.

use chrono::{DateTime, Utc};

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
        let (mut rows, period): (_, $crate::listing::Period) = ($rows, $period);
        if let Some(since) = period.since {
            rows = rows.filter($time.ge($crate::types::timestamp(since)));
        }
        if let Some(until) = period.until {
            rows = rows.filter($time.lt($crate::types::timestamp(until)));
        }
        rows
    }};
}
pub(crate) use within;
