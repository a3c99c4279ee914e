//! The state of a running sandbox.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::calls::{Calls, Endpoint};
use crate::fault::Faults;
use crate::mailbox::Mailbox;
use crate::quota::Meter;
use crate::settings::SandboxSettings;
use crate::tenancy::Tenant;
use crate::tokens::Tokens;

/// The shared state of a running sandbox.
pub(crate) struct SandboxState {
    pub(crate) settings: SandboxSettings,
    /// By lower-case address.
    accounts: Mutex<HashMap<String, Mailbox>>,
    tokens: Mutex<Tokens>,
    tenant: Mutex<Tenant>,
    faults: Mutex<Faults>,
    calls: Mutex<Calls>,
    meter: Mutex<Meter>,
    /// Notified with every call.
    called: watch::Sender<()>,
    /// Whether fetches of messages wait.
    holding: watch::Sender<bool>,
}

impl SandboxState {
    /// The state of a new sandbox, whose first account has `mailbox`.
    pub(crate) fn new(settings: SandboxSettings, mailbox: Mailbox) -> Self {
        SandboxState {
            accounts: Mutex::new(HashMap::from([(settings.address.to_lowercase(), mailbox)])),
            tokens: Mutex::new(Tokens::new(settings.access_lifetime)),
            tenant: Mutex::default(),
            faults: Mutex::default(),
            calls: Mutex::default(),
            meter: Mutex::new(Meter::new(settings.quota.clone())),
            called: watch::Sender::default(),
            holding: watch::Sender::default(),
            settings,
        }
    }

    /// Runs `work` on an account's mailbox, which is empty for an unknown account.
    pub(crate) fn mailbox<T>(&self, address: &str, work: impl FnOnce(&mut Mailbox) -> T) -> T {
        work(lock(&self.accounts).entry(address.to_lowercase()).or_default())
    }

    pub(crate) fn tokens(&self) -> MutexGuard<'_, Tokens> {
        lock(&self.tokens)
    }

    pub(crate) fn tenant(&self) -> MutexGuard<'_, Tenant> {
        lock(&self.tenant)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.faults)
    }

    pub(crate) fn calls(&self) -> MutexGuard<'_, Calls> {
        lock(&self.calls)
    }

    pub(crate) fn meter(&self) -> MutexGuard<'_, Meter> {
        lock(&self.meter)
    }

    /// Counts a call, and makes it wait while fetches are held.
    pub(crate) async fn record_call(&self, endpoint: Endpoint) {
        self.calls().count(endpoint);
        self.called.send_replace(());
        if endpoint == Endpoint::Fetch {
            // The sender lives as long as this.
            let _ = self.holding.subscribe().wait_for(|holding| !holding).await;
        }
    }

    /// Makes fetches of messages wait, or releases them.
    pub(crate) fn hold_fetches(&self, hold: bool) {
        self.holding.send_replace(hold);
    }

    /// A receiver that is notified with every call.
    pub(crate) fn watch_calls(&self) -> watch::Receiver<()> {
        self.called.subscribe()
    }
}

/// Ignores poisoning: a panic with the lock held leaves the state usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
