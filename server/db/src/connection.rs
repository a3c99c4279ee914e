//! A connection to either database, and transactions on it.

use std::convert::Infallible;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::{Connection, PgConnection, SqliteConnection};

use crate::error::StoreError;

/// A connection to either database. One source serves both.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles one source for each database by itself: opens what the backend
/// that stands for both lacks, such as `ON CONFLICT`.
macro_rules! match_backend {
    ($db:expr, $connection:ident => $query:expr) => {
        match $db {
            $crate::connection::Db::Sqlite($connection) => $query,
            $crate::connection::Db::Postgres($connection) => $query,
        }
    };
}
pub(crate) use match_backend;

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
pub(crate) fn rolled_back<T>(
    db: &mut Db,
    work: impl FnOnce(&mut Db) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut seen = None;
    let Err(error) = transaction(db, |db| -> Result<Infallible, _> {
        seen = Some(work(db)?);
        Err(diesel::result::Error::RollbackTransaction.into())
    });
    // The work's own error left nothing to be seen.
    seen.ok_or(error)
}
