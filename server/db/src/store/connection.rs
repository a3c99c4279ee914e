//! A connection to either database, and transactions on it.

use std::any::Any;
use std::convert::Infallible;

#[cfg(feature = "postgres")]
use diesel::PgConnection;
use diesel::backend::Backend;
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::internal::derives::multiconnection::AstPassHelper;
use diesel::query_builder::{AstPass, Query, QueryBuilder, QueryFragment, QueryId};
use diesel::{Connection, QueryResult, RunQueryDsl, SqliteConnection};

use crate::error::StoreError;

/// The maximum number of ids in one statement; both databases limit the number of parameters.
pub(crate) const BATCH: usize = 500;

/// A connection to either database, so that most queries are written once.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    #[cfg(feature = "postgres")]
    Postgres(PgConnection),
}

/// A statement that each connection prepares once. Diesel prepares an `UPDATE`, and a statement with a list or an SQL literal, each
/// time it runs. A connection keeps every text, so this is for statements with few of them.
///
/// It runs on the connection of one database, as [`match_backend`] gives it.
pub(crate) struct Prepared<T>(pub T);

impl<DB, T> QueryFragment<DB> for Prepared<T>
where
    DB: Backend<QueryBuilder: Default>,
    T: QueryFragment<DB>,
{
    /// Gives the text as a whole: its parts would say that the statement may not be kept. To override
    /// `is_safe_to_cache_prepared` is not enough, since diesel does not ask it of a reference to a statement.
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        if pass.bind_collector().is_some() || pass.debug_binds().is_some() {
            return self.0.walk_ast(pass);
        }
        let mut text = DB::QueryBuilder::default();
        self.0.to_sql(&mut text, pass.backend())?;
        pass.push_sql(&text.finish());
        Ok(())
    }
}

impl<T> QueryId for Prepared<T> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<T: Query> Query for Prepared<T> {
    type SqlType = T::SqlType;
}

impl<T> RunQueryDsl<SqliteConnection> for Prepared<T> {}

#[cfg(feature = "postgres")]
impl<T> RunQueryDsl<PgConnection> for Prepared<T> {}

/// The result of work, of any type. Pools are compiled once, and not for each of hundreds of statements.
pub(crate) type Value = Box<dyn Any + Send>;

/// Work on a connection.
pub(crate) type Work = Box<dyn FnOnce(&mut Db) -> Result<Value, StoreError> + Send>;

/// Compiles one expression separately for each database, for SQL that diesel's combined backend lacks, such as
/// `ON CONFLICT`. Or compiles an expression of its own for each. Without the feature `postgres` only the one for SQLite
/// remains.
macro_rules! match_backend {
    ($db:expr, $connection:ident => $query:expr) => {
        $crate::store::connection::match_backend!($db, sqlite($connection) => $query, postgres($connection) => $query)
    };
    ($db:expr, sqlite($sqlite:pat) => $for_sqlite:expr, postgres($postgres:pat) => $for_postgres:expr $(,)?) => {
        match $db {
            $crate::store::connection::Db::Sqlite($sqlite) => $for_sqlite,
            #[cfg(feature = "postgres")]
            $crate::store::connection::Db::Postgres($postgres) => $for_postgres,
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
    match_backend!(
        db,
        sqlite(sqlite) => AnsiTransactionManager::begin_transaction_sql(sqlite, "BEGIN IMMEDIATE")?,
        postgres(_) => return db.transaction(work),
    );
    end_transaction(db, work)
}

/// Runs `work`, which reads, on the database as it is at one moment.
pub(crate) fn snapshot<T>(db: &mut Db, work: impl FnOnce(&mut Db) -> Result<T, StoreError>) -> Result<T, StoreError> {
    match_backend!(
        db,
        sqlite(sqlite) => AnsiTransactionManager::begin_transaction_sql(sqlite, "BEGIN")?,
        postgres(postgres) => AnsiTransactionManager::begin_transaction_sql(
            postgres,
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        )?,
    );
    end_transaction(db, work)
}

/// Runs `work` in a transaction that has begun, and ends it.
fn end_transaction<T>(db: &mut Db, work: impl FnOnce(&mut Db) -> Result<T, StoreError>) -> Result<T, StoreError> {
    type Manager = <Db as Connection>::TransactionManager;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use diesel::connection::{InstrumentationEvent, SimpleConnection};
    use diesel::{ExpressionMethods, SqliteConnection};

    use super::*;
    use crate::schema::ticks;

    #[test]
    fn an_update_is_prepared_once() {
        let mut db = Db::Sqlite(SqliteConnection::establish(":memory:").unwrap());
        db.batch_execute("CREATE TABLE ticks (name TEXT)").unwrap();
        let prepared = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&prepared);
        db.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::CacheQuery { .. } = event {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        for name in ["retail", "sweep"] {
            let update = diesel::update(ticks::table).set(ticks::name.eq(name));
            match_backend!(&mut db, connection => Prepared(update).execute(connection)).unwrap();
        }
        assert_eq!(prepared.load(Ordering::Relaxed), 1);
    }
}
