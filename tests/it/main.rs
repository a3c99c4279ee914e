//! Tests through the HTTP API, on both databases; a folder for each resource of the API and each part of the domain.
//!
//! The harness is the library of this package: `invoices_tests::support`.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]

mod accounts;
mod aws;
mod chaos;
mod cli;
mod contract;
mod corrections;
mod deletion;
mod export;
mod identity;
mod import;
mod ingest;
mod lists;
mod mail_account;
mod messages;
mod notifications;
mod operations;
mod originals;
mod page;
mod rental;
mod replicas;
mod retail;
mod security;
mod sources;
mod statistics;
mod webhooks;
