//! Use cases and the invoice pipeline.
//!
//! One file a noun. A use case is a method of [`App`] that takes plain values and
//! returns plain values; what HTTP makes of them is another crate's work. Everything that takes time
//! is a job ([`work`]) that a [`Worker`] runs, here or in another process.

mod account;
mod change;
pub mod crash;
mod deletion;
mod error;
pub mod ingest;
mod mail_account;
mod parse;
mod password;
mod readiness;
mod rental;
mod reparse;
mod retail;
pub mod schedule;
mod settings;
mod sweep;
mod throttle;
mod token;
pub mod work;
mod worker;

use std::sync::Arc;

use invoices_db::Store;
use invoices_domain::Catalogue;
use invoices_domain::ports::{Clock, Identity, Mailbox, Objects, Reader, Secrets, Topic};
use tokio::sync::{Notify, watch};

pub use account::{NewAccount, Profile, Session};
pub use change::SUBJECT as NOTIFICATION_SUBJECT;
pub use error::Error;
pub use invoices_db::{LedgerDocument, LedgerRow, NotificationRow, NotificationState, RetailSummary};
pub use mail_account::{ConnectedAccount, GivenTokens};
pub use readiness::Check;
pub use rental::RentalInvoices;
pub use reparse::{Difference, InvoiceDifference, Reparsed, Reread, Scope};

pub use settings::{AuthSettings, PipelineSettings, ScheduleSettings, Settings};
pub use token::{MIN_SECRET_BYTES, SecretTooShort};
pub use worker::Worker;

use crate::password::Passwords;
use crate::throttle::Throttle;
use crate::token::Tokens;

/// Everything outside that the use cases need, each behind its port.
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
    /// Who a mail token belongs to.
    pub identity: Arc<dyn Identity>,
    /// Where notifications go.
    pub topic: Arc<dyn Topic>,
    /// What reads documents.
    pub reader: Arc<dyn Reader>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// The use cases. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    ports: Ports,
    catalogue: Catalogue,
    settings: Settings,
    passwords: Passwords,
    tokens: Tokens,
    throttle: Throttle,
    /// Wakes an idle worker of this process when work was enqueued.
    enqueued: Notify,
    /// Counts finished jobs of this process; wakes who waits for one.
    finished: watch::Sender<u64>,
}

impl App {
    /// Checks the settings and puts everything together. Starts nothing.
    pub fn new(ports: Ports, catalogue: Catalogue, settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        Ok(App(Arc::new(Inner {
            passwords: Passwords::new(&settings.auth)?,
            tokens: Tokens::new(&settings.auth).map_err(Error::internal)?,
            throttle: Throttle::new(&settings.auth),
            enqueued: Notify::new(),
            finished: watch::Sender::new(0),
            ports,
            catalogue,
            settings,
        })))
    }

    /// What this build can read.
    pub fn catalogue(&self) -> &Catalogue {
        &self.0.catalogue
    }

    /// What the use cases were told.
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

    fn ports(&self) -> &Ports {
        &self.0.ports
    }

    /// The time.
    pub fn now(&self) -> chrono::DateTime<chrono::Utc> {
        self.0.ports.clock.now()
    }
}
