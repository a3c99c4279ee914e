//! The store: connections to one database, and transactions on them.

pub mod connection;
pub mod damage;
pub mod group;
mod memory;
pub mod migrate;
pub mod pg_tool;
pub mod pool;
#[cfg_attr(not(feature = "postgres"), path = "postgres_missing.rs")]
pub mod postgres;
#[cfg(all(test, feature = "postgres"))]
#[allow(dead_code, reason = "only its tests use it in this build")]
mod postgres_missing;
#[cfg(feature = "postgres")]
mod postgres_url;
pub mod settings;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::r2d2::R2D2Connection;
use diesel::sql_types::{BigInt, Integer};
use diesel::{RunQueryDsl, SqliteConnection};
use futures::future::BoxFuture;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::store::connection::{Db, Value, Work, match_backend};
use crate::store::damage::Damage;
use crate::store::memory::Memory;
use crate::store::migrate::Migrations;
use crate::store::pool::{DatabaseUrl, Pools};
use crate::store::settings::DatabaseSettings;

/// What a statement answers. It is a future whose code belongs to this crate, and is not compiled again where it is awaited.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

pub use crate::store::memory::BeforeCall;

/// A database. Cheap to clone; clones share the connections.
#[derive(Clone)]
pub struct Store {
    pub(crate) connections: Connections,
    pub(crate) damage: Arc<Damage>,
}

/// The connections of a store.
#[derive(Clone)]
pub(crate) enum Connections {
    Pools(Arc<Pools>),
    Memory(Arc<Memory>),
}

/// How many free pages a SQLite file keeps for what is written next: 1 MiB.
const FREE_PAGES: i64 = 256;
/// How many pages are given back at once, at most, while others wait to write: 4 MiB.
const SHRINK_PAGES: i64 = 1_000;

impl Store {
    /// Validates the settings without connecting.
    pub fn check(settings: &DatabaseSettings) -> Result<(), StoreError> {
        DatabaseUrl::parse(settings).map(drop)
    }

    /// Opens the database and checks that it answers. Creates a missing SQLite file.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let settings = settings.clone();
        let pools = pool::blocking(move || Pools::open(&settings)).await?;
        Ok(Store::of(Connections::Pools(Arc::new(pools))))
    }

    /// An empty SQLite database in memory, for simulations. It has one connection, on which each call runs on the task that makes
    /// it, after `before_call`. Connections of this process can open `file:<name>?mode=memory&cache=shared`
    /// too. Dropping the last clone deletes the database.
    pub fn in_memory(name: &str, before_call: BeforeCall) -> Result<Self, StoreError> {
        let memory = Memory::open(name, before_call)?;
        Ok(Store::of(Connections::Memory(Arc::new(memory))))
    }

    fn of(connections: Connections) -> Self {
        Store {
            connections,
            damage: Arc::default(),
        }
    }

    /// Opens a database to look at it: no method may write. A missing SQLite file is an error. If no other process has the
    /// SQLite file open, nothing is created beside it either.
    pub async fn open_read_only(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let settings = settings.clone();
        let pools = pool::blocking(move || Pools::open_read_only(&settings)).await?;
        Ok(Store::of(Connections::Pools(Arc::new(pools))))
    }

    /// Runs the pending migrations and returns their names. Safe to call on several machines at once.
    pub async fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.write(migrate::run).await
    }

    /// Compares the migrations that ran with those of this program. Writes nothing, whether any ran or not.
    pub async fn migrations(&self) -> Result<Migrations, StoreError> {
        self.read(migrate::compare).await
    }

    /// The time of the database's server. `None` for SQLite, which has no server.
    pub async fn server_time(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.read(|db| {
            match_backend!(
                db,
                sqlite(_) => Ok(None),
                postgres(postgres) => {
                    let now = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                    Ok(DateTime::from_timestamp_millis(sql::<BigInt>(now).get_result(postgres)?))
                },
            )
        })
        .await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|db| Ok(db.ping()?)).await
    }

    /// Whether the database answers and can be written: writes a row of the list of migrations again.
    pub async fn check_writable(&self) -> Result<(), StoreError> {
        self.write(|db| {
            let same = "UPDATE __diesel_schema_migrations SET run_on = run_on \
                        WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
            diesel::sql_query(same).execute(db)?;
            Ok(())
        })
        .await?;
        let Connections::Pools(pools) = self.connections.clone() else {
            return Ok(());
        };
        let probed = pool::blocking(move || pools.probe()).await;
        probed.inspect_err(|error| self.damage.note_error(error))
    }

    /// What showed that the SQLite file is damaged, since this store was opened: an error of any query, or
    /// [`Store::find_damage_quickly`]. `None` for PostgreSQL, whose server checks its files.
    pub fn damage(&self) -> Option<&str> {
        self.damage.first()
    }

    /// Removes deleted rows from SQLite's write-ahead log: moves its content into the database and truncates it. Returns
    /// `false` if readers were in the way for the whole lock timeout; then the log keeps its content. PostgreSQL has
    /// nothing to do.
    pub async fn truncate_log(&self) -> Result<bool, StoreError> {
        self.write_connection(|db| {
            match_backend!(
                db,
                sqlite(sqlite) => {
                    // The first of its columns is 1 if it could not finish.
                    let busy: i32 = sql::<Integer>("PRAGMA wal_checkpoint(TRUNCATE)").get_result(sqlite)?;
                    Ok(busy == 0)
                },
                postgres(_) => Ok(true),
            )
        })
        .await
    }

    /// Gives up to [`SHRINK_PAGES`] free pages of a SQLite file back to the system, except for [`FREE_PAGES`]. Returns whether
    /// there may be more. A file that was created without `auto_vacuum` keeps them until `VACUUM`. PostgreSQL vacuums by itself.
    pub async fn shrink(&self) -> Result<bool, StoreError> {
        self.write_connection(|db| {
            match_backend!(
                db,
                sqlite(sqlite) => {
                    let before = free_pages(sqlite)?;
                    let pages = (before - FREE_PAGES).min(SHRINK_PAGES);
                    if pages <= 0 {
                        return Ok(false);
                    }
                    // It frees one page in each step, and only `batch_execute` takes all steps.
                    sqlite.batch_execute(&format!("PRAGMA incremental_vacuum({pages})"))?;
                    let after = free_pages(sqlite)?;
                    Ok(after < before && after > FREE_PAGES)
                },
                postgres(_) => Ok(false),
            )
        })
        .await
    }

    pub(crate) fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let work = erased(work);
        self.typed(match &self.connections {
            Connections::Pools(pools) => Box::pin(pools.read.run(work)),
            Connections::Memory(memory) => Box::pin(memory.run(work)),
        })
    }

    /// The same for work that reads a few rows by their keys.
    pub(crate) fn look_up<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let work = erased(work);
        self.typed(match &self.connections {
            Connections::Pools(pools) => Box::pin(pools.look_up(work)),
            Connections::Memory(memory) => Box::pin(memory.run(work)),
        })
    }

    /// Runs `work` in one transaction.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let work = erased(work);
        self.typed(match &self.connections {
            Connections::Pools(pools) => Box::pin(pools.write(work)),
            Connections::Memory(memory) => Box::pin(memory.write(work)),
        })
    }

    /// The same for work that locks this user's row first. Of one user, those that wait share the lock and the commit.
    pub(crate) fn write_of<T: Send + 'static>(
        &self,
        user: UserId,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let work = erased(work);
        self.typed(match &self.connections {
            Connections::Pools(pools) => Box::pin(pools.write_of(user, work)),
            Connections::Memory(memory) => Box::pin(memory.write(work)),
        })
    }

    /// Runs `work` on a connection that may write, outside a transaction.
    pub(crate) fn write_connection<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let work = erased(work);
        self.typed(match &self.connections {
            Connections::Pools(pools) => Box::pin(pools.write.run(work)),
            Connections::Memory(memory) => Box::pin(memory.run(work)),
        })
    }

    /// The answer of work with its type. Every error passes here, so that one of a damaged file is remembered.
    fn typed<'a, T: 'static>(&'a self, value: Answer<'a, Value>) -> Answer<'a, T> {
        Box::pin(async {
            let value = value.await.inspect_err(|error| self.damage.note_error(error))?;
            Ok(*value.downcast().expect("the type that the work returned"))
        })
    }
}

/// How many pages of a SQLite file are free.
fn free_pages(sqlite: &mut SqliteConnection) -> Result<i64, StoreError> {
    Ok(sql::<BigInt>("PRAGMA freelist_count").get_result(sqlite)?)
}

fn erased<T: Send + 'static>(work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static) -> Work {
    Box::new(|db| work(db).map(|value| Box::new(value) as Value))
}
