//! Running the migrations.

use diesel::backend::Backend;
use diesel::connection::SimpleConnection;
use diesel::migration::Migration;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::connection::Db;
use crate::error::StoreError;

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// Runs all pending migrations, in the caller's transaction. An advisory lock lets one machine at a time do it.
pub(crate) fn run(db: &mut Db) -> Result<Vec<String>, StoreError> {
    if let Db::Postgres(postgres) = db {
        // An arbitrary lock id of this program. Other machines wait without a timeout.
        postgres.batch_execute(
            "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; \
             SELECT pg_advisory_xact_lock(7310584034718920)",
        )?;
    }
    let names = pending(db)?;
    match db {
        Db::Sqlite(sqlite) => sqlite.run_pending_migrations(SQLITE).map(drop),
        Db::Postgres(postgres) => postgres.run_pending_migrations(POSTGRES).map(drop),
    }
    .map_err(StoreError::Migrate)?;
    Ok(names)
}

pub(crate) fn pending(db: &mut Db) -> Result<Vec<String>, StoreError> {
    match db {
        Db::Sqlite(sqlite) => sqlite.pending_migrations(SQLITE).map(|pending| names(&pending)),
        Db::Postgres(postgres) => postgres.pending_migrations(POSTGRES).map(|pending| names(&pending)),
    }
    .map_err(StoreError::Migrate)
}

fn names<DB: Backend>(migrations: &[Box<dyn Migration<DB>>]) -> Vec<String> {
    migrations
        .iter()
        .map(|migration| migration.name().to_string())
        .collect()
}
