//! The adapters against moto over HTTP, and the contract of each port on every adapter.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod event_queue;
mod objects;
mod outage;
mod secrets;
mod test_aws;
mod topic;
