//! The ports [`Mailbox`](invoices_domain::ports::Mailbox) and [`Identity`](invoices_domain::ports::Identity) on Gmail
//! and Google's OAuth endpoints.
//!
//! Calls are carried by reqwest rather than by the hub of `google-gmail1`, which hides `Retry-After` and takes a body
//! that was cut off for bad JSON; that crate's types decode the answers. Outbound calls go only to the addresses of
//! [`GmailSettings`] and follow no redirect. Nothing here logs a token, a query or a mail.

mod failure;
mod http;
mod identity;
mod mailbox;
mod query;
mod quota;
mod retry_after;
mod settings;
mod tokens;

pub use mailbox::Gmail;
pub use query::{query, query_length};
pub use quota::QuotaSettings;
pub use settings::{GmailSettings, SettingsError};
