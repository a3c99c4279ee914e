//! Connecting a mail account.

mod connecting;
mod scopes;
mod tokens;
