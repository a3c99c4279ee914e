//! Use cases and the invoice pipeline.
//!
//! One file for each noun. A use case is a method of [`App`] from plain values to plain values; another crate maps them to
//! HTTP. Long-running work is a job ([`work`]) that a [`Worker`] runs, in this or another process.

mod account;
mod account_mail;
mod administration;
mod app;
mod change;
mod connect;
pub mod crash;
mod credentials;
mod cron;
mod deletion;
mod error;
mod export;
mod export_slots;
mod forwarders;
mod history;
mod import;
mod import_document;
mod in_flight;
pub mod ingest;
mod invitation;
mod mail_account;
mod messages;
mod metrics;
mod notifications;
mod notify;
mod original;
mod pages;
mod parse;
mod password;
mod per_user;
mod random;
mod readiness;
mod reads;
mod rental;
mod reparse;
mod retail;
pub mod schedule;
mod search;
mod session;
mod settings;
pub mod sources;
mod statistics;
mod suggestions;
mod sweep;
mod throttle;
mod token;
mod trusted;
mod webhooks;
pub mod work;
mod worker;

pub use account::{AccountUsage, LoggedIn, NewAccount, Session};
pub use administration::{ListedAccount, UserOverview};
pub use app::{AdapterMetrics, App, Ports};
pub use change::SUBJECT as NOTIFICATION_SUBJECT;
pub use connect::BegunConsent;
pub use error::Error;
pub use export::{Export, ExportedRetail};
pub use import::HandedOver;
pub use import_document::{DocumentFile, DocumentSource};
pub use in_flight::BytesInFlight;
pub use ingest::{FileDiscovery, IngestRun, Ingested, LatestIngested, Progress, RunPage, RunState};
pub use invitation::IssuedInvitation;
pub use invoices_db::{
    AccountEmail, DateOrder, Delivery, DeliveryState, DocumentId, Grouping, LedgerDocument, LedgerRow, NotificationRow,
    NotificationState, RetailFilter, RetailSummary, Retried, StatedInvoice, StoredDocument, SuggestedSource,
    Suggestion, User, Webhook, WebhookChange,
};
pub use mail_account::{ConnectedAccount, GivenTokens, ListedMailAccount};
pub use messages::{ExplainedDocument, MessagePage, MessageRequest, Released, UserMessage};
pub use notifications::{NotificationPage, notification_id};
pub use original::Original;
pub use pages::{Page, PageRequest, RentalFilter};
pub use per_user::Taken;
pub use readiness::Check;
pub use rental::RentalInvoices;
pub use reparse::{Difference, InvoiceDifference, Reparsed, Reread, Scope};
pub use session::{ListedSession, SessionTokens};
pub use settings::{
    AccountMailSettings, AuthSettings, ExportSettings, LimitSettings, MIN_SECRET_BYTES, PipelineSettings,
    ScheduleSettings, SecretTooShort, Settings, SignUp, TooFewBytesInFlight,
};
pub use statistics::{SpendingFilter, Spent};
pub use suggestions::{Accepted, Discovered};
pub use throttle::ThrottleUsage;
pub use token::{Login, Tokens};
pub use trusted::MAX_TRUSTED;
pub use webhooks::{DeliveryPage, MAX_WEBHOOKS};
pub use worker::Worker;
