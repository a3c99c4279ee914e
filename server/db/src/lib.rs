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

mod document;
mod error;
mod export;
mod ingest;
mod integrity;
mod invoice;
mod job;
mod listing;
mod mail_account;
mod mail_mark;
mod message;
mod notification;
mod reason;
mod retention;
mod schema;
mod source;
mod states;
mod statistics;
mod store;
mod text;
mod tombstone;
mod types;
mod user;
mod webhook;

pub use document::answer::{AnswerJobs, Answered};
pub use document::plan::{NewDocument, NewObject, PlannedDocument};
pub use document::rejection::Rejection;
pub use document::reparse::{ParseOutcome, Preview, ReparseFilter, StoredInvoices};
pub use document::stated::StatedInvoice;
pub use document::unstored::UnstoredDuplicate;
pub use document::{Document, DocumentId, StaleDocument};
pub use error::StoreError;
pub use export::StoredDocument;
pub use ingest::ProcessedMail;
pub use invoice::correction::list::{CorrectedDocument, CorrectionFilter, CorrectionId, CorrectionRow};
pub use invoice::identity::{Joined, NewStatement, Regrouped, RelatedRetail, RereadDocument, SavedRetail, Separated};
pub use invoice::rental::notices::NoticeRow;
pub use invoice::rental::payee::RentalPayee;
pub use invoice::rental::row::{RentalInvoice, RentalRow};
pub use invoice::rental::{Change, SavedRental};
pub use invoice::retail::RetailDeletion;
pub use invoice::retail::filter::RetailFilter;
pub use invoice::retail::list::{DateOrder, RetailPlace};
pub use invoice::retail::row::{RetailInvoice, RetailSummary};
pub use invoice::retail::text::{RetailSearch, SearchedTotal};
pub use job::backlog::Backlog;
pub use job::fan_out::FanOut;
pub use job::future::is_future;
pub use job::kind::{JobKind, Pool, StoredKind};
pub use job::trace;
pub use job::{Enqueued, Job, JobFilter, JobId, NewJob};
pub use listing::Period;
pub use mail_account::{ConsentBy, PendingConsent};
pub use message::Attempt;
pub use message::filter::{LedgerFilter, LedgerPlace, LedgerRowId};
pub use message::handed::HandOver;
pub use message::ledger::{LedgerDocument, LedgerRow};
pub use message::pending::PendingMessage;
pub use message::removal::OldMessages;
pub use message::retry::Retried;
pub use message::skipped::{AddSource, SkippedCopies, SkippedMail};
pub use message::{Inbox, MessageFacts};
pub use notification::{Collected, NewNotification, NotificationFilter, NotificationRow};
pub use source::OwnSources;
pub use source::labels::TaughtLabels;
pub use source::landlord::OwnLandlord;
pub use source::suggestion::{SuggestedSource, Suggestion};
pub use source::trusted::TrustSender;
pub use source::vendor::OwnVendor;
pub use states::{
    Act, DeliveryState, InvitationState, JobState, NotificationState, ShownJobState, SuggestionState, UserState,
};
pub use statistics::{Grouping, RetailSum};
pub use store::migrate::Migrations;
pub use store::pg_tool::PostgresTool;
pub use store::settings::DatabaseSettings;
pub use store::{Answer, BeforeCall, Store};
pub use types::Record;
pub use user::access_token::{AccessToken, AddedToken};
pub use user::account_mail::AccountEmail;
pub use user::act::{ActFilter, ActId, LoggedAct, Operator};
pub use user::administration::{ListedUser, UserActivity, UserFilter};
pub use user::invitation::{Invitation, InvitationFilter, InvitationId, NewInvitation};
pub use user::session::{NewSession, Refresh, Refreshed, Session, SessionAge};
pub use user::usage::Usage;
pub use user::{CreateUser, NewUser, User};
pub use webhook::channel::{Channel, NewChannel};
pub use webhook::delivery::{
    AddTest, Delivery, DeliveryAttempt, DeliveryRowId, PendingDelivery, PerMinute, WebhookDelivery,
};
pub use webhook::{NewWebhook, Webhook, WebhookChange};
