//! Limits on login and sign-up, in the memory of one process.
//!
//! Each replica counts on its own; the settings divide the limits by the number of replicas.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::Error;
use crate::settings::AuthSettings;

/// The most keys that are kept.
const MAX_KEYS: usize = 100_000;

/// Counts attempts by client address and failed logins by account and client address.
pub struct Throttle {
    attempts: Counter<IpAddr>,
    failures: Counter<(String, IpAddr)>,
}

impl Throttle {
    /// From the settings.
    pub fn new(settings: &AuthSettings) -> Self {
        Throttle {
            attempts: Counter::new(settings.attempts_per_minute, TimeDelta::minutes(1)),
            failures: Counter::new(settings.login_failures, settings.failure_window),
        }
    }

    /// Counts a login or sign-up attempt of an address, and refuses it above the limit.
    pub fn attempt(&self, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.attempts.check(&client, now)?;
        self.attempts.count(client, now);
        Ok(())
    }

    /// Refuses a login where too many have failed. Only failures count.
    pub fn login(&self, account: &str, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.failures.check(&(account.to_owned(), client), now)
    }

    /// Counts a failed login.
    pub fn login_failed(&self, account: &str, client: IpAddr, now: DateTime<Utc>) {
        self.failures.count((account.to_owned(), client), now);
    }
}

/// A sliding window: the times of the last `limit` events of each key.
struct Counter<K> {
    limit: usize,
    window: TimeDelta,
    times: Mutex<HashMap<K, VecDeque<DateTime<Utc>>>>,
}

impl<K: Eq + Hash + Clone> Counter<K> {
    fn new(limit: u32, window: TimeDelta) -> Self {
        Counter {
            limit: limit.max(1) as usize,
            window,
            times: Mutex::default(),
        }
    }

    fn check(&self, key: &K, now: DateTime<Utc>) -> Result<(), Error> {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(oldest) = times
            .get(key)
            .filter(|times| times.len() >= self.limit)
            .and_then(VecDeque::front)
        else {
            return Ok(());
        };
        let free_at = *oldest + self.window;
        if free_at <= now {
            return Ok(());
        }
        let wait = (free_at - now).to_std().unwrap_or(Duration::ZERO);
        Err(Error::TooMany {
            retry_after: wait.max(Duration::from_secs(1)),
        })
    }

    fn count(&self, key: K, now: DateTime<Utc>) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        if times.len() >= MAX_KEYS && !times.contains_key(&key) {
            times.retain(|_, times| times.back().is_some_and(|last| *last + self.window > now));
            // All keys are recent, as under an attack from many addresses: the memory stays bounded.
            if times.len() >= MAX_KEYS {
                times.clear();
            }
        }
        let entry = times.entry(key).or_default();
        entry.push_back(now);
        while entry.len() > self.limit {
            entry.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_slides() {
        let counter = Counter::new(2, TimeDelta::minutes(1));
        let start = Utc::now();
        let at = |seconds| start + TimeDelta::seconds(seconds);
        counter.count('a', at(0));
        counter.count('a', at(30));
        assert!(
            matches!(counter.check(&'a', at(40)), Err(Error::TooMany { retry_after }) if retry_after.as_secs() == 20)
        );
        assert!(counter.check(&'b', at(40)).is_ok());
        assert!(counter.check(&'a', at(60)).is_ok());
        counter.count('a', at(60));
        assert!(counter.check(&'a', at(61)).is_err());
    }
}
