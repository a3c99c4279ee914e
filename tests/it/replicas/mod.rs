//! Several processes on one database.

mod rolling_restart;
mod three_processes;
mod two_instances;
