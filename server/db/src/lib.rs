//! Storage in SQLite or PostgreSQL: users, the ledger, invoices and jobs. The only crate that contains SQL.
//!
//! [`Store`] is one concrete type for both databases. Each method is one transaction. Outcomes that a caller
//! acts on are return values; [`StoreError`] means that the database failed.
//!
//! Every query of a user's rows filters by the user's id. Such rows are written only while the user is live: once a
//! deletion is enqueued, nothing is added. These writes lock the user's row first, so that two transactions of one
//! user never interleave.
//!
//! The caller passes the current time. NUL characters in untrusted text are replaced, because PostgreSQL can't
//! store them.

mod account_mail;
mod act;
mod administration;
mod attempt;
mod backlog;
mod condition;
mod connection;
mod consent;
mod correction;
mod correction_list;
mod credentials;
mod cursor;
mod document;
mod error;
mod export;
mod fan_out;
mod group;
mod handed;
mod identity;
mod ingest_job;
mod invitation;
mod job;
mod job_kind;
mod ledger;
mod listing;
mod message;
mod migrate;
mod notification;
mod original;
mod own_landlord;
mod own_vendor;
mod plan;
mod pool;
#[cfg_attr(not(feature = "postgres"), path = "postgres_missing.rs")]
mod postgres;
#[cfg(all(test, feature = "postgres"))]
#[allow(dead_code, reason = "only its tests use it in this build")]
mod postgres_missing;
#[cfg(feature = "postgres")]
mod postgres_url;
mod processed;
mod queue;
mod reason;
mod rejection;
mod release;
mod rental;
mod rental_correction;
mod rental_identity;
mod rental_row;
mod rental_watch;
mod reparse;
mod retail;
mod retail_list;
mod retail_mail;
mod retail_row;
mod retail_watch;
mod retail_write;
mod retry;
mod same_mail;
mod schema;
mod session;
mod settings;
mod skipped;
mod sources;
mod stated;
mod states;
mod statistics;
mod store;
mod suggestion;
mod text;
mod tick;
pub mod trace;
mod trusted;
mod types;
mod unstored;
mod usage;
mod user;
mod webhook;
mod webhook_delivery;
mod webhook_event;

pub use account_mail::AccountEmail;
pub use act::{ActFilter, ActId, LoggedAct, Operator};
pub use administration::{ListedUser, UserActivity, UserFilter};
pub use attempt::Attempt;
pub use backlog::Backlog;
pub use consent::PendingConsent;
pub use correction_list::{CorrectedDocument, CorrectionFilter, CorrectionId, CorrectionRow};
pub use document::{Document, DocumentId, StaleDocument};
pub use error::StoreError;
pub use export::StoredDocument;
pub use fan_out::FanOut;
pub use handed::HandOver;
pub use identity::{Joined, NewStatement, Regrouped, RelatedRetail, RereadDocument, SavedRetail, Separated};
pub use invitation::{Invitation, InvitationFilter, InvitationId, NewInvitation};
pub use job::{Enqueued, Job, JobFilter, JobId, NewJob};
pub use job_kind::{JobKind, Pool, StoredKind};
pub use ledger::{LedgerDocument, LedgerFilter, LedgerPlace, LedgerRow, LedgerRowId};
pub use listing::Period;
pub use message::{Inbox, MessageFacts, PendingMessage};
pub use migrate::Migrations;
pub use notification::{Collected, NewNotification, NotificationFilter, NotificationRow};
pub use own_landlord::OwnLandlord;
pub use own_vendor::OwnVendor;
pub use plan::{NewDocument, PlanOutcome, PlannedDocument};
pub use processed::ProcessedMail;
pub use rejection::Rejection;
pub use rental::{Change, SavedRental};
pub use rental_row::{RentalInvoice, RentalRow};
pub use reparse::{ParseOutcome, Preview, ReparseFilter, StoredInvoices};
pub use retail_list::{DateOrder, RetailFilter, RetailPlace};
pub use retail_row::{RetailInvoice, RetailSummary};
pub use retry::Retried;
pub use session::{NewSession, Refresh, Refreshed, Session, SessionAge};
pub use settings::DatabaseSettings;
pub use skipped::{AddSource, SkippedCopies, SkippedMail};
pub use sources::OwnSources;
pub use stated::StatedInvoice;
pub use states::{
    Act, DeliveryState, InvitationState, JobState, NotificationState, ShownJobState, SuggestionState, UserState,
};
pub use statistics::{Grouping, RetailSum};
pub use store::{Answer, Store};
pub use suggestion::{SuggestedSource, Suggestion};
pub use trusted::TrustSender;
pub use types::Record;
pub use unstored::UnstoredDuplicate;
pub use usage::Usage;
pub use user::{CreateUser, NewUser, User};
pub use webhook::{NewWebhook, Webhook, WebhookChange};
pub use webhook_delivery::{AddTest, Delivery, DeliveryAttempt, DeliveryRowId, PendingDelivery, WebhookDelivery};
