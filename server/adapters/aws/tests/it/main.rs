//! The adapters against moto over HTTP, and what a port promises over every adapter that has it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bed;
mod inbox;
mod objects;
mod outage;
mod secrets;
mod topic;
