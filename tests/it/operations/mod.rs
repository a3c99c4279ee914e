//! The operator's tools.

mod monitoring;
mod prometheus;
mod reparse;
mod stopping;
