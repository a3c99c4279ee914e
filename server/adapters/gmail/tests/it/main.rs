//! The adapter against a provider made of canned answers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod identity;
mod mailbox;
mod provider;
mod tokens;
