//! The use cases' state: ports, catalogue and settings.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use invoices_db::{LedgerRowId, Store};
use invoices_domain::Catalogue;
use invoices_domain::mailer::Mailer;
use invoices_domain::ports::{Clock, Identity, MailServers, Mailbox, Objects, Reader, Secrets, SenderCheck, Topic};
use invoices_domain::webhook::Webhooks;
use prometheus_client::registry::Registry;
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};
use tokio_util::task::TaskTracker;

use crate::error::Error;
use crate::limit::in_flight::{BytesInFlight, InFlight};
use crate::limit::shares::Shares;
use crate::limit::throttle::Throttle;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::user::password::Passwords;
use crate::user::token::Tokens;

/// How many requests of a user may wait for ingests at once in this process: each of them polls the database.
const WAITING_AT_ONCE: u32 = 20;
/// How many mails are uploaded at once to this process: their bytes are in memory. A user uploads half of them.
const UPLOADS_AT_ONCE: u32 = 4;
/// How many requests of a user that read are answered at once in this process.
const READS_AT_ONCE: u32 = 4;
/// The whole lists that are sent to a user at once, in KiB.
const LISTS_AT_ONCE: u32 = 64 * 1024;

/// The dependencies of the use cases, each behind its port.
#[derive(Clone)]
pub struct Ports {
    /// Rows.
    pub store: Store,
    /// Originals.
    pub objects: Arc<dyn Objects>,
    /// Mail tokens.
    pub secrets: Arc<dyn Secrets>,
    /// Users' mailboxes.
    pub mailbox: Arc<dyn Mailbox>,
    /// Verifies mail tokens.
    pub identity: Arc<dyn Identity>,
    /// Checks who sent a mail of which no provider says anything.
    pub sender_check: Arc<dyn SenderCheck>,
    /// The IMAP servers.
    pub mail_servers: Arc<dyn MailServers>,
    /// Sends mails about accounts.
    pub mailer: Arc<dyn Mailer>,
    /// Publishes notifications.
    pub topic: Arc<dyn Topic>,
    /// Posts events to users' webhooks.
    pub webhooks: Arc<dyn Webhooks>,
    /// Reads documents.
    pub reader: Arc<dyn Reader>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Adds the adapters' metrics to a registry.
    pub metrics: AdapterMetrics,
    /// What was wrong with the last call to the mail provider. `None` if it answered, or if the call was long ago.
    pub provider_problem: Arc<dyn Fn() -> Option<String> + Send + Sync>,
}

/// Adds the metrics of adapters to a registry.
pub type AdapterMetrics = Arc<dyn Fn(&mut Registry) + Send + Sync>;

/// The use cases. Cheap to clone.
#[derive(Clone)]
pub struct App(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    ports: Ports,
    catalogue: Catalogue,
    settings: Settings,
    pub(crate) passwords: Passwords,
    tokens: RwLock<Arc<Tokens>>,
    pub(crate) throttle: Throttle,
    pub(crate) in_flight: InFlight,
    /// The exports that this process is sending.
    pub(crate) exports: Shares,
    /// The mails that are being uploaded.
    pub(crate) uploads: Shares,
    /// The readers that users have at work.
    pub(crate) readers: Shares,
    metrics: Metrics,
    /// Wakes an idle worker of this process when a job was enqueued.
    pub(crate) enqueued: Notify,
    /// Has the clock compared with the database's.
    pub(crate) lease_lost: Notify,
    /// Held while the clock is compared and corrected.
    pub(crate) clock_turn: AsyncMutex<()>,
    /// Counts the jobs that ended in this process; wakes requests that wait for one.
    pub(crate) finished: watch::Sender<u64>,
    /// The requests of each user that read.
    pub(crate) reads: Shares,
    /// Those that read all of its invoices.
    pub(crate) scans: Shares,
    /// The KiB of whole lists that are being sent to each user.
    pub(crate) lists: Shares,
    /// The requests of each user that wait for their ingest.
    pub(crate) waiting: Shares,
    /// Where the next sweep of this process continues to look for old messages; `None` for the beginning.
    pub(crate) old_messages: Mutex<Option<LedgerRowId>>,
    /// Work that nobody waits for.
    pub(crate) background: TaskTracker,
}

impl App {
    /// Checks the settings. Starts nothing.
    pub fn new(ports: Ports, catalogue: Catalogue, settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        Ok(App(Arc::new(Inner {
            passwords: Passwords::new(&settings)?,
            tokens: RwLock::new(Arc::new(Tokens::new(&settings).map_err(Error::internal)?)),
            throttle: Throttle::new(&settings.auth),
            in_flight: InFlight::new(settings.bytes_in_flight()),
            exports: Shares::new(settings.export.at_once, 1),
            uploads: Shares::new(UPLOADS_AT_ONCE, UPLOADS_AT_ONCE / 2),
            readers: Shares::but_one(ports.reader.at_once()),
            metrics: Metrics::new(),
            enqueued: Notify::new(),
            lease_lost: Notify::new(),
            clock_turn: AsyncMutex::default(),
            finished: watch::Sender::new(0),
            reads: Shares::of_each(READS_AT_ONCE),
            scans: Shares::of_each(1),
            lists: Shares::of_each(LISTS_AT_ONCE),
            waiting: Shares::of_each(WAITING_AT_ONCE),
            old_messages: Mutex::new(None),
            background: TaskTracker::new(),
            ports,
            catalogue,
            settings,
        })))
    }

    /// The categories and vendors of this build.
    pub fn catalogue(&self) -> &Catalogue {
        &self.0.catalogue
    }

    /// The settings of the use cases.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// The rows.
    pub fn store(&self) -> &Store {
        &self.0.ports.store
    }

    /// Today in the service's time zone.
    pub fn today(&self) -> chrono::NaiveDate {
        self.settings().zone.day(self.now())
    }

    /// Gets the reader ready, and logs what an operator should know of it. Fails if nothing could be read.
    pub async fn prepare_reader(&self) -> Result<(), Error> {
        for warning in self.ports().reader.prepare().await? {
            tracing::warn!("{warning}");
        }
        Ok(())
    }

    /// Waits for the work in the background, such as revoking a grant. A program that ends after one use case calls it.
    pub async fn wait_for_background(&self) {
        self.0.background.close();
        self.0.background.wait().await;
    }

    /// What the messages and documents in memory weigh.
    pub fn bytes_in_flight(&self) -> BytesInFlight {
        self.0.in_flight.bytes()
    }

    /// Adds the metrics of this process's use cases and adapters to a registry, once.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.0.metrics.register(registry);
        (self.ports().metrics)(registry);
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// What issues and verifies tokens.
    pub fn tokens(&self) -> Arc<Tokens> {
        Arc::clone(&self.0.tokens.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Issues and verifies tokens with other secrets from now on.
    pub fn replace_tokens(&self, tokens: Tokens) {
        *self.0.tokens.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(tokens);
    }

    pub(crate) fn ports(&self) -> &Ports {
        &self.0.ports
    }

    pub(crate) fn wake_workers(&self) {
        self.0.enqueued.notify_one();
    }

    /// The time.
    pub fn now(&self) -> chrono::DateTime<chrono::Utc> {
        self.0.ports.clock.now()
    }
}
