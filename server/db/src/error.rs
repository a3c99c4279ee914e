//! Why the database failed.

use invoices_domain::ports::{Dependency, DependencyError};

/// The database did not do its work. Trying later may help.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is of neither database.
    #[error("the database's address is neither sqlite:<path> nor postgres://…")]
    InvalidUrl,
    /// The address of another machine asks for less than a verified server.
    #[error(
        "sslmode={0} would trust whoever answers in the database's place; leave it out, or see database.verify_tls"
    )]
    InsecureSslMode(String),
    /// Nothing says whom to believe.
    #[error("this machine has no file of certificate authorities; name one (database.ca_file)")]
    NoCaCertificates,
    /// No connection within the time allowed.
    #[error("failed to connect to the database")]
    Connect(#[source] diesel::r2d2::PoolError),
    /// A query failed, or a stored value does not read back.
    #[error("the database refused a query")]
    Query(#[from] diesel::result::Error),
    /// The tables could not be brought up to date.
    #[error("failed to migrate the database")]
    Migrate(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Others were always a step ahead.
    #[error("gave up {0} after many tries")]
    Contended(&'static str),
    /// Every connection was in use for too long.
    #[error("no connection became free in time")]
    Busy,
    /// The program is shutting down.
    #[error("the program is shutting down")]
    ShuttingDown,
}

impl From<StoreError> for DependencyError {
    fn from(error: StoreError) -> Self {
        DependencyError::new(Dependency::Database, error)
    }
}
