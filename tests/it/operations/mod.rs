//! The operator's tools.

mod integrity;
mod jobs;
mod monitoring;
pub mod process;
mod prometheus;
mod reload;
mod reparse;
mod retention;
mod silent;
mod starting;
mod stopping;
mod tls;
mod traces;
mod users;
mod waiting;
