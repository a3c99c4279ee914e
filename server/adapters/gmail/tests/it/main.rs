//! The adapter against a mock provider.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod identity;
mod look;
mod mailbox;
mod provider;
mod tokens;
