//! The sandbox as a client sees it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod client;
mod disk;
mod faults;
mod google_client;
mod google_gmail1;
mod history;
mod mail_api;
mod oauth;
mod sample;
