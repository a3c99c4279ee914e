//! Connecting a mail account.

mod accounts;
mod connecting;
mod consent;
mod imap;
mod scopes;
mod several;
mod tokens;
