//! The service: settings, the program's commands, and HTTP over the use cases.
//!
//! [`start`] is the only room that names a concrete adapter.

pub mod commands;
pub mod config;
pub mod http;
mod keyfile;
mod logging;
pub mod operations;
pub mod panics;
pub mod reader;
pub mod start;

// Names the parsers, so that the linker keeps what they register.
use invoices_parsers as _;
