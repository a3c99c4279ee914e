//! Connections: who may open one, how many there are, and what is set on each.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{ManageConnection, Pool, R2D2Connection};
use diesel::{Connection, PgConnection, SqliteConnection};
use tokio::sync::Semaphore;

use crate::StoreError;

/// A connection to either database. One source serves both.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles one source for each database by itself: opens what the backend
/// that stands for both lacks, such as `ON CONFLICT`.
macro_rules! each {
    ($db:expr, $connection:ident => $query:expr) => {
        match $db {
            $crate::pool::Db::Sqlite($connection) => $query,
            $crate::pool::Db::Postgres($connection) => $query,
        }
    };
}
pub(crate) use each;

/// Which database, and how patiently to use it.
#[derive(Clone)]
pub struct DatabaseSettings {
    /// `sqlite:path/to/file` or `postgres://user:password@host/name`.
    pub url: String,
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

/// The two kinds of work on one database. On PostgreSQL they share their connections.
pub(crate) struct Rooms {
    pub read: Room,
    pub write: Room,
}

/// Some connections, and as many permits: a task waits here, not on a thread.
#[derive(Clone)]
pub(crate) struct Room {
    pub permits: Arc<Semaphore>,
    pub pool: Pool<Manager>,
}

impl Rooms {
    /// Opens one connection at least, so that a wrong address is known at once.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let room = |target: Target, connections: u32| -> Result<Room, StoreError> {
            let pool = Pool::builder()
                .max_size(connections)
                .min_idle(Some(1.min(connections)))
                .connection_timeout(settings.connect_timeout)
                .error_handler(Box::new(Quiet))
                .build(Manager {
                    target,
                    settings: settings.clone(),
                })
                .map_err(StoreError::Connect)?;
            let permits = Arc::new(Semaphore::new(connections as usize));
            Ok(Room { permits, pool })
        };
        let connections = settings.connections.max(1);
        if let Some(path) = settings.url.strip_prefix("sqlite:") {
            let write = room(
                Target::Sqlite {
                    path: path.into(),
                    reads: false,
                },
                1,
            )?;
            let read = room(
                Target::Sqlite {
                    path: path.into(),
                    reads: true,
                },
                connections,
            )?;
            Ok(Rooms { read, write })
        } else if settings.url.starts_with("postgres://") || settings.url.starts_with("postgresql://") {
            let read = room(Target::Postgres, connections)?;
            Ok(Rooms {
                write: read.clone(),
                read,
            })
        } else {
            Err(StoreError::Address)
        }
    }
}

/// r2d2 logs every failed try through `log`; the one that matters is returned and logged above.
#[derive(Debug)]
struct Quiet;

impl<E: std::error::Error> diesel::r2d2::HandleError<E> for Quiet {
    fn handle_error(&self, error: E) {
        tracing::debug!(%error, "a database connection failed");
    }
}

enum Target {
    Sqlite { path: String, reads: bool },
    Postgres,
}

/// Opens connections and sets them up.
pub(crate) struct Manager {
    target: Target,
    settings: DatabaseSettings,
}

impl ManageConnection for Manager {
    type Connection = Db;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Db, Self::Error> {
        todo!()
    }

    fn is_valid(&self, db: &mut Db) -> Result<(), Self::Error> {
        db.ping().map_err(diesel::r2d2::Error::QueryError)
    }

    fn has_broken(&self, db: &mut Db) -> bool {
        std::thread::panicking() || db.is_broken()
    }
}
