//! A connection to either database, and transactions on it.

use std::convert::Infallible;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::{Connection, PgConnection, SqliteConnection};

use crate::error::StoreError;

/// A connection to either database, so that most queries are written once.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles one expression separately for each database. For SQL that diesel's combined backend lacks, such as
/// `ON CONFLICT`.
macro_rules! match_backend {
    ($db:expr, $connection:ident => $query:expr) => {
        match $db {
            $crate::connection::Db::Sqlite($connection) => $query,
            $crate::connection::Db::Postgres($connection) => $query,
        }
    };
}
pub(crate) use match_backend;

/// Runs `work` in a transaction. On SQLite it takes the write lock at once: a transaction that reads first and then
/// writes fails if another one wrote in between.
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
            // The caller needs the first error. The pool discards a connection that can't roll back.
            if let Err(rollback) = Manager::rollback_transaction(db) {
                tracing::warn!(error = %rollback, "failed to roll back");
            }
            Err(error)
        }
    }
}

/// Runs `work` in a transaction, rolls it back and returns the result of `work`.
pub(crate) fn rolled_back<T>(
    db: &mut Db,
    work: impl FnOnce(&mut Db) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut result = None;
    let Err(error) = transaction(db, |db| -> Result<Infallible, _> {
        result = Some(work(db)?);
        Err(diesel::result::Error::RollbackTransaction.into())
    });
    // `result` is empty if `work` itself failed.
    result.ok_or(error)
}
