//! Storage in SQLite or PostgreSQL: users, the ledger, invoices, jobs. The only crate that says SQL.
//!
//! [`Store`] is one concrete type over both databases. Each method is one transaction:
//! what belongs together is committed together. Outcomes that a caller acts on are
//! values; [`StoreError`] means that the database did not do its work.
//!
//! Rows that a user owns are reached by the owner's id alone, and written only while
//! the user is live: from the moment a deletion is enqueued nothing is added. Such
//! writes take the user's row first, so two of one user never interleave.
//!
//! Times come from the caller. Texts that strangers wrote lose NUL characters on the
//! way in, which PostgreSQL can't keep.

mod address;
mod backlog;
mod cursor;
mod document;
mod job;
mod ledger;
mod message;
mod migrate;
mod notification;
mod plan;
mod pool;
mod queue;
mod rental;
mod reparse;
mod retail;
mod retail_save;
mod schema;
mod text;
mod tick;
mod types;
mod user;

use std::sync::Arc;

use invoices_domain::ports::{Dependency, DependencyError};

pub use backlog::Backlog;
pub use document::{Attempt, Document, DocumentId, StaleDocument};
pub use job::{Enqueued, FanOut, Job, JobFilter, JobId, JobState, NewJob};
pub use ledger::{LedgerDocument, LedgerFilter, LedgerRow};
pub use message::{Inbox, MessageFacts, OwedMessage};
pub use notification::{NewNotification, NotificationRow, NotificationState};
pub use plan::{NewDocument, PlanOutcome, PlannedDocument};
pub use pool::DatabaseSettings;
pub use rental::{Change, RentalInvoice, RentalRow, SavedRental};
pub use reparse::{Preview, Said, Selection, Stored};
pub use retail::{RetailInvoice, RetailSummary};
pub use retail_save::{Merge, SavedRetail};
pub use user::{CreateUser, NewUser, User};

use pool::{Db, Rooms};

/// A JSON object as it is served.
pub type Record = serde_json::Map<String, serde_json::Value>;

/// A database. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Store {
    rooms: Arc<Rooms>,
}

/// The database did not do its work. Trying later may help.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is of neither database.
    #[error("the database's address is neither sqlite:<path> nor postgres://…")]
    Address,
    /// The address of another machine asks for less than a verified server.
    #[error(
        "sslmode={0} would trust whoever answers in the database's place; leave it out, or see database.verify_tls"
    )]
    Unverified(String),
    /// Nothing says whom to believe.
    #[error("this machine has no file of certificate authorities; name one (database.ca_file)")]
    NoAuthorities,
    /// No connection within the time allowed.
    #[error("failed to connect to the database")]
    Connect(#[source] diesel::r2d2::PoolError),
    /// A query failed, or a stored value does not read back.
    #[error("the database refused a query")]
    Query(#[from] diesel::result::Error),
    /// The tables could not be brought up to date.
    #[error("failed to migrate the database")]
    Migrate(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Others were always a step ahead.
    #[error("gave up {0} after many tries")]
    Contended(&'static str),
    /// Every connection was in use for too long.
    #[error("no connection became free in time")]
    Busy,
    /// The program is shutting down.
    #[error("the program is shutting down")]
    ShuttingDown,
}

impl From<StoreError> for DependencyError {
    fn from(error: StoreError) -> Self {
        DependencyError::new(Dependency::Database, error)
    }
}

impl Store {
    /// Whether these settings could be used, without asking the database.
    pub fn check(settings: &DatabaseSettings) -> Result<(), StoreError> {
        pool::check(settings)
    }

    /// Opens the database and makes sure that it answers. A SQLite file is made where there is none.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let settings = settings.clone();
        let rooms = pool::blocking(move || Rooms::open(&settings)).await?;
        Ok(Store { rooms: Arc::new(rooms) })
    }

    /// Brings the tables up to date and names the migrations that ran. Safe to call on several machines at once.
    pub async fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::run).await
    }

    /// The migrations that [`Store::migrate`] would run.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::pending).await
    }

    /// The same of a database that was migrated before, without the right to write.
    pub async fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.read(migrate::pending).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        // A connection answers before it is handed out.
        self.read(|_| Ok(())).await
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.rooms.read.run(work).await
    }

    /// One transaction.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.rooms.write.run(|db| pool::transaction(db, work)).await
    }
}
