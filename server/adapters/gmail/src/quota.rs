//! The provider's quota, spent to its edge and not past it.
//!
//! The provider counts what was asked in the last minute, for one account and for all. It counts a call at some moment
//! between sending and answer, so here a call counts from before it is sent until a minute after its answer: what is
//! counted here is never less than what is counted there. A bucket that refills would let twice its size pass in a minute,
//! or half of it go to waste.
//!
//! Who waits for an account's budget waits in turn. Who waits for the budget of all goes first if their account spent
//! least in the last minute, so that a mailbox of years keeps nobody else waiting.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::MailAddress;
use serde::Deserialize;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// What the provider counts over.
const WINDOW: Duration = Duration::from_mins(1);
/// Calls answered within this time of each other are kept as one, so that memory is bounded.
const GRAIN: Duration = Duration::from_millis(50);
/// More accounts than this at once cost a look through all, not memory.
const MAX_ACCOUNTS: usize = 10_000;

/// What may be asked of the provider in a minute, and what a call costs, in the provider's quota units.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QuotaSettings {
    /// Units a minute for one mail account. Default 6,000.
    pub user_units_per_minute: u32,
    /// Units a minute for all accounts of the OAuth client, shared by all replicas. Default 1,200,000.
    pub project_units_per_minute: u32,
    /// What a page of a search costs. Default 5.
    pub list_units: u32,
    /// What a message costs. Default 20.
    pub get_units: u32,
}

impl Default for QuotaSettings {
    fn default() -> Self {
        QuotaSettings {
            user_units_per_minute: 6_000,
            project_units_per_minute: 1_200_000,
            list_units: 5,
            get_units: 20,
        }
    }
}

impl QuotaSettings {
    /// One replica's part: the project's budget divided by their number. An account's is not divided, since its ingests
    /// run one at a time.
    #[must_use]
    pub fn share(self, replicas: u32) -> Self {
        QuotaSettings {
            project_units_per_minute: self.project_units_per_minute / replicas.max(1),
            ..self
        }
    }

    /// A budget that a single call passes would be passed by it.
    pub(crate) fn holds_a_call(&self) -> bool {
        let dearest = self.list_units.max(self.get_units);
        self.user_units_per_minute >= dearest && self.project_units_per_minute >= dearest
    }
}

/// Who may call when.
pub(crate) struct Quota {
    user_limit: u32,
    project_limit: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    project: Spent,
    accounts: HashMap<MailAddress, Account>,
    /// By ticket, so that the first came first.
    waiting: BTreeMap<u64, Waiter>,
    next_ticket: u64,
}

#[derive(Default)]
struct Account {
    spent: Spent,
    /// The provider asked not to be called before this.
    resume_at: Option<DateTime<Utc>>,
}

struct Waiter {
    account: MailAddress,
    units: u32,
    go: oneshot::Sender<()>,
}

/// Units that count now.
#[derive(Default)]
struct Spent {
    units: u32,
    /// Of calls that were answered, oldest first.
    answered: VecDeque<Answered>,
}

struct Answered {
    first: Instant,
    last: Instant,
    units: u32,
}

impl Spent {
    fn begin(&mut self, units: u32) {
        self.units = self.units.saturating_add(units);
    }

    fn end(&mut self, units: u32, now: Instant) {
        match self.answered.back_mut() {
            Some(last) if now < last.first + GRAIN => {
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

    /// Leaves out what is older than the window.
    fn forget(&mut self, now: Instant) {
        while let Some(units) = self
            .answered
            .front()
            .filter(|old| old.last + WINDOW <= now)
            .map(|old| old.units)
        {
            self.answered.pop_front();
            self.units = self.units.saturating_sub(units);
        }
    }

    fn fits(&self, units: u32, limit: u32) -> bool {
        self.units.saturating_add(units) <= limit
    }

    /// When there is more room, if nothing else is spent.
    fn next_room(&self) -> Option<Instant> {
        self.answered.front().map(|oldest| oldest.last + WINDOW)
    }
}

/// A call's place in line, and then its part of the quota. Dropped when the call was answered, or given up.
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
            state.project.end(self.units, now);
            if let Some(account) = state.accounts.get_mut(self.account) {
                account.spent.end(self.units, now);
            }
        }
        // Whoever gave up may have stood before others.
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

    /// Waits until a call fits the quota. It counts until a minute after what this returns is dropped.
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
            let next_room = {
                let (now, mut state) = (Instant::now(), self.state());
                self.admit(&mut state, now);
                let account = state
                    .accounts
                    .get(account)
                    .and_then(|account| account.spent.next_room());
                account.into_iter().chain(state.project.next_room()).min()
            };
            let room = async {
                match next_room {
                    Some(at) => sleep_until(at).await,
                    // All that is spent is on its way; its answers tell.
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

    /// The provider asked to leave an account alone until then.
    pub(crate) fn pause(&self, account: &MailAddress, until: DateTime<Utc>) {
        let mut state = self.state();
        let resume_at = &mut state.account(account).resume_at;
        *resume_at = (*resume_at).max(Some(until));
    }

    /// How long an account must still be left alone.
    pub(crate) fn pause_left(&self, account: &MailAddress, now: DateTime<Utc>) -> Option<Duration> {
        let resume_at = self.state().accounts.get(account)?.resume_at?;
        (resume_at - now).to_std().ok().filter(|left| !left.is_zero())
    }

    /// A panic while the lock was held leaves at most too much counted.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go whoever fits.
    fn admit(&self, state: &mut State, now: Instant) {
        state.project.forget(now);
        while let Some(ticket) = self.next(state, now) {
            let Some(waiter) = state.waiting.remove(&ticket) else {
                return;
            };
            state.project.begin(waiter.units);
            state.account(&waiter.account).spent.begin(waiter.units);
            // Whoever does not hear it has given up, and its charge ends as it is dropped.
            let _ = waiter.go.send(());
        }
    }

    /// Of the first in line of each account whose budget has room, the one whose account spent least.
    fn next(&self, state: &mut State, now: Instant) -> Option<u64> {
        let (mut seen, mut best) = (HashSet::new(), None);
        for (ticket, waiter) in &state.waiting {
            if !seen.insert(&waiter.account) {
                continue;
            }
            let spent = state.accounts.get_mut(&waiter.account).map_or(0, |account| {
                account.spent.forget(now);
                account.spent.units
            });
            if spent.saturating_add(waiter.units) <= self.user_limit && best.is_none_or(|(least, _, _)| spent < least) {
                best = Some((spent, *ticket, waiter.units));
            }
        }
        // Nobody cheaper overtakes: the dearest call would wait for ever.
        best.filter(|(_, _, units)| state.project.fits(*units, self.project_limit))
            .map(|(_, ticket, _)| ticket)
    }
}

impl State {
    fn account(&mut self, address: &MailAddress) -> &mut Account {
        if self.accounts.len() >= MAX_ACCOUNTS && !self.accounts.contains_key(address) {
            let now = Instant::now();
            self.accounts.retain(|_, account| {
                account.spent.forget(now);
                account.spent.units > 0 || account.resume_at.is_some()
            });
        }
        self.accounts.entry(address.clone()).or_default()
    }
}

#[cfg(test)]
mod tests;
