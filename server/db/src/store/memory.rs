//! A SQLite database in memory, for simulations: nothing leaves the thread of the task that calls.

use std::sync::{Arc, Mutex, PoisonError};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use futures::future::BoxFuture;

use crate::error::StoreError;
use crate::store::connection::{Db, Value, Work, transaction};

/// What each call awaits before its work. If it fails, the call does. It may return the failure that the call reports though its work
/// is done, as when the answer to a commit is lost.
pub type BeforeCall = Arc<dyn Fn() -> BoxFuture<'static, Result<Option<StoreError>, StoreError>> + Send + Sync>;

/// The one connection. It is open as long as the database is to exist.
pub(crate) struct Memory {
    db: Mutex<Db>,
    before_call: BeforeCall,
}

impl Memory {
    /// Opens an empty database.
    pub fn open(name: &str, before_call: BeforeCall) -> Result<Self, StoreError> {
        let failed = |error| StoreError::Open(diesel::r2d2::Error::ConnectionError(error));
        let mut db = SqliteConnection::establish(&format!("file:{name}?mode=memory&cache=shared")).map_err(failed)?;
        db.batch_execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF")?;
        Ok(Memory {
            db: Mutex::new(Db::Sqlite(db)),
            before_call,
        })
    }

    /// Runs `work`.
    pub async fn run(&self, work: Work) -> Result<Value, StoreError> {
        let lost = (self.before_call)().await?;
        let value = work(&mut self.db.lock().unwrap_or_else(PoisonError::into_inner))?;
        lost.map_or(Ok(value), Err)
    }

    /// Runs `work` in one transaction.
    pub async fn write(&self, work: Work) -> Result<Value, StoreError> {
        self.run(Box::new(|db| transaction(db, work))).await
    }
}
