//! Failures that repeat: they are logged ever less often, and jobs wait ever longer.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::Instant;

use crate::error::Error;
use crate::random;

/// Failures that are further apart are not of one outage.
const QUIET: Duration = Duration::from_mins(1);
/// The longest wait between two attempts at a job.
const MAX_BACKOFF: TimeDelta = TimeDelta::hours(1);

/// How often something failed in an outage. A database that fails for hours would fill the log with one line a second.
#[derive(Default)]
pub(crate) struct Failures {
    count: u64,
    last: Option<Instant>,
}

impl Failures {
    /// Counts one. Returns their number if it is to be logged: the first, the second, the fourth, the eighth …
    pub fn count(&mut self, now: Instant) -> Option<u64> {
        let is_further = self.last.is_some_and(|last| now.duration_since(last) < QUIET);
        self.count = if is_further { self.count + 1 } else { 1 };
        self.last = Some(now);
        self.count.is_power_of_two().then_some(self.count)
    }
}

/// Doubles from one second to an hour. Half of the wait is random, so that many jobs are not due at once.
pub(crate) fn backoff(attempts: i32) -> TimeDelta {
    let exponent = u32::try_from(attempts.clamp(1, 20) - 1).unwrap_or_default();
    let full = TimeDelta::seconds(1_i64 << exponent.min(12)).min(MAX_BACKOFF);
    let half = full / 2;
    let jitter = i32::from(random::uuid().as_bytes()[0]);
    half + half * jitter / 255
}

/// How long the dependency asks to wait.
pub(crate) fn requested_wait(error: &Error) -> TimeDelta {
    match error {
        Error::Dependency(error) => error
            .retry_after
            .and_then(|wait| TimeDelta::from_std(wait).ok())
            .unwrap_or_default()
            .min(MAX_BACKOFF),
        _ => TimeDelta::zero(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_of_an_hour_is_logged_a_few_times() {
        let (mut failures, start) = (Failures::default(), Instant::now());
        let each_second = (0..3_600).map(|second| start + Duration::from_secs(second));
        let logged: Vec<_> = each_second.filter_map(|now| failures.count(now)).collect();
        assert_eq!(logged[..4], [1, 2, 4, 8]);
        assert_eq!(logged.len(), 12);
        let next_day = start + Duration::from_hours(24);
        assert_eq!(failures.count(next_day), Some(1));
    }

    #[test]
    fn the_wait_grows_and_is_bounded() {
        assert!(backoff(1) <= TimeDelta::seconds(1));
        assert!(backoff(5) >= TimeDelta::seconds(8));
        assert!(backoff(1_000) <= MAX_BACKOFF);
    }
}
