//! Throwaway servers of this machine, for tests.

pub mod dns;
pub mod dovecot;
pub mod moto;
pub mod postgres;
mod unprivileged;

pub use unprivileged::Certificate;

/// The error is a sentence for the person who started the server.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;
