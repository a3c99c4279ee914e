//! Connections: who may open one, how many there are, and what is set on each.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{HandleError, ManageConnection, Pool, R2D2Connection};
use diesel::{Connection, PgConnection, SqliteConnection};
use secrecy::SecretString;
use tokio::sync::Semaphore;

use crate::{StoreError, address};

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

/// The two kinds of work on one database. On PostgreSQL they share their connections.
pub(crate) struct Rooms {
    pub read: Room,
    pub write: Room,
}

/// Some connections, and as many permits: a task waits for a permit, never on a thread.
#[derive(Clone)]
pub(crate) struct Room {
    permits: Arc<Semaphore>,
    pool: Pool<Manager>,
    /// How long a task waits for a permit, which on SQLite is the wait for whoever writes.
    patience: Duration,
}

/// What an address names.
enum Named {
    Sqlite { path: String },
    Postgres { address: String },
}

impl Named {
    fn by(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        match settings.url.strip_prefix("sqlite:") {
            // Every connection to a database in memory would have one of its own.
            Some(path) if path.is_empty() || path.starts_with(':') => Err(StoreError::Address),
            Some(path) => Ok(Named::Sqlite { path: path.to_owned() }),
            None => Ok(Named::Postgres {
                address: address::postgres(settings)?,
            }),
        }
    }
}

/// Whether the settings could be used.
pub(crate) fn check(settings: &DatabaseSettings) -> Result<(), StoreError> {
    Named::by(settings).map(drop)
}

impl Rooms {
    /// Opens one connection at least, so that a wrong address is known at once.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let connections = settings.connections.max(1);
        let room = |target, connections| Room::open(target, connections, settings);
        match Named::by(settings)? {
            Named::Sqlite { path } => {
                let write = room(Target::SqliteWriter { path: path.clone() }, 1)?;
                let read = room(Target::SqliteReader { path }, connections)?;
                Ok(Rooms { read, write })
            }
            Named::Postgres { address } => {
                let read = room(Target::Postgres { address }, connections)?;
                Ok(Rooms {
                    write: read.clone(),
                    read,
                })
            }
        }
    }
}

impl Room {
    fn open(target: Target, connections: u32, settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let manager = Manager {
            target,
            settings: settings.clone(),
        };
        let pool = Pool::builder()
            .max_size(connections)
            .min_idle(Some(1))
            .connection_timeout(settings.connect_timeout)
            .error_handler(Box::new(Log))
            .build(manager)
            .map_err(StoreError::Connect)?;
        Ok(Room {
            permits: Arc::new(Semaphore::new(connections as usize)),
            pool,
            patience: settings.connect_timeout,
        })
    }

    /// Does some work on a connection, where it may block. Once it began it goes on, even if nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let free = tokio::time::timeout(self.patience, Arc::clone(&self.permits).acquire_owned());
        let permit = free.await.map_err(|_| StoreError::Busy)?;
        let permit = permit.map_err(|_| StoreError::ShuttingDown)?;
        let pool = self.pool.clone();
        blocking(move || {
            let _permit = permit;
            work(&mut *pool.get().map_err(StoreError::Connect)?)
        })
        .await
    }
}

/// Runs what may block where it may. A panic there goes on here.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(StoreError::ShuttingDown),
        },
    }
}

/// All or nothing. SQLite takes the right to write at once: a transaction that
/// read first and then wants to write fails when another wrote in between.
pub(crate) fn transaction<T>(
    db: &mut Db,
    work: impl FnOnce(&mut Db) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    type Manager = <Db as Connection>::TransactionManager;
    match db {
        Db::Postgres(_) => return db.transaction(work),
        Db::Sqlite(sqlite) => AnsiTransactionManager::begin_transaction_sql(sqlite, "BEGIN IMMEDIATE")?,
    }
    match work(db) {
        Ok(value) => {
            Manager::commit_transaction(db)?;
            Ok(value)
        }
        Err(error) => {
            // What went wrong first is what the caller must know; a connection that can't roll back is thrown away.
            if let Err(rollback) = Manager::rollback_transaction(db) {
                tracing::warn!(error = %rollback, "failed to roll back");
            }
            Err(error)
        }
    }
}

/// Does some work in a transaction and undoes it: what the work returns is all that is left of it.
pub(crate) fn undone<T>(db: &mut Db, work: impl FnOnce(&mut Db) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let mut seen = None;
    let Err(error) = transaction(db, |db| -> Result<Infallible, _> {
        seen = Some(work(db)?);
        Err(diesel::result::Error::RollbackTransaction.into())
    });
    // The work's own error left nothing to be seen.
    seen.ok_or(error)
}

/// The pool tries again until its time is over, and says then only that it is.
#[derive(Debug)]
struct Log;

impl HandleError<diesel::r2d2::Error> for Log {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        tracing::warn!(%error, "failed to open a database connection");
    }
}

enum Target {
    SqliteWriter { path: String },
    SqliteReader { path: String },
    Postgres { address: String },
}

/// Opens connections and sets them up.
struct Manager {
    target: Target,
    settings: DatabaseSettings,
}

impl Manager {
    fn sqlite(&self, path: &str, more: &str) -> Result<Db, diesel::r2d2::Error> {
        let mut connection = SqliteConnection::establish(path).map_err(diesel::r2d2::Error::ConnectionError)?;
        let patience = self.settings.lock_timeout.as_millis();
        connection
            .batch_execute(&format!(
                "PRAGMA busy_timeout = {patience}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; {more}"
            ))
            .map_err(diesel::r2d2::Error::QueryError)?;
        Ok(Db::Sqlite(connection))
    }

    fn postgres(&self, address: &str) -> Result<Db, diesel::r2d2::Error> {
        let DatabaseSettings {
            statement_timeout,
            lock_timeout,
            ..
        } = &self.settings;
        let mut connection = PgConnection::establish(address).map_err(diesel::r2d2::Error::ConnectionError)?;
        let (statement, lock) = (statement_timeout.as_millis(), lock_timeout.as_millis());
        connection
            .batch_execute(&format!(
                "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
                 SET idle_in_transaction_session_timeout = {statement}; \
                 SET default_transaction_isolation = 'read committed'; SET TIME ZONE 'UTC'"
            ))
            .map_err(diesel::r2d2::Error::QueryError)?;
        Ok(Db::Postgres(connection))
    }
}

impl ManageConnection for Manager {
    type Connection = Db;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Db, Self::Error> {
        match &self.target {
            Target::SqliteWriter { path } => self.sqlite(path, "PRAGMA journal_mode = WAL"),
            // The system keeps the file's pages for all of them; of its own each needs those of the statement that it runs.
            Target::SqliteReader { path } => self.sqlite(path, "PRAGMA query_only = ON; PRAGMA cache_size = -512"),
            Target::Postgres { address } => self.postgres(address),
        }
    }

    fn is_valid(&self, db: &mut Db) -> Result<(), Self::Error> {
        db.ping().map_err(diesel::r2d2::Error::QueryError)
    }

    /// One that a panic left inside a transaction, too.
    fn has_broken(&self, db: &mut Db) -> bool {
        db.is_broken()
    }
}
