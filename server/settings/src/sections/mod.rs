//! The sections of the settings file.
//!
//! A constant is a field with its reason: what no operator has a reason to turn, and only tests change.

mod accounts;
mod mail;
mod notifications;
mod pipeline;
mod server;
mod storage;

pub use accounts::{AccountsSettings, AuthSettings, ExportSettings, LimitSettings, SignUp};
pub use mail::{GmailSettings, ImapOAuth, ImapServer, ImapSettings, QuotaSettings, RentalSettings, RetailSettings};
pub use notifications::{EmailSettings, PushSettings, TopicSettings, WebhookSettings};
pub use pipeline::{Confine, PipelineSettings, ReaderSettings, RetentionSettings, ScheduleSettings};
pub use server::{ForwardedHeader, LogFormat, LogSettings, OperationsSettings, Role, ServerSettings, TracesSettings};
pub use storage::{AwsSettings, DatabaseSettings, ObjectEventsSettings, ObjectStoreSettings, SecretStoreSettings};
