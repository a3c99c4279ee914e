//! Connecting a mail account.

mod connecting;
mod consent;
mod imap;
mod scopes;
mod tokens;
