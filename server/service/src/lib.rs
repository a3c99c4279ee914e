//! The library behind the `invoices` program: settings, start, HTTP over the use cases, the reader.
//!
//! [`start`] is the only module that names a concrete adapter.

pub mod config;
pub mod http;
mod keyfile;
pub mod logging;
pub mod operations;
pub mod panics;
pub mod reader;
pub mod start;

// Names the parsers, so that the linker keeps what they register.
use invoices_parsers as _;
