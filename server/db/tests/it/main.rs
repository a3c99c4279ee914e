//! The storage, on both databases. Every test has a database of its own.

#![allow(clippy::unwrap_used, reason = "a helper that can't go on fails its test")]

mod documents;
mod erasing;
mod jobs;
mod jobs_joined;
mod ledger;
mod planning;
mod plans;
mod rental;
mod reparse;
mod retail;
mod retail_deleted;
mod small;
mod store;
mod test_db;
mod tls;
mod users;
