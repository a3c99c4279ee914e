//! Limits for one caller, counted in the memory of one process.
//!
//! Each replica counts on its own; the settings divide the limits by the number of replicas. What a caller chooses, such
//! as an e-mail address, is kept as a hash of fixed size that is keyed with a secret of the process.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::BuildHasher;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::{MailAddress, UserId};
use invoices_settings::AuthSettings;

use crate::error::Error;

/// Maximum number of keys that one counter keeps.
const MAX_KEYS: usize = 100_000;
/// Maximum number of logins that wait for their delay at once.
const MAX_DELAYED: usize = 1_000;
/// The delay after the first failed login beyond the limit. It doubles with each further one.
const FIRST_DELAY: Duration = Duration::from_millis(250);

/// Counts attempts by client address, failed logins by account, and connected mail accounts by user.
pub struct Throttle {
    secret: RandomState,
    /// Login and sign-up attempts by client address.
    attempts: Counter,
    /// Failed logins by account and client address.
    failures: Counter,
    /// Failed logins by account.
    account_failures: Counter,
    /// Refreshes of sessions by client address.
    refreshes: Counter,
    /// Mails by account, and requests for them by client address.
    account_mails: Counter,
    mail_clients: Counter,
    /// Connected mail accounts by user, and logins at mail servers by account.
    connections: Counter,
    max_delay: Duration,
    /// The pairs of account and client address whose login waits for its delay.
    delayed: Mutex<HashSet<u64>>,
}

/// What the counters keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThrottleUsage {
    /// The number of keys.
    pub entries: usize,
    /// The memory that they take.
    pub bytes: usize,
    /// The number of logins that wait for their delay.
    pub delayed: usize,
}

impl Throttle {
    /// From the settings.
    pub fn new(settings: &AuthSettings) -> Self {
        Throttle {
            secret: RandomState::new(),
            attempts: Counter::new(settings.attempts_per_minute, TimeDelta::minutes(1)),
            failures: Counter::new(settings.login_failures, settings.failure_window_seconds.delta()),
            account_failures: Counter::new(settings.login_failures, settings.failure_window_seconds.delta()),
            refreshes: Counter::new(settings.attempts_per_minute, TimeDelta::minutes(1)),
            account_mails: Counter::new(settings.account_mails_per_hour, TimeDelta::hours(1)),
            mail_clients: Counter::new(settings.account_mails_per_hour.saturating_mul(10), TimeDelta::hours(1)),
            connections: Counter::new(settings.connections_per_minute, TimeDelta::minutes(1)),
            max_delay: *settings.max_login_delay_seconds,
            delayed: Mutex::default(),
        }
    }

    /// Counts a login or sign-up attempt of an address, and refuses it above the limit.
    pub fn attempt(&self, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.attempts.check_and_count(self.secret.hash_one(client), now)
    }

    /// Counts an attempt of an address at refreshing a session, and refuses it above the limit.
    pub fn refresh(&self, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.refreshes.check_and_count(self.secret.hash_one(client), now)
    }

    /// Counts a request of an address for a mail to any account, and refuses it above the limit.
    pub fn mail_client(&self, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.mail_clients.check_and_count(self.secret.hash_one(client), now)
    }

    /// Counts a mail of a kind to an account, whether or not it exists, and refuses it above the limit.
    pub fn account_mail(&self, kind: &str, account: &str, now: DateTime<Utc>) -> Result<(), Error> {
        self.account_mails
            .check_and_count(self.secret.hash_one((kind, account)), now)
    }

    /// Refuses a login if too many logins of this account have failed from this address. Only failures count.
    pub fn login(&self, account: &str, client: IpAddr, now: DateTime<Utc>) -> Result<(), Error> {
        self.failures.check(self.pair(account, client), now)
    }

    /// The delay of a login, if too many logins of this account have failed, from any addresses. It is the same for an account
    /// that does not exist. One login of a pair of account and address waits at a time.
    pub fn delay(&self, account: &str, client: IpAddr, now: DateTime<Utc>) -> Result<Option<Delay<'_>>, Error> {
        let failures = self.account_failures.events(self.secret.hash_one(account), now);
        let Some(beyond) = failures.checked_sub(self.account_failures.limit) else {
            return Ok(None);
        };
        let time = FIRST_DELAY.saturating_mul(1 << beyond.min(16)).min(self.max_delay);
        if time.is_zero() {
            return Ok(None);
        }
        let key = self.pair(account, client);
        let mut delayed = lock(&self.delayed);
        if delayed.len() >= MAX_DELAYED || !delayed.insert(key) {
            return Err(too_many(time));
        }
        Ok(Some(Delay {
            time,
            key,
            delayed: &self.delayed,
        }))
    }

    /// Counts a failed login.
    pub fn login_failed(&self, account: &str, client: IpAddr, now: DateTime<Utc>) {
        self.failures.count(self.pair(account, client), now);
        self.account_failures.count(self.secret.hash_one(account), now);
    }

    /// Counts an attempt at connecting a mail account, and refuses it above the limit.
    pub fn connection(&self, user: UserId, now: DateTime<Utc>) -> Result<(), Error> {
        self.connections.check_and_count(self.secret.hash_one(user), now)
    }

    /// Counts a login at a mail server, and refuses it above the limit: users must not guess another's password together.
    pub fn mail_login(&self, server: &str, address: &MailAddress, now: DateTime<Utc>) -> Result<(), Error> {
        let key = self.secret.hash_one((server, address.as_str()));
        self.connections.check_and_count(key, now)
    }

    /// The counters that remain after expired ones are dropped.
    pub fn usage(&self, now: DateTime<Utc>) -> ThrottleUsage {
        let counters = [
            &self.attempts,
            &self.failures,
            &self.account_failures,
            &self.refreshes,
            &self.account_mails,
            &self.mail_clients,
            &self.connections,
        ];
        let delayed = lock(&self.delayed).len();
        let mut all = ThrottleUsage {
            delayed,
            ..ThrottleUsage::default()
        };
        for counter in counters {
            let counts = counter.counts(now);
            all.entries += counts.by_key.len();
            all.bytes += counts.bytes();
        }
        all
    }

    fn pair(&self, account: &str, client: IpAddr) -> u64 {
        self.secret.hash_one((account, client))
    }
}

/// A login that waits. Dropping it lets the next one of the same account and address wait.
pub struct Delay<'t> {
    /// How long it waits.
    pub time: Duration,
    key: u64,
    delayed: &'t Mutex<HashSet<u64>>,
}

impl Drop for Delay<'_> {
    fn drop(&mut self) {
        lock(self.delayed).remove(&self.key);
    }
}

/// Counts the events of each key in a window that begins with the key's first event.
struct Counter {
    limit: u32,
    window: TimeDelta,
    max_keys: usize,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    by_key: HashMap<u64, Count>,
    /// The keys in the order in which their windows end.
    ends: VecDeque<(DateTime<Utc>, u64)>,
}

struct Count {
    events: u32,
    ends: DateTime<Utc>,
}

impl Counter {
    fn new(limit: u32, window: TimeDelta) -> Self {
        Counter {
            limit: limit.max(1),
            window,
            max_keys: MAX_KEYS,
            counts: Mutex::default(),
        }
    }

    fn check(&self, key: u64, now: DateTime<Utc>) -> Result<(), Error> {
        match self.counts(now).by_key.get(&key) {
            Some(count) if count.events >= self.limit => {
                Err(too_many((count.ends - now).to_std().unwrap_or(Duration::ZERO)))
            }
            _ => Ok(()),
        }
    }

    fn check_and_count(&self, key: u64, now: DateTime<Utc>) -> Result<(), Error> {
        self.check(key, now)?;
        self.count(key, now);
        Ok(())
    }

    fn events(&self, key: u64, now: DateTime<Utc>) -> u32 {
        self.counts(now).by_key.get(&key).map_or(0, |count| count.events)
    }

    fn count(&self, key: u64, now: DateTime<Utc>) {
        let mut counts = self.counts(now);
        if let Some(count) = counts.by_key.get_mut(&key) {
            count.events = count.events.saturating_add(1);
            return;
        }
        if counts.by_key.len() >= self.max_keys {
            // Under an attack from many addresses the oldest count is given up, so that the memory stays bounded.
            counts.drop_first();
        }
        let ends = now + self.window;
        counts.by_key.insert(key, Count { events: 1, ends });
        counts.ends.push_back((ends, key));
    }

    /// The counts whose window has not ended.
    fn counts(&self, now: DateTime<Utc>) -> MutexGuard<'_, Counts> {
        let mut counts = lock(&self.counts);
        while counts.ends.front().is_some_and(|(ends, _)| *ends <= now) {
            counts.drop_first();
        }
        counts.shrink();
        counts
    }
}

impl Counts {
    fn drop_first(&mut self) {
        if let Some((_, key)) = self.ends.pop_front() {
            self.by_key.remove(&key);
        }
    }

    /// Gives memory back after many counts were dropped.
    fn shrink(&mut self) {
        let length = self.by_key.len();
        if self.by_key.capacity() > 4 * length.max(16) {
            self.by_key.shrink_to(2 * length);
        }
        if self.ends.capacity() > 4 * length.max(16) {
            self.ends.shrink_to(2 * length);
        }
    }

    fn bytes(&self) -> usize {
        // A hash map has a byte of its own for each entry.
        self.by_key.capacity() * (size_of::<(u64, Count)>() + 1)
            + self.ends.capacity() * size_of::<(DateTime<Utc>, u64)>()
    }
}

fn too_many(wait: Duration) -> Error {
    Error::TooMany(wait.max(Duration::from_secs(1)))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throttle() -> Throttle {
        Throttle::new(&AuthSettings::default())
    }

    fn address(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    #[test]
    fn a_window_ends_after_its_first_event() {
        let counter = Counter::new(2, TimeDelta::minutes(1));
        let start = Utc::now();
        let at = |seconds| start + TimeDelta::seconds(seconds);
        counter.count(1, at(0));
        counter.count(1, at(30));
        assert!(matches!(counter.check(1, at(40)), Err(Error::TooMany(retry_after)) if retry_after.as_secs() == 20));
        assert!(counter.check(2, at(40)).is_ok());
        assert!(counter.check(1, at(60)).is_ok());
        counter.count(1, at(60));
        assert!(counter.check(1, at(61)).is_ok());
        counter.count(1, at(61));
        assert!(counter.check(1, at(62)).is_err());
    }

    // Shows: Threats | Failed logins fill the memory, or lock an owner out | keys are hashes of fixed size, their number is bounded, and they are dropped when their window ends; a delay, and no lock, follows failures from other addresses
    #[test]
    fn counts_are_bounded_and_dropped_when_their_window_ends() {
        let throttle = throttle();
        let start = Utc::now();
        let long = "x".repeat(60_000);
        for number in 0..150_000 {
            throttle.login_failed("alva@example.com", address(number), start);
        }
        throttle.login_failed(&long, address(1), start);
        let full = throttle.usage(start);
        assert_eq!(full.entries, MAX_KEYS + 2, "pairs, and two accounts");
        assert!(full.bytes < 12_000_000, "{full:?}");
        // No further call names any of these keys.
        let ended = throttle.usage(start + TimeDelta::minutes(5));
        assert_eq!(ended.entries, 0);
        assert!(ended.bytes < 10_000, "{ended:?}");
    }

    #[test]
    fn a_full_counter_still_refuses_the_newest_keys() {
        let counter = Counter {
            max_keys: 3,
            ..Counter::new(1, TimeDelta::minutes(1))
        };
        let now = Utc::now();
        for key in 0..5 {
            counter.count(key, now);
        }
        let refused: Vec<u64> = (0..5).filter(|key| counter.check(*key, now).is_err()).collect();
        assert_eq!(refused, [2, 3, 4]);
    }

    // Shows: Sign-up, login and access tokens | After ten failed logins…
    // Shows: Limits | delay of a login after failed ones of its account | 5 seconds
    #[test]
    fn failures_from_all_addresses_delay_an_account_more_and_more() {
        let throttle = throttle();
        let now = Utc::now();
        let delay = |account: &str, client: u32| {
            let delay = throttle.delay(account, address(client), now).unwrap();
            delay.map_or(0, |delay| delay.time.as_millis())
        };
        let mut delays = vec![];
        for client in 0..17 {
            delays.push(delay("alva@example.com", client));
            throttle.login_failed("alva@example.com", address(client), now);
        }
        assert_eq!(delays[..10], [0; 10]);
        assert_eq!(delays[10..], [250, 500, 1000, 2000, 4000, 5000, 5000]);
        assert_eq!(delay("bo@example.com", 1), 0, "another account is not concerned");
    }

    #[test]
    fn one_login_of_an_account_and_address_waits_at_a_time() {
        let throttle = throttle();
        let now = Utc::now();
        for client in 0..12 {
            throttle.login_failed("alva@example.com", address(client), now);
        }
        let delay = |client| throttle.delay("alva@example.com", address(client), now);
        let waiting = delay(1).unwrap();
        assert!(matches!(delay(1), Err(Error::TooMany(_))));
        assert!(delay(2).unwrap().is_some());
        assert_eq!(throttle.usage(now).delayed, 1);
        drop(waiting);
        assert!(delay(1).unwrap().is_some());
    }
}
