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

mod backlog;
mod connection;
mod cursor;
mod document;
mod error;
mod job;
mod ledger;
mod message;
mod migrate;
mod notification;
mod plan;
mod pool;
mod postgres_url;
mod queue;
mod rejection;
mod rental;
mod reparse;
mod retail;
mod retail_save;
mod schema;
mod settings;
mod states;
mod store;
mod text;
mod tick;
mod types;
mod user;

pub use backlog::Backlog;
pub use document::{Attempt, Document, DocumentId, StaleDocument};
pub use error::StoreError;
pub use job::{Enqueued, FanOut, Job, JobFilter, JobId, NewJob};
pub use ledger::{LedgerDocument, LedgerFilter, LedgerRow};
pub use message::{Inbox, MessageFacts, PendingMessage};
pub use notification::{NewNotification, NotificationRow};
pub use plan::{NewDocument, PlanOutcome, PlannedDocument};
pub use rental::{Change, RentalInvoice, RentalRow, SavedRental};
pub use reparse::{ParseOutcome, Preview, ReparseFilter, StoredInvoices};
pub use retail::{RetailInvoice, RetailSummary};
pub use retail_save::{Merge, SavedRetail};
pub use settings::DatabaseSettings;
pub use states::{JobState, NotificationState};
pub use store::Store;
pub use types::Record;
pub use user::{CreateUser, NewUser, User};
