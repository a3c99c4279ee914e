//! The store: connections to one database, and transactions on them.

use std::sync::Arc;

use diesel::sql_types::Integer;
use diesel::{QueryableByName, RunQueryDsl};

use crate::connection::{Db, transaction};
use crate::error::StoreError;
use crate::migrate;
use crate::pool::{self, Pools};
use crate::settings::DatabaseSettings;

/// A database. Cheap to clone; clones share the connection pools.
#[derive(Clone)]
pub struct Store {
    pools: Arc<Pools>,
}

/// The answer of SQLite's checkpoint.
#[derive(QueryableByName)]
struct Checkpoint {
    /// 1 if it could not finish.
    #[diesel(sql_type = Integer)]
    busy: i32,
}

impl Store {
    /// Validates the settings without connecting.
    pub fn check(settings: &DatabaseSettings) -> Result<(), StoreError> {
        pool::check(settings)
    }

    /// Opens the database and checks that it answers. Creates a missing SQLite file.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let settings = settings.clone();
        let pools = pool::blocking(move || Pools::open(&settings)).await?;
        Ok(Store { pools: Arc::new(pools) })
    }

    /// Runs the pending migrations and returns their names. Safe to call on several machines at once.
    pub async fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::run).await
    }

    /// The migrations that [`Store::migrate`] would run.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::pending).await
    }

    /// Like [`Store::pending_migrations`], but works on a read-only connection to a database that was migrated before.
    pub async fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.read(migrate::pending).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        // The pool tests a connection before it returns it.
        self.read(|_| Ok(())).await
    }

    /// Whether the database answers and can be written: writes a row of the list of migrations anew.
    pub async fn check_writable(&self) -> Result<(), StoreError> {
        self.write(|db| {
            let same = "UPDATE __diesel_schema_migrations SET run_on = run_on \
                        WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
            diesel::sql_query(same).execute(db)?;
            Ok(())
        })
        .await
    }

    /// Removes deleted rows from SQLite's write-ahead log: moves its content into the database and truncates it. Returns
    /// `false` if readers were in the way for the whole lock timeout; then the log keeps its content. PostgreSQL has
    /// nothing to do.
    pub async fn truncate_log(&self) -> Result<bool, StoreError> {
        self.write_connection(|db| match db {
            Db::Sqlite(sqlite) => {
                let checkpoint: Checkpoint = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(sqlite)?;
                Ok(checkpoint.busy == 0)
            }
            Db::Postgres(_) => Ok(true),
        })
        .await
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.pools.read.run(work).await
    }

    /// Runs `work` in one transaction.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write_connection(|db| transaction(db, work)).await
    }

    /// Runs `work` on a connection that may write, outside a transaction.
    pub(crate) async fn write_connection<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.pools.write.run(work).await
    }
}
