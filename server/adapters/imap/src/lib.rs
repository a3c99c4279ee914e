//! The ports [`Mailbox`](invoices_domain::ports::Mailbox) and [`MailServers`](invoices_domain::ports::MailServers) on IMAP
//! servers (RFC 3501) that the operator lists, over TLS.
//!
//! Nothing in a mailbox is changed: folders are examined and messages are peeked at. There is one connection per account at a
//! time. No password, token, query or mail is logged.

mod authenticate;
mod connection;
mod endpoints;
mod failure;
mod folder;
mod imap;
mod look;
mod mailbox;
mod metrics;
mod oauth;
mod oauth_http;
mod place;
mod pool;
mod query;
mod server;
mod session;
mod settings;
mod tokens;

pub use imap::{ConsentContext, Imap};
pub use metrics::ImapMetrics;
pub use query::{MAX_QUERY_BYTES, query_length};
pub use settings::{SettingsError, problems};
