//! Whole histories of the service, simulated on one thread.
//!
//! A seed decides everything: the mails, what the users do, which calls fail or lag, when the process is killed, and when the clock
//! jumps. The use cases and the database are the product's own; every port is simulated, and time is tokio's paused time. When the
//! steps are over, the faults end, everything is drained, and the end is compared with a small model (`check.rs`).
//!
//! Equal seeds give equal histories: [`Report::trace`] is a hash of every call, its time and its outcome.

mod act;
mod check;
mod history;
mod mails;
mod outside;
mod plan;
mod ports;
mod reading;
mod shrink;
mod sim;
mod world;

pub use history::{Report, run, run_in_other_order};
pub use plan::{Plan, Step};
pub use shrink::shrink;
