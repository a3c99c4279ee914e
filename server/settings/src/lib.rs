//! The settings of the program: one TOML file, overlaid by variables such as `INVOICES__SERVER__ADDRESS`.
//!
//! Every setting is one field of a section in [`sections`](self), with its type, default, range and documentation. From these
//! fields come the loader, the names that are accepted, `invoices config check` and `invoices.example.toml`. A constant is a
//! field as well, which tests can change and the file can't.

#![expect(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    rustdoc::bare_urls,
    reason = "the documentation of a setting is its comment in the example file too"
)]

#[macro_use]
mod section;

mod combined;
mod config;
mod error;
mod example;
mod layer;
mod loaded;
mod read;
mod sections;
#[cfg(test)]
mod tests;
mod value;
mod variables;

pub use config::Config;
pub use error::{ConfigError, invalid};
pub use example::example;
pub use loaded::{InUse, Loaded};
pub use sections::*;
pub use value::{Days, HttpUrl, Milliseconds, Minutes, Seconds, Secret};
pub use variables::{IgnoredVariable, ignored_variables};
