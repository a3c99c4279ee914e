//! A whole service for one test, the users who call it, and everything around it.
//!
//! A [`world::World`] is a service on a database of its own, with the real adapters and a mailbox served by the sandbox.
//! Nothing runs in the background: a request of a [`user::User`] runs jobs until the answer arrives, and `world.drain()`
//! runs the jobs that are due. Every wait goes through [`wait`], so that a bug fails a test and never hangs it.

pub mod answer;
pub mod certificate;
pub mod clock;
pub mod cloud;
pub mod connection;
pub mod contract;
pub mod database;
pub mod forgery;
pub mod imap;
pub mod interruption;
pub mod log;
pub mod mail_server;
pub mod mails;
pub mod program;
pub mod proxy;
pub mod python;
pub mod reader;
pub mod relay;
pub mod replica;
pub mod setup;
pub mod traced;
pub mod user;
pub mod wait;
pub mod world;
