//! Starting and controlling a sandbox.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use chrono::Utc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::calls::{Calls, Endpoint};
use crate::fault::Fault;
use crate::mail::Mail;
use crate::mailbox::Mailbox;
use crate::quota::Quota;
use crate::server;
use crate::settings::{CLIENT_ID, CLIENT_SECRET, SandboxSettings};
use crate::state::SandboxState;
use crate::tenancy::DeviceDecision;
use crate::tokens::{DEFAULT_SCOPES, IssuedTokens};

/// A local server with the mail provider's API.
pub struct Sandbox;

/// The sandbox could not be started.
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
    /// The address is in use or does not belong to this machine.
    #[error("failed to listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        #[source]
        source: io::Error,
    },
}

impl Sandbox {
    /// Reads the mailbox, listens, and serves until the handle is stopped or dropped.
    pub async fn start(settings: SandboxSettings) -> Result<SandboxHandle, StartError> {
        let mut mailbox = Mailbox::default();
        if let Some(path) = settings.mailbox.clone() {
            let folder = path.clone();
            let read = tokio::task::spawn_blocking(move || Mailbox::index(&folder)).await;
            let read = read.unwrap_or_else(|panic| Err(io::Error::other(panic)));
            mailbox = read.map_err(|source| StartError::Mailbox { path, source })?;
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port));
        let failed = |source| StartError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let state = Arc::new(SandboxState::new(settings, mailbox));
        let (stop, stopped) = watch::channel(());
        let server = tokio::spawn(server::serve(listener, state.clone(), stopped));
        tracing::info!(%address, "the mail sandbox is listening");
        Ok(SandboxHandle {
            address,
            state,
            stop,
            server,
        })
    }
}

/// Fetches of messages wait until this is dropped.
pub struct Hold(Arc<SandboxState>);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.holding.send_replace(false);
    }
}

/// A running sandbox. Dropping the handle stops it without waiting.
pub struct SandboxHandle {
    address: SocketAddr,
    state: Arc<SandboxState>,
    stop: watch::Sender<()>,
    server: JoinHandle<()>,
}

impl SandboxHandle {
    /// The base URL, `http://host:port`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of the first account.
    pub fn address(&self) -> &str {
        &self.state.settings.address
    }

    /// The OAuth client's id and secret.
    pub fn client(&self) -> (&'static str, &'static str) {
        (CLIENT_ID, CLIENT_SECRET)
    }

    /// Adds a message to the first account and returns its id. The same bytes are the same message.
    pub fn add(&self, eml: &[u8]) -> String {
        self.add_to(self.address(), eml)
    }

    /// Adds a message to the account with this address, which is created if it does not exist.
    pub fn add_to(&self, address: &str, eml: &[u8]) -> String {
        let mail = Mail::in_memory(eml, Utc::now());
        let id = mail.id.clone();
        self.state.mailbox(address, |mailbox| mailbox.add(mail));
        id
    }

    /// Forgets the history of the account with this address, so that no earlier `historyId` is known any more.
    pub fn forget_history_of(&self, address: &str) {
        self.state.mailbox(address, Mailbox::forget_history);
    }

    /// Issues tokens of the first account, with the default scopes.
    pub fn issue_tokens(&self) -> IssuedTokens {
        self.issue_tokens_for(self.address(), &DEFAULT_SCOPES)
    }

    /// Issues tokens of an account with these scopes.
    pub fn issue_tokens_for(&self, address: &str, scopes: &[&str]) -> IssuedTokens {
        self.state.tokens.lock().issue(address, scopes)
    }

    /// The scopes that [`SandboxHandle::issue_tokens`] grants.
    pub fn default_scopes() -> &'static [&'static str] {
        &DEFAULT_SCOPES
    }

    /// Revokes a refresh token and its access tokens.
    pub fn revoke(&self, refresh: &str) {
        self.state.tokens.lock().revoke(refresh);
    }

    /// Expires every access token. Renewal still works.
    pub fn expire_access_tokens(&self) {
        self.state.tokens.lock().expire_all();
    }

    /// What the user answers to device codes from now on.
    pub fn decide_devices(&self, decision: DeviceDecision) {
        self.state.tenant.lock().decision = Some(decision);
    }

    /// Expires every access token for IMAP. Renewal still works.
    pub fn expire_imap_tokens(&self) {
        self.state.tenant.lock().expire_access();
    }

    /// Revokes every token for IMAP.
    pub fn revoke_imap_tokens(&self) {
        self.state.tenant.lock().revoke_all();
    }

    /// Switches a fault on until it is switched off.
    pub fn fail(&self, fault: Fault) {
        self.state.faults.lock().switch_on(fault, 0, None);
    }

    /// Switches a fault on for the next calls that it applies to.
    pub fn fail_times(&self, fault: Fault, calls: u32) {
        self.state.faults.lock().switch_on(fault, 0, Some(calls));
    }

    /// Switches a fault on after the next calls that it applies to.
    pub fn fail_after(&self, fault: Fault, calls: u32) {
        self.state.faults.lock().switch_on(fault, calls, None);
    }

    /// Makes fetches of messages wait until the returned value is dropped.
    pub fn hold_messages(&self) -> Hold {
        self.state.holding.send_replace(true);
        Hold(self.state.clone())
    }

    /// Waits until an endpoint was called at least `times` times.
    pub async fn wait_for_calls(&self, endpoint: Endpoint, times: u64) {
        let mut calls = self.state.called.subscribe();
        // The sender lives as long as this handle.
        let _ = calls.wait_for(|()| self.calls(endpoint) >= times).await;
    }

    /// Makes every search whose query contains these words, in any case, fail with a 500 until all faults are cleared.
    pub fn fail_searches_for(&self, words: &str) {
        self.state.faults.lock().fail_searches_for(words);
    }

    /// Switches a fault off.
    pub fn clear_fault(&self, fault: Fault) {
        self.state.faults.lock().switch_off(fault);
    }

    /// Switches every fault off.
    pub fn clear_faults(&self) {
        self.state.faults.lock().clear();
    }

    /// The number of calls of an endpoint, including failed ones.
    pub fn calls(&self, endpoint: Endpoint) -> u64 {
        self.state.calls.lock().of(endpoint)
    }

    /// Sets the quota from now on.
    pub fn limit(&self, quota: Option<Quota>) {
        self.state.meter.lock().set(quota);
    }

    /// The number of calls that were rejected because of the quota, without faults.
    pub fn rejected_calls(&self) -> u64 {
        self.state.meter.lock().rejected_calls()
    }

    /// The last search queries, oldest first.
    pub fn queries(&self) -> Vec<String> {
        self.state.calls.lock().queries()
    }

    /// Resets the counts of calls.
    pub fn reset_calls(&self) {
        *self.state.calls.lock() = Calls::default();
    }

    /// Stops the server, and waits briefly for open calls.
    pub async fn stop(self) {
        drop(self.stop);
        // A panic of the server has already been reported.
        let _ = self.server.await;
    }
}
