//! The ports [`Mailbox`](invoices_domain::ports::Mailbox) and [`MailServers`](invoices_domain::ports::MailServers) on IMAP
//! servers (RFC 3501) that the operator lists, over TLS.
//!
//! Nothing in a mailbox is changed: folders are examined and messages are peeked at. There is one connection per account at a
//! time. No password, query or mail is logged.

mod connection;
mod failure;
mod folder;
mod look;
mod mailbox;
mod metrics;
mod place;
mod pool;
mod query;
mod server;
mod session;
mod settings;

pub use mailbox::Imap;
pub use metrics::ImapMetrics;
pub use query::{MAX_QUERY_BYTES, query_length};
pub use settings::{SettingsError, problems};
