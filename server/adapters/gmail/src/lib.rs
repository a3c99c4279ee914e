//! The ports [`Mailbox`](invoices_domain::ports::Mailbox) and [`Identity`](invoices_domain::ports::Identity) on Gmail
//! and Google's OAuth endpoints.
//!
//! Calls go only to the URLs in [`GmailSettings`](invoices_settings::GmailSettings) and follow no redirect. No token, query or mail is logged.

mod call_error;
mod consent;
mod http;
mod identity;
mod look;
mod mailbox;
mod metrics;
mod probe;
mod query;
mod quota;
mod retry_after;
mod settings;
mod tokens;

pub use mailbox::Gmail;
pub use metrics::GmailMetrics;
pub use probe::Probe;
pub use query::{query, query_length};
pub use settings::{SettingsError, problems};
