//! The OpenAPI document, and what clients see of it.

mod client_library;
mod connections;
mod cors;
mod document;
mod links;
mod lint;
mod reference;
mod requests;
mod schemathesis;
mod server;

pub use self::lint::npm_folder;
