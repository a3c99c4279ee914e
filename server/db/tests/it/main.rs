//! The storage, on both databases. Every test has a database of its own.

mod bed;
mod documents;
mod erasing;
mod jobs;
mod ledger;
mod planning;
mod rental;
mod retail;
mod small;
mod store;
mod users;
