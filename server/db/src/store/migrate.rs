//! Running the migrations.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::sql_types::{BigInt, Text};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::error::StoreError;
use crate::invoice::retail::text;
use crate::store::connection::{Db, match_backend};

/// The version of the first migration, which is that of the last one that it replaces: databases that have run that one have all
/// of its tables.
const BASELINE: &str = "20261126000046";
/// The end of the name of the migration after which the texts of invoices are written: SQL can't fold them. It is pending whenever an
/// earlier one of their tables is.
const TEXTS: &str = "_searched_categories";
const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
#[cfg(feature = "postgres")]
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// Runs all pending migrations, in the caller's transaction. An advisory lock lets one machine at a time do it.
pub(crate) fn run(db: &mut Db) -> Result<Vec<String>, StoreError> {
    match_backend!(
        db,
        // Its write lock is taken already.
        sqlite(_) => {},
        // An arbitrary lock id of this program. Other machines wait without a timeout.
        postgres(postgres) => diesel::connection::SimpleConnection::batch_execute(
            postgres,
            "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; \
             SELECT pg_advisory_xact_lock(7310584034718920)",
        )?,
    );
    let pending = compare(db)?.pending;
    match_backend!(
        db,
        sqlite(sqlite) => sqlite.run_pending_migrations(SQLITE).map(drop),
        postgres(postgres) => postgres.run_pending_migrations(POSTGRES).map(drop),
    )
    .map_err(StoreError::Migrate)?;
    if pending.iter().any(|name| name.ends_with(TEXTS)) {
        text::fill(db)?;
    }
    Ok(pending)
}

/// The migrations of a database, compared with those of this program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrations {
    /// The names of those that did not run yet.
    pub pending: Vec<String>,
    /// The versions of those that ran and that this program does not have: a newer one ran them.
    pub unknown: Vec<String>,
}

/// Reads the list of migrations, which diesel's own comparison creates if it is missing. Fails if only migrations from before
/// [`BASELINE`] ran.
pub(crate) fn compare(db: &mut Db) -> Result<Migrations, StoreError> {
    let lists = match_backend!(
        db,
        sqlite(_) => "SELECT count(*) FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
        postgres(_) => "SELECT count(*) FROM information_schema.tables \
             WHERE table_name = '__diesel_schema_migrations' AND table_schema = ANY (current_schemas(false))",
    );
    let ran: Vec<String> = if sql::<BigInt>(lists).get_result::<i64>(db)? == 0 {
        Vec::new()
    } else {
        sql::<Text>("SELECT version FROM __diesel_schema_migrations ORDER BY version").load(db)?
    };
    let is_older = |ran: &String| ran.as_str() < BASELINE;
    if !ran.is_empty() && ran.iter().all(is_older) {
        return Err(StoreError::TooOld);
    }
    let known = match_backend!(
        db,
        sqlite(_) => versions::<Sqlite>(&SQLITE),
        postgres(_) => versions::<diesel::pg::Pg>(&POSTGRES),
    )?;
    let pending = known.iter().filter(|(version, _)| !ran.contains(version));
    Ok(Migrations {
        pending: pending.map(|(_, name)| name.clone()).collect(),
        unknown: ran
            .into_iter()
            .filter(|ran| !is_older(ran) && !known.iter().any(|(version, _)| version == ran))
            .collect(),
    })
}

/// The version and name of each migration of this program.
fn versions<DB: Backend>(migrations: &EmbeddedMigrations) -> Result<Vec<(String, String)>, StoreError> {
    let migrations = MigrationSource::<DB>::migrations(migrations).map_err(StoreError::Migrate)?;
    let mut versions: Vec<_> = migrations
        .iter()
        .map(|migration| (migration.name().version().to_string(), migration.name().to_string()))
        .collect();
    versions.sort();
    Ok(versions)
}
