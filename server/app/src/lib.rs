//! Use cases and the invoice pipeline.
//!
//! One file or folder for each resource. A use case is a method of [`App`] from plain values to plain values; another crate maps them to
//! HTTP. Long-running work is a job ([`job`]) that a [`Worker`] runs, in this or another process.

mod app;
mod calendar;
pub mod clock;
pub mod crash;
mod document;
mod error;
mod export;
pub mod ingest;
mod invoice;
pub mod job;
mod limit;
mod mail_account;
mod message;
mod metrics;
mod notification;
mod page;
mod random;
mod readiness;
mod settings;
pub mod source;
mod statistics;
mod user;
mod webhook;

pub use app::{AdapterMetrics, App, Ports};
pub use document::reparse::{Difference, InvoiceDifference, Reparsed, Reread, Scope};
pub use error::Error;
pub use export::Export;
pub use ingest::{IngestRun, Ingested, Progress, RunState};
pub use invoice::original::Original;
pub use invoice::rental::change::SUBJECT as NOTIFICATION_SUBJECT;
pub use job::worker::Worker;
pub use limit::in_flight::BytesInFlight;
pub use limit::shares::Taken;
pub use limit::throttle::ThrottleUsage;
pub use mail_account::ListedMailAccount;
pub use mail_account::connect::BegunConsent;
pub use mail_account::connecting::{ConnectedAccount, GivenLogin};
pub use mail_account::device::{BegunDevice, DeviceProgress};
pub use message::import::HandedOver;
pub use message::import_document::{DocumentFile, DocumentSource};
pub use message::{ExplainedDocument, MessageRequest, Released, UserMessage};
pub use notification::channel::ChannelChange;
pub use notification::notification_id;
pub use page::{Listing, Page, PageRequest, RentalFilter};
pub use readiness::Check;
pub use settings::{JOB_ATTEMPTS, MIN_SECRET_BYTES, SecretTooShort, Settings};
pub use source::discover::FileDiscovery;
pub use source::suggestion::{Accepted, Discovered};
pub use source::trusted::MAX_TRUSTED;
pub use statistics::{SpendingFilter, Spent};
pub use user::access_token::NewAccessToken;
pub use user::administration::{ListedAccount, UserOverview};
pub use user::invitation::IssuedInvitation;
pub use user::session::{ListedSession, SessionTokens};
pub use user::token::{Login, Tokens};
pub use user::{LoggedIn, NewAccount, Session};
pub use webhook::MAX_WEBHOOKS;
