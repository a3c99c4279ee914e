//! The time.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// The time. Tests set it.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> DateTime<Utc>;

    /// How far the machine's clock is ahead of [`Clock::now`].
    fn machine_ahead(&self) -> TimeDelta {
        TimeDelta::zero()
    }

    /// Sets the time back by this, because another clock that counts is behind. A clock that a test sets stays as it is.
    fn set_back(&self, _by: TimeDelta) {}
}

/// The machine's time, less what it was found to be ahead.
#[derive(Debug, Default)]
pub struct SystemClock {
    ahead_ms: AtomicI64,
}

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() - self.machine_ahead()
    }

    fn machine_ahead(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.ahead_ms.load(Ordering::Relaxed))
    }

    fn set_back(&self, by: TimeDelta) {
        self.ahead_ms.fetch_add(by.num_milliseconds(), Ordering::Relaxed);
    }
}
