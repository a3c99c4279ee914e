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

/// A value behind a lock. A panic with the lock held leaves the value usable.
#[derive(Default)]
pub(crate) struct Locked<T>(Mutex<T>);

impl<T> Locked<T> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The shared state of a running sandbox.
pub(crate) struct SandboxState {
    pub(crate) settings: SandboxSettings,
    /// By lower-case address.
    accounts: Locked<HashMap<String, Mailbox>>,
    pub(crate) tokens: Locked<Tokens>,
    pub(crate) tenant: Locked<Tenant>,
    pub(crate) faults: Locked<Faults>,
    pub(crate) calls: Locked<Calls>,
    pub(crate) meter: Locked<Meter>,
    /// Notified with every call.
    pub(crate) called: watch::Sender<()>,
    /// Whether fetches of messages wait.
    pub(crate) holding: watch::Sender<bool>,
}

impl SandboxState {
    /// The state of a new sandbox, whose first account has `mailbox`.
    pub(crate) fn new(settings: SandboxSettings, mailbox: Mailbox) -> Self {
        SandboxState {
            accounts: Locked(Mutex::new(HashMap::from([(settings.address.to_lowercase(), mailbox)]))),
            tokens: Locked(Mutex::new(Tokens::new(settings.access_lifetime))),
            tenant: Locked::default(),
            faults: Locked::default(),
            calls: Locked::default(),
            meter: Locked(Mutex::new(Meter::new(settings.quota.clone()))),
            called: watch::Sender::default(),
            holding: watch::Sender::default(),
            settings,
        }
    }

    /// Runs `work` on an account's mailbox, which is empty for an unknown account.
    pub(crate) fn mailbox<T>(&self, address: &str, work: impl FnOnce(&mut Mailbox) -> T) -> T {
        work(self.accounts.lock().entry(address.to_lowercase()).or_default())
    }

    /// Counts a call, and makes it wait while fetches are held.
    pub(crate) async fn record_call(&self, endpoint: Endpoint) {
        self.calls.lock().count(endpoint);
        self.called.send_replace(());
        if endpoint == Endpoint::Fetch {
            // The sender lives as long as this.
            let _ = self.holding.subscribe().wait_for(|holding| !holding).await;
        }
    }
}
