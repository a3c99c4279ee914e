//! Starting a sandbox, and what can be done with one that runs.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::Utc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::calls::{Calls, Endpoint};
use crate::fault::{Fault, Faults};
use crate::mail::Mail;
use crate::mailbox::Mailbox;
use crate::quota::{Meter, Quota};
use crate::server;
use crate::settings::SandboxSettings;
use crate::tokens::{DEFAULT_SCOPES, IssuedTokens, Tokens};

/// The mail provider's stand-in.
pub struct Sandbox;

/// A sandbox could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The mailbox can't be read.
    #[error("failed to read the mailbox {path}")]
    Mailbox {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The address is taken or not this machine's.
    #[error("failed to listen on {address}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl Sandbox {
    /// Reads the mailbox, listens, and serves until the handle is stopped or dropped.
    pub async fn start(settings: SandboxSettings) -> Result<SandboxHandle, StartError> {
        let mailbox = match settings.mailbox.clone() {
            Some(path) => {
                let read = {
                    let path = path.clone();
                    tokio::task::spawn_blocking(move || Mailbox::index(&path)).await
                };
                let read = read.unwrap_or_else(|panic| Err(io::Error::other(panic)));
                read.map_err(|source| StartError::Mailbox { path, source })?
            }
            None => Mailbox::default(),
        };
        let address = SocketAddr::new(settings.bind, settings.port);
        let failed = |source| StartError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let world = Arc::new(World {
            accounts: Mutex::new(HashMap::from([(settings.address.to_lowercase(), mailbox)])),
            tokens: Mutex::new(Tokens::new(settings.access_lifetime)),
            faults: Mutex::default(),
            calls: Mutex::default(),
            meter: Mutex::new(Meter::new(settings.quota.clone())),
            called: watch::Sender::default(),
            holding: watch::Sender::default(),
            settings,
        });
        let (stop, stopped) = watch::channel(());
        let server = tokio::spawn(server::serve(listener, world.clone(), stopped));
        tracing::info!(%address, "the mail sandbox listens");
        Ok(SandboxHandle {
            address,
            world,
            stop,
            server,
        })
    }
}

/// All that a running sandbox knows.
pub(crate) struct World {
    pub(crate) settings: SandboxSettings,
    /// By address, in small letters.
    accounts: Mutex<HashMap<String, Mailbox>>,
    tokens: Mutex<Tokens>,
    faults: Mutex<Faults>,
    calls: Mutex<Calls>,
    meter: Mutex<Meter>,
    /// Changes with every call.
    called: watch::Sender<()>,
    /// Whether calls for messages wait.
    holding: watch::Sender<bool>,
}

impl World {
    /// Works on an account's mailbox; an account nobody has added to has an empty one.
    pub(crate) fn mailbox<T>(&self, address: &str, work: impl FnOnce(&mut Mailbox) -> T) -> T {
        work(lock(&self.accounts).entry(address.to_lowercase()).or_default())
    }

    pub(crate) fn tokens(&self) -> MutexGuard<'_, Tokens> {
        lock(&self.tokens)
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

    /// Counts a call, and lets it wait while such calls are held.
    pub(crate) async fn arrived(&self, endpoint: Endpoint) {
        self.calls().count(endpoint);
        self.called.send_replace(());
        if endpoint == Endpoint::Fetch {
            // The sender lives as long as this.
            let _ = self.holding.subscribe().wait_for(|holding| !holding).await;
        }
    }
}

/// A panic while a lock was held leaves nothing half done that matters here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls for messages wait while this lives.
pub struct Hold(Arc<World>);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.holding.send_replace(false);
    }
}

/// A sandbox that runs. Dropping it stops it, without waiting.
pub struct SandboxHandle {
    address: SocketAddr,
    world: Arc<World>,
    stop: watch::Sender<()>,
    server: JoinHandle<()>,
}

impl SandboxHandle {
    /// `http://host:port`, which goes before every path.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of the first account.
    pub fn address(&self) -> &str {
        &self.world.settings.address
    }

    /// The OAuth client's id and secret.
    pub fn client(&self) -> (&str, &str) {
        (&self.world.settings.client_id, &self.world.settings.client_secret)
    }

    /// Adds a message to the first account and gives its id. The same bytes are the same message.
    pub fn add(&self, eml: &[u8]) -> String {
        self.add_to(self.address(), eml)
    }

    /// Adds a message to the account of that address, which need not exist before.
    pub fn add_to(&self, address: &str, eml: &[u8]) -> String {
        let mail = Mail::in_memory(eml, Utc::now());
        let id = mail.id.clone();
        self.world.mailbox(address, |mailbox| mailbox.add(mail));
        id
    }

    /// Tokens of the first account that may read its mail and address.
    pub fn issue_tokens(&self) -> IssuedTokens {
        self.issue_tokens_for(self.address(), &DEFAULT_SCOPES)
    }

    /// Tokens of the account of that address with these scopes.
    pub fn issue_tokens_for(&self, address: &str, scopes: &[&str]) -> IssuedTokens {
        self.world.tokens().issue(address, scopes)
    }

    /// The scopes that [`SandboxHandle::issue_tokens`] grants.
    pub fn default_scopes() -> &'static [&'static str] {
        &DEFAULT_SCOPES
    }

    /// Kills a refresh token and the access tokens made with it.
    pub fn revoke(&self, refresh: &str) {
        self.world.tokens().revoke(refresh);
    }

    /// Ends every access token there is; renewing still works.
    pub fn expire_access_tokens(&self) {
        self.world.tokens().expire_all();
    }

    /// Switches a fault on until it is switched off.
    pub fn fail(&self, fault: Fault) {
        self.world.faults().switch_on(fault, None);
    }

    /// Switches a fault on for the next calls that it concerns.
    pub fn fail_times(&self, fault: Fault, calls: u32) {
        self.world.faults().switch_on(fault, Some(calls));
    }

    /// Switches a fault on that lets so many of the calls that it concerns pass first.
    pub fn fail_after(&self, fault: Fault, calls: u32) {
        self.world.faults().switch_on_after(fault, calls);
    }

    /// Lets calls for messages wait, from now until what this returns is dropped. For tests of what happens meanwhile.
    pub fn hold_messages(&self) -> Hold {
        self.world.holding.send_replace(true);
        Hold(self.world.clone())
    }

    /// Waits until a part of the API was called so often.
    pub async fn called(&self, endpoint: Endpoint, times: u64) {
        let mut calls = self.world.called.subscribe();
        // The sender lives as long as this handle.
        let _ = calls.wait_for(|()| self.calls(endpoint) >= times).await;
    }

    /// Lets every search fail with a 500 whose query holds these words, in whatever case, until all faults are switched off.
    pub fn fail_searches_for(&self, words: &str) {
        self.world.faults().fail_searches_for(words);
    }

    /// Switches a fault off.
    pub fn heal(&self, fault: Fault) {
        self.world.faults().switch_off(fault);
    }

    /// Switches every fault off.
    pub fn heal_all(&self) {
        self.world.faults().clear();
    }

    /// How often a part of the API was called, failures included.
    pub fn calls(&self, endpoint: Endpoint) -> u64 {
        self.world.calls().of(endpoint)
    }

    /// Sets what may be asked in a minute, from now on.
    pub fn limit(&self, quota: Option<Quota>) {
        self.world.meter().set(quota);
    }

    /// How many calls were turned away because they passed the quota. Faults don't count.
    pub fn turned_away(&self) -> u64 {
        self.world.meter().turned_away()
    }

    /// The last searches, oldest first, in the provider's query language.
    pub fn queries(&self) -> Vec<String> {
        self.world.calls().queries()
    }

    /// Counts from zero again.
    pub fn reset_calls(&self) {
        *self.world.calls() = Calls::default();
    }

    /// Stops listening and waits a moment for open calls.
    pub async fn stop(self) {
        drop(self.stop);
        // A panic of the server has been reported by then.
        let _ = self.server.await;
    }
}
