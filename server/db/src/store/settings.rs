//! The settings of the database.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;

/// The database's URL, TLS, pool size and timeouts.
#[derive(Clone)]
pub struct DatabaseSettings {
    /// `sqlite:path/to/file` or `postgres://user:password@host/name`.
    pub url: String,
    /// The password, if the URL does not contain it (PostgreSQL). Default none.
    pub password: Option<SecretString>,
    /// A PEM file of the CA certificates that the server's certificate is checked against (PostgreSQL). Default: the
    /// machine's CA certificates.
    pub ca_file: Option<PathBuf>,
    /// Whether the certificate of a remote server is verified (PostgreSQL). Default true.
    pub verify_tls: bool,
    /// The number of connections: on PostgreSQL all of them, on SQLite the readers besides the one writer. Default 8.
    pub connections: u32,
    /// The timeout for opening a connection, and for waiting for a free one. Default 5 seconds.
    pub connect_timeout: Duration,
    /// The timeout of one statement (PostgreSQL). Default 30 seconds.
    pub statement_timeout: Duration,
    /// The timeout for acquiring a lock. Default 10 seconds.
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
    /// Omits the URL, which can contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseSettings")
            .field("connections", &self.connections)
            .field("connect_timeout", &self.connect_timeout)
            .field("statement_timeout", &self.statement_timeout)
            .field("lock_timeout", &self.lock_timeout)
            .finish_non_exhaustive()
    }
}
