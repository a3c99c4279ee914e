//! A clock that the tests set.

use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::ports::Clock;

/// Stands still until it is set.
pub struct TestClock(Mutex<DateTime<Utc>>);

impl TestClock {
    pub fn at(time: DateTime<Utc>) -> Self {
        TestClock(Mutex::new(time))
    }

    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap() = time;
    }

    pub fn forward(&self, by: TimeDelta) {
        *self.0.lock().unwrap() += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }
}
