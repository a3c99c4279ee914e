//! The store: connections to one database, and transactions on them.

use std::sync::Arc;

use crate::connection::{Db, transaction};
use crate::error::StoreError;
use crate::migrate;
use crate::pool::{self, Pools};
use crate::settings::DatabaseSettings;

/// A database. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Store {
    pools: Arc<Pools>,
}

impl Store {
    /// Whether these settings could be used, without asking the database.
    pub fn check(settings: &DatabaseSettings) -> Result<(), StoreError> {
        pool::check(settings)
    }

    /// Opens the database and makes sure that it answers. A SQLite file is made where there is none.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let settings = settings.clone();
        let pools = pool::blocking(move || Pools::open(&settings)).await?;
        Ok(Store { pools: Arc::new(pools) })
    }

    /// Brings the tables up to date and names the migrations that ran. Safe to call on several machines at once.
    pub async fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::run).await
    }

    /// The migrations that [`Store::migrate`] would run.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::pending).await
    }

    /// The same of a database that was migrated before, without the right to write.
    pub async fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.read(migrate::pending).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        // A connection answers before it is handed out.
        self.read(|_| Ok(())).await
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.pools.read.run(work).await
    }

    /// One transaction.
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
