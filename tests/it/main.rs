//! Tests through the HTTP API, on both databases.
//!
//! A [`world::World`] is a whole service on a database of its own, with the real adapters and a
//! mailbox served by the sandbox. Nothing runs in the background: a call is made with
//! `world.ask(…)`, which runs jobs while the call is in flight, and `world.drain()` runs the rest.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure that tells")]

mod answer;
mod clock;
mod contract;
mod database;
mod forgery;
mod interruption;
mod mails;
mod passes;
mod program;
mod python;
mod replica;
mod user;
mod world;

mod abuse;
mod accounts;
mod chaos;
mod cloud;
mod crashes;
mod deletion;
mod document;
mod engines_elsewhere;
mod faults;
mod guarding;
mod hostile_names;
mod leaving;
mod leaving_cut_off;
mod lint;
mod lists;
mod mail_account;
mod ninth_category;
mod operations;
mod outage;
mod outlets;
mod panics;
mod rental;
mod reparse;
mod replicas;
mod requests;
mod retail;
mod retail_orders;
mod retail_vendors;
mod retail_window;
mod schedule;
mod schemathesis;
mod sdk;
mod secrecy;
mod two_replicas;
mod waiting;

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
