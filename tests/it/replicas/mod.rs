//! Several processes on one database.

mod clocks;
mod rolling_restart;
mod three_processes;
mod two_instances;
