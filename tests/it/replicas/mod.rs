//! Several processes on one database.

mod three_processes;
mod two_instances;
