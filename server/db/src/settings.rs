//! The settings of the database.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;

/// Which database, and how patiently to use it.
#[derive(Clone)]
pub struct DatabaseSettings {
    /// `sqlite:path/to/file` or `postgres://user:password@host/name`.
    pub url: String,
    /// The password, where the address does not hold it (PostgreSQL). Default none.
    pub password: Option<SecretString>,
    /// The certificates in PEM of who may vouch for the server's (PostgreSQL). Default: the machine's authorities.
    pub ca_file: Option<PathBuf>,
    /// Whether a server on another machine must prove by its certificate who it is (PostgreSQL). Default true.
    pub verify_tls: bool,
    /// How many connections: with PostgreSQL in all, with SQLite those that read beside the one that writes. Default 8.
    pub connections: u32,
    /// How long opening a connection, or waiting for a free one, may take. Default 5 seconds.
    pub connect_timeout: Duration,
    /// How long one statement may run (PostgreSQL). Default 30 seconds.
    pub statement_timeout: Duration,
    /// How long one statement may wait for a lock. Default 10 seconds.
    pub lock_timeout: Duration,
}

impl DatabaseSettings {
    /// The defaults for a database.
    pub fn new(url: impl Into<String>) -> Self {
        DatabaseSettings {
            url: url.into(),
            password: None,
            ca_file: None,
            verify_tls: true,
            connections: 8,
            connect_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(30),
            lock_timeout: Duration::from_secs(10),
        }
    }
}

impl fmt::Debug for DatabaseSettings {
    /// Without the address: it can hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseSettings")
            .field("connections", &self.connections)
            .field("connect_timeout", &self.connect_timeout)
            .field("statement_timeout", &self.statement_timeout)
            .field("lock_timeout", &self.lock_timeout)
            .finish_non_exhaustive()
    }
}
