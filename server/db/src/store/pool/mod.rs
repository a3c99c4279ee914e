//! Connection pools, and the session settings of each connection.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::r2d2::{HandleError, ManageConnection, Pool, R2D2Connection};
use diesel::{Connection, SqliteConnection};
use invoices_domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::StoreError;
use crate::store::connection::{Db, Value, Work, transaction};
use crate::store::group::Waiting;
use crate::store::group::users::OfUsers;
use crate::store::postgres::{self, Address};
use crate::store::settings::DatabaseSettings;

/// How long after a success a connection is used without a test.
const TRUSTED: Duration = Duration::from_millis(500);

/// The pools for reading and writing. On PostgreSQL they are one pool.
pub(crate) struct Pools {
    pub read: ConnectionPool,
    pub write: ConnectionPool,
    pub waiting: Lines,
    /// Opens the SQLite file again. `None` for PostgreSQL.
    probe: Option<Manager>,
}

/// The transactions that wait together, and then share a commit.
pub(crate) enum Lines {
    /// Those that wait for SQLite's one writer.
    OneWriter(Waiting),
    /// Those of each user on PostgreSQL, which has many writers.
    OfUsers(OfUsers),
}

/// A connection pool with one permit a connection: a task waits for a permit without blocking a thread.
#[derive(Clone)]
pub(crate) struct ConnectionPool {
    permits: Arc<Semaphore>,
    pool: Pool<Manager>,
    /// How long a task waits for a permit; for SQLite's writer, that is the wait for other writes.
    acquire_timeout: Duration,
}

/// The database that a URL names.
pub(crate) enum DatabaseUrl {
    Sqlite { path: String },
    Postgres(Address),
}

impl DatabaseUrl {
    pub fn parse(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        match settings.url.strip_prefix("sqlite:") {
            // Each connection to an in-memory database would open a separate database.
            Some(path) if path.is_empty() || path.starts_with(':') => Err(StoreError::InvalidUrl),
            Some(path) => Ok(DatabaseUrl::Sqlite { path: path.to_owned() }),
            None => Address::build(settings).map(DatabaseUrl::Postgres),
        }
    }
}

impl Pools {
    /// Opens at least one connection, so that a wrong URL fails at once.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let connections = settings.connections.max(1);
        let manager = |target| Manager {
            target,
            settings: settings.clone(),
        };
        match DatabaseUrl::parse(settings)? {
            DatabaseUrl::Sqlite { path } => {
                let write = ConnectionPool::open(manager(Target::SqliteWriter { path: path.clone() }), 1)?;
                let read = ConnectionPool::open(manager(Target::SqliteReader { path: path.clone() }), connections)?;
                Ok(Pools {
                    read,
                    write,
                    waiting: Lines::OneWriter(Waiting::default()),
                    probe: Some(manager(Target::SqliteReader { path })),
                })
            }
            DatabaseUrl::Postgres(address) => {
                let read = ConnectionPool::open(manager(Target::Postgres(address)), connections)?;
                Ok(Pools {
                    write: read.clone(),
                    read,
                    waiting: Lines::OfUsers(OfUsers::default()),
                    probe: None,
                })
            }
        }
    }

    /// Opens one connection, which changes and creates nothing in SQLite.
    pub fn open_read_only(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let manager = Manager {
            target: match DatabaseUrl::parse(settings)? {
                DatabaseUrl::Sqlite { path } => Target::SqliteReader {
                    path: read_only_uri(&path),
                },
                DatabaseUrl::Postgres(address) => Target::Postgres(address),
            },
            settings: settings.clone(),
        };
        // The pool tries again until the timeout and then reports only that.
        manager.connect().map_err(StoreError::Open)?;
        let read = ConnectionPool::open(manager, 1)?;
        Ok(Pools {
            write: read.clone(),
            read,
            waiting: Lines::OfUsers(OfUsers::default()),
            probe: None,
        })
    }

    /// Opens the SQLite file as a new process would: open connections may have its first page in memory. Blocks.
    pub fn probe(&self) -> Result<(), StoreError> {
        let Some(probe) = &self.probe else { return Ok(()) };
        let mut connection = probe.connect().map_err(StoreError::Open)?;
        Ok(connection.db.batch_execute("SELECT count(*) FROM sqlite_schema")?)
    }

    /// Runs `work`, which reads a few rows by their keys. On SQLite that takes less time than to wake another thread.
    pub async fn look_up(&self, work: Work) -> Result<Value, StoreError> {
        match &self.waiting {
            Lines::OneWriter(_) => self.read.run_here(work).await,
            Lines::OfUsers(_) => self.read.run(work).await,
        }
    }

    /// Runs `work` in one transaction.
    pub async fn write(&self, work: Work) -> Result<Value, StoreError> {
        match &self.waiting {
            Lines::OneWriter(waiting) => self.write.run_together(waiting, None, work).await,
            Lines::OfUsers(_) => self.write.run(Box::new(|db| transaction(db, work))).await,
        }
    }

    /// Runs `work`, which locks this user's row first, in one transaction.
    pub async fn write_of(&self, user: UserId, work: Work) -> Result<Value, StoreError> {
        let Lines::OfUsers(users) = &self.waiting else {
            return self.write(work).await;
        };
        let line = users.line(user);
        self.write.run_together(&line.waiting, Some(&line.turn), work).await
    }
}

/// The URI that opens a SQLite file read-only. Without a write-ahead log no process has the database open; opening it as
/// usual would create the log.
fn read_only_uri(path: &str) -> String {
    if path.starts_with("file:") {
        let separator = if path.contains('?') { '&' } else { '?' };
        return format!("{path}{separator}mode=ro");
    }
    let immutable = if Path::new(&format!("{path}-wal")).exists() {
        ""
    } else {
        "&immutable=1"
    };
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?mode=ro{immutable}")
}

impl ConnectionPool {
    fn open(manager: Manager, connections: u32) -> Result<Self, StoreError> {
        let timeout = manager.settings.connect_timeout;
        let pool = Pool::builder()
            .max_size(connections)
            .min_idle(Some(1))
            .connection_timeout(timeout)
            .error_handler(Box::new(LogErrors))
            .build(manager)
            .map_err(StoreError::Connect)?;
        Ok(ConnectionPool {
            permits: Arc::new(Semaphore::new(connections as usize)),
            pool,
            acquire_timeout: timeout,
        })
    }

    /// Runs `work` on a connection, on a thread that may block. Work that has started is finished even if the caller is
    /// cancelled.
    pub async fn run(&self, work: Work) -> Result<Value, StoreError> {
        let permit = self.permit().await?;
        self.run_with(permit, |connection| connection.run(work)).await
    }

    /// Runs `work` on this thread, if a connection is free now. Else as [`ConnectionPool::run`] does.
    pub async fn run_here(&self, work: Work) -> Result<Value, StoreError> {
        let free = self.permits.try_acquire().ok();
        match free.as_ref().and_then(|_| self.pool.try_get()) {
            Some(mut connection) => connection.run(work),
            None => {
                drop(free);
                self.run(work).await
            }
        }
    }

    /// Runs `work` in a transaction that may share its commit with others. Work that has started is finished even if the
    /// caller is cancelled.
    async fn run_together(
        &self,
        waiting: &Waiting,
        turn: Option<&Arc<Semaphore>>,
        work: Work,
    ) -> Result<Value, StoreError> {
        let (ticket, mut answered) = waiting.add(work);
        let permits = async {
            let turn = match turn {
                Some(turn) => Some(self.permit_of(turn).await?),
                None => None,
            };
            Ok::<_, StoreError>((turn, self.permit().await?))
        };
        let permits = tokio::select! {
            biased;
            result = answered.wait() => return result,
            permits = permits => permits,
        };
        let Some(first) = waiting.take(ticket) else {
            return answered.wait().await;
        };
        let (turn, permit) = permits?;
        let groups = waiting.clone();
        let commit = move |db: &mut Db| {
            let _turn = turn;
            groups.commit(db, first);
            Ok(())
        };
        // Its own group is the first of these.
        tokio::select! {
            biased;
            result = answered.wait() => result,
            committed = self.run_with(permit, |connection| connection.run(commit)) => {
                committed?;
                answered.wait().await
            }
        }
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        self.permit_of(&self.permits).await
    }

    async fn permit_of(&self, permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, StoreError> {
        let free = tokio::time::timeout(self.acquire_timeout, Arc::clone(permits).acquire_owned());
        let permit = free.await.map_err(|_| StoreError::Busy)?;
        permit.map_err(|_| StoreError::ShuttingDown)
    }

    async fn run_with<T: Send + 'static>(
        &self,
        permit: OwnedSemaphorePermit,
        work: impl FnOnce(&mut Tested) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let pool = self.pool.clone();
        blocking(move || {
            let _permit = permit;
            let mut connection = pool.get().map_err(StoreError::Connect)?;
            work(&mut connection)
        })
        .await
    }
}

/// Runs blocking work on the blocking thread pool. A panic in it is resumed here.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    // What is logged or enqueued there belongs to the caller's span.
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(work)).await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(StoreError::ShuttingDown),
        },
    }
}

enum Target {
    SqliteWriter { path: String },
    SqliteReader { path: String },
    Postgres(Address),
}

/// r2d2 retries until the timeout and then reports only the timeout, so each failure is logged here.
#[derive(Debug)]
struct LogErrors;

impl HandleError<diesel::r2d2::Error> for LogErrors {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        tracing::warn!(%error, "failed to open a database connection");
    }
}

/// A connection, and when work on it last succeeded.
struct Tested {
    db: Db,
    worked_at: Option<Instant>,
}

impl Tested {
    /// Whatever the work fails of, also by a panic, the connection is tested before it is used again.
    fn run<T>(&mut self, work: impl FnOnce(&mut Db) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.worked_at = None;
        let result = work(&mut self.db);
        self.worked_at = result.is_ok().then(Instant::now);
        result
    }
}

/// Opens connections and sets them up.
struct Manager {
    target: Target,
    settings: DatabaseSettings,
}

impl Manager {
    fn sqlite(&self, path: &str, more: &str) -> Result<Db, diesel::r2d2::Error> {
        let mut connection = SqliteConnection::establish(path).map_err(diesel::r2d2::Error::ConnectionError)?;
        let busy_timeout = self.settings.lock_timeout.as_millis();
        connection
            .batch_execute(&format!(
                "PRAGMA busy_timeout = {busy_timeout}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; {more}"
            ))
            .map_err(diesel::r2d2::Error::QueryError)?;
        Ok(Db::Sqlite(connection))
    }
}

impl ManageConnection for Manager {
    type Connection = Tested;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Tested, Self::Error> {
        let db = match &self.target {
            // Deleted rows are overwritten with zeros. Its cache, in KiB, has most pages that an ingest changes again and again. It
            // moves them from the log into the file once in 4,000 pages, which are 16 MiB and about 30 mails. What a transaction needs to
            // undo a part of itself is in memory: most groups of mails would need a file for it. `auto_vacuum` takes
            // effect in a new file, and only before the first page is written, which setting the journal does.
            Target::SqliteWriter { path } => self.sqlite(
                path,
                "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -8192; \
                 PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY",
            ),
            // The operating system caches the file's pages for all readers, so each needs only a small cache of its own.
            Target::SqliteReader { path } => self.sqlite(path, "PRAGMA query_only = ON; PRAGMA cache_size = -512"),
            Target::Postgres(address) => postgres::connect(address, &self.settings),
        }?;
        Ok(Tested { db, worked_at: None })
    }

    /// A test is a round trip to the server, as long as most statements take. One that worked a moment ago needs none.
    fn is_valid(&self, connection: &mut Tested) -> Result<(), Self::Error> {
        match connection.worked_at {
            Some(at) if at.elapsed() < TRUSTED => Ok(()),
            _ => connection.db.ping().map_err(diesel::r2d2::Error::QueryError),
        }
    }

    /// True also for a connection that a panic left inside a transaction.
    fn has_broken(&self, connection: &mut Tested) -> bool {
        connection.db.is_broken()
    }
}

#[cfg(test)]
mod tests;
