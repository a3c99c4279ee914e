//! Connecting a mail account.

mod connecting;
