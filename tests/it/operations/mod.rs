//! The operator's tools.

mod monitoring;
mod process;
mod prometheus;
mod reparse;
mod silent;
mod stopping;
