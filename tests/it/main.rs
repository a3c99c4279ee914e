//! Tests through the HTTP API, on both databases.
//!
//! A `World` is a whole service on a database of its own, with the real adapters and a
//! mailbox served by the sandbox. Nothing runs in the background: a call is made with
//! `world.ask(…)`, which runs jobs while the call is in flight, and `world.drain()` runs the rest.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure that tells")]

mod accounts;
mod aws;
mod chaos;
mod contract;
mod deletion;
mod ingest;
mod lists;
mod mail_account;
mod notifications;
mod operations;
mod rental;
mod replicas;
mod retail;
mod security;

use invoices_tests::support::{
    answer, cloud, contract, database, forgery, interruption, mails, program, python, replica, user, world,
};

/// Makes two tests of each function, one a database.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[doc = $doc:literal])* async fn $name:ident($world:ident: $ty:ty) $body:block)+) => {
        $(
            mod $name {
                #[allow(unused_imports, reason = "each test takes what it needs")]
                use super::*;

                $(#[doc = $doc])*
                async fn run($world: $ty) $body

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    run($crate::world::World::start($crate::database::Database::Sqlite).await).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    run($crate::world::World::start($crate::database::Database::Postgres).await).await;
                }
            }
        )+
    };
}
