//! Connecting a mail account.

mod connecting;
mod consent;
mod scopes;
mod tokens;
