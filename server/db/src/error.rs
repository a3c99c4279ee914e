//! Errors of the database.

use std::sync::Arc;

use invoices_domain::MissingEngine;
use invoices_domain::ports::{Dependency, DependencyError};

/// The database failed. A later attempt may succeed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The URL is neither SQLite's nor PostgreSQL's.
    #[error("the database URL must be sqlite:<path> or postgres://…")]
    InvalidUrl,
    /// The URL is PostgreSQL's, and this build has no PostgreSQL.
    #[error(transparent)]
    MissingEngine(#[from] MissingEngine),
    /// The URL of a remote server sets an `sslmode` that does not verify the server.
    #[error("sslmode={0} does not verify the database server; remove it, or see database.verify_tls")]
    InsecureSslMode(String),
    /// No CA certificates were found.
    #[error("this machine has no file of CA certificates; set database.ca_file")]
    NoCaCertificates,
    /// No connection could be opened within the timeout.
    #[error("failed to connect to the database")]
    Connect(#[source] diesel::r2d2::PoolError),
    /// A connection could not be opened.
    #[error("failed to open the database")]
    Open(#[source] diesel::r2d2::Error),
    /// A query failed, or a stored value could not be decoded.
    #[error("a database query failed")]
    Query(#[from] diesel::result::Error),
    /// The transaction, or one that was to be committed with it, could not begin or be committed. Nothing of it remains.
    #[error("failed to commit to the database")]
    Commit(#[source] Arc<StoreError>),
    /// The database has tables of versions that this one can't upgrade.
    #[error(
        "the database is too old for this version: run `invoices migrate` of commit 1af5bf7d76ef (2026-11-26) first"
    )]
    TooOld,
    /// The migration of this name failed.
    #[error("failed to run the migration {0}")]
    Migrate(&'static str, #[source] diesel::result::Error),
    /// Concurrent transactions conflicted too often.
    #[error("gave up {0} after repeated conflicts")]
    Contended(&'static str),
    /// No connection became free within the timeout.
    #[error("no connection became free in time")]
    Busy,
    /// The system gave no random bytes.
    #[error("the system gave no random bytes")]
    NoRandomness,
    /// The program is shutting down.
    #[error("the program is shutting down")]
    ShuttingDown,
}

impl From<StoreError> for DependencyError {
    fn from(error: StoreError) -> Self {
        DependencyError::new(Dependency::Database, error)
    }
}
