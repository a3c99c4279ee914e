//! The operator's tools.

mod monitoring;
mod reparse;
