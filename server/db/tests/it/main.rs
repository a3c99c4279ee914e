//! The storage, on both databases. Every test has a database of its own.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]

mod corrections;
mod cursors_and_ticks;
mod documents;
mod erasing;
mod jobs;
mod jobs_joined;
mod jobs_shared;
mod jobs_shown;
mod ledger;
mod notifications;
mod planning;
mod plans;
mod rental;
mod reparse;
mod retail;
mod retail_deleted;
mod retention;
mod searches;
mod store;
mod sums;
mod support;
mod tls;
mod undo;
mod upgrade;
mod users;
