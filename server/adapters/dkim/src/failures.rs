//! The questions that name servers failed to answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::ports::Clock;

/// How long a question that failed is not asked again. The resolver keeps answers alone, so each mail of an import would wait for
/// the same failure. A minute later the name server may be back.
const KEPT: TimeDelta = TimeDelta::minutes(1);
/// Maximum number of failures kept: the size of the resolver's cache of answers.
const MAX_FAILURES: usize = 8_192;

/// Recent failures, by the name that was asked for.
pub struct Failures {
    clock: Arc<dyn Clock>,
    by_name: Mutex<HashMap<String, (DateTime<Utc>, String)>>,
}

impl Failures {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Failures {
            clock,
            by_name: Mutex::default(),
        }
    }

    /// Why this name could not be looked up a moment ago.
    pub fn get(&self, name: &str) -> Option<String> {
        let now = self.clock.now();
        let by_name = self.by_name();
        let (failed_at, why) = by_name.get(name)?;
        is_recent(*failed_at, now).then(|| why.clone())
    }

    pub fn add(&self, name: &str, why: &str) {
        let now = self.clock.now();
        let mut by_name = self.by_name();
        if by_name.len() >= MAX_FAILURES {
            by_name.retain(|_, (failed_at, _)| is_recent(*failed_at, now));
        }
        if by_name.len() < MAX_FAILURES {
            by_name.insert(name.to_owned(), (now, why.to_owned()));
        }
    }

    /// Nothing panics while it is locked.
    fn by_name(&self) -> MutexGuard<'_, HashMap<String, (DateTime<Utc>, String)>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Also if the clock was set back since.
fn is_recent(failed_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (now - failed_at).abs() < KEPT
}
