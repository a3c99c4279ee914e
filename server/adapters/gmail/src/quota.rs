//! A rate limiter for the provider's quota, which uses the quota fully but never exceeds it.
//!
//! The provider counts the calls of the last minute, for each account and for all. It counts a call at some moment
//! between request and response, so here a call counts from before it is sent until a minute after its response: the
//! count here is never lower than the provider's. A token bucket would allow twice the quota in a minute, or waste half
//! of it.
//!
//! Calls of one account are admitted in order. For the quota of all accounts, the account with the least usage in the
//! last minute goes first, so that a large backfill does not delay other users.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::MailAddress;
use invoices_settings::QuotaSettings;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// The period of the provider's quota.
const WINDOW: Duration = Duration::from_mins(1);
/// Calls that finished within this time of each other are stored as one entry, to bound memory.
const MERGE_INTERVAL: Duration = Duration::from_millis(50);
/// Above this number of accounts, unused ones are removed, to bound memory.
const MAX_ACCOUNTS: usize = 10_000;

/// The rate limiter.
pub(crate) struct Quota {
    user_limit: u32,
    project_limit: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    project: Usage,
    accounts: HashMap<MailAddress, Account>,
    /// By ticket, in the order of arrival.
    waiting: BTreeMap<u64, Waiter>,
    next_ticket: u64,
}

#[derive(Default)]
struct Account {
    usage: Usage,
    /// The provider asked for a pause until this time.
    resume_at: Option<DateTime<Utc>>,
}

struct Waiter {
    account: MailAddress,
    units: u32,
    go: oneshot::Sender<()>,
}

/// The units that count now.
#[derive(Default)]
struct Usage {
    units: u32,
    /// Finished calls, oldest first.
    answered: VecDeque<Answered>,
}

struct Answered {
    first: Instant,
    last: Instant,
    units: u32,
}

impl Usage {
    fn start(&mut self, units: u32) {
        self.units = self.units.saturating_add(units);
    }

    fn finish(&mut self, units: u32, now: Instant) {
        match self.answered.back_mut() {
            Some(last) if now < last.first + MERGE_INTERVAL => {
                last.last = now;
                last.units = last.units.saturating_add(units);
            }
            _ => self.answered.push_back(Answered {
                first: now,
                last: now,
                units,
            }),
        }
    }

    /// Removes finished calls that are older than the window.
    fn expire(&mut self, now: Instant) {
        while let Some(old) = self.answered.pop_front_if(|old| old.last + WINDOW <= now) {
            self.units = self.units.saturating_sub(old.units);
        }
    }

    fn fits(&self, units: u32, limit: u32) -> bool {
        self.units.saturating_add(units) <= limit
    }

    /// When the oldest finished call stops counting.
    fn next_expiry(&self) -> Option<Instant> {
        self.answered.front().map(|oldest| oldest.last + WINDOW)
    }
}

/// A waiting call, then the units of an admitted call. Dropped when the call finishes or is cancelled.
pub(crate) struct Charge<'q> {
    quota: &'q Quota,
    account: &'q MailAddress,
    ticket: u64,
    units: u32,
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        let (now, mut state) = (Instant::now(), self.quota.state());
        if state.waiting.remove(&self.ticket).is_none() {
            state.project.finish(self.units, now);
            if let Some(account) = state.accounts.get_mut(self.account) {
                account.usage.finish(self.units, now);
            }
        }
        // A cancelled call may have blocked others.
        self.quota.admit(&mut state, now);
    }
}

impl Quota {
    pub(crate) fn new(settings: &QuotaSettings) -> Self {
        Quota {
            user_limit: settings.user_units_per_minute,
            project_limit: settings.project_units_per_minute,
            state: Mutex::default(),
        }
    }

    /// Waits until the quota allows a call. The call counts until a minute after the returned value is dropped.
    pub(crate) async fn charge<'q>(&'q self, account: &'q MailAddress, units: u32) -> Charge<'q> {
        let (go, mut admitted) = oneshot::channel();
        let charge = {
            let mut state = self.state();
            let ticket = state.next_ticket;
            state.next_ticket += 1;
            let waiter = Waiter {
                account: account.clone(),
                units,
                go,
            };
            state.waiting.insert(ticket, waiter);
            Charge {
                quota: self,
                account,
                ticket,
                units,
            }
        };
        loop {
            let next_expiry = {
                let (now, mut state) = (Instant::now(), self.state());
                self.admit(&mut state, now);
                let account = state
                    .accounts
                    .get(account)
                    .and_then(|account| account.usage.next_expiry());
                account.into_iter().chain(state.project.next_expiry()).min()
            };
            let room = async {
                match next_expiry {
                    Some(at) => sleep_until(at).await,
                    // No call has finished yet; each one that does admits the next.
                    None => sleep_until(Instant::now() + WINDOW).await,
                }
            };
            tokio::select! {
                biased;
                _ = &mut admitted => return charge,
                () = room => {}
            }
        }
    }

    /// Pauses an account's calls until a time that the provider asked for.
    pub(crate) fn pause(&self, account: &MailAddress, until: DateTime<Utc>) {
        let mut state = self.state();
        let resume_at = &mut state.account(account).resume_at;
        *resume_at = (*resume_at).max(Some(until));
    }

    /// How long an account's calls are still paused.
    pub(crate) fn pause_left(&self, account: &MailAddress, now: DateTime<Utc>) -> Option<Duration> {
        let resume_at = self.state().accounts.get(account)?.resume_at?;
        (resume_at - now).to_std().ok().filter(|left| !left.is_zero())
    }

    /// After a panic with the lock held, at most too many units are counted.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits every waiting call that the quota allows.
    fn admit(&self, state: &mut State, now: Instant) {
        state.project.expire(now);
        while let Some(ticket) = self.next(state, now) {
            let Some(waiter) = state.waiting.remove(&ticket) else {
                return;
            };
            state.project.start(waiter.units);
            state.account(&waiter.account).usage.start(waiter.units);
            // A cancelled call does not receive this; its charge ends when it is dropped.
            let _ = waiter.go.send(());
        }
    }

    /// The first waiting call of each account within its quota is a candidate. Of these, the one whose account used least.
    fn next(&self, state: &mut State, now: Instant) -> Option<u64> {
        let (mut seen, mut best) = (HashSet::new(), None);
        for (ticket, waiter) in &state.waiting {
            if !seen.insert(&waiter.account) {
                continue;
            }
            let usage = state.accounts.get_mut(&waiter.account).map_or(0, |account| {
                account.usage.expire(now);
                account.usage.units
            });
            if usage.saturating_add(waiter.units) <= self.user_limit && best.is_none_or(|(least, _, _)| usage < least) {
                best = Some((usage, *ticket, waiter.units));
            }
        }
        // No cheaper call overtakes: an expensive call would wait for ever.
        best.filter(|(_, _, units)| state.project.fits(*units, self.project_limit))
            .map(|(_, ticket, _)| ticket)
    }
}

impl State {
    fn account(&mut self, address: &MailAddress) -> &mut Account {
        if self.accounts.len() >= MAX_ACCOUNTS && !self.accounts.contains_key(address) {
            let now = Instant::now();
            self.accounts.retain(|_, account| {
                account.usage.expire(now);
                account.usage.units > 0 || account.resume_at.is_some()
            });
        }
        self.accounts.entry(address.clone()).or_default()
    }
}

#[cfg(test)]
mod tests;
