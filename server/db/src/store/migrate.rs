//! Running the migrations.

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::migration::CREATE_MIGRATIONS_TABLE;
use diesel::sql_types::{BigInt, Text};

use crate::error::StoreError;
use crate::invoice::retail::text;
use crate::store::connection::{Db, match_backend};

/// The version of the first migration, which is that of the last one that it replaces: databases that have run that one have all
/// of its tables.
const BASELINE: &str = "20261126000046";
/// The end of the name of the migration after which the texts of invoices are written: SQL can't fold them. It is pending whenever an
/// earlier one of their tables is.
const TEXTS: &str = "_searched_categories";
const SQLITE: &[Migration] = include!(concat!(env!("OUT_DIR"), "/sqlite.rs"));
#[cfg(feature = "postgres")]
const POSTGRES: &[Migration] = include!(concat!(env!("OUT_DIR"), "/postgres.rs"));

/// A folder of `migrations`.
struct Migration {
    /// The digits before the first underscore of its name.
    version: &'static str,
    name: &'static str,
    up: &'static str,
}

/// Runs all pending migrations, in the caller's transaction. An advisory lock lets one machine at a time do it.
pub(crate) fn run(db: &mut Db) -> Result<Vec<String>, StoreError> {
    match_backend!(
        db,
        // Its write lock is taken already.
        sqlite(_) => {},
        // An arbitrary lock id of this program. Other machines wait without a timeout.
        postgres(postgres) => postgres.batch_execute(
            "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; \
             SELECT pg_advisory_xact_lock(7310584034718920)",
        )?,
    );
    let pending = compare(db)?.pending;
    db.batch_execute(CREATE_MIGRATIONS_TABLE)?;
    for Migration { version, name, up } in known(db)
        .iter()
        .filter(|known| pending.iter().any(|name| name == known.name))
    {
        let record = format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')");
        let done = db.batch_execute(up).and_then(|()| db.batch_execute(&record));
        done.map_err(|error| StoreError::Migrate(name, error))?;
    }
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

/// Reads the list of migrations, which a new database lacks. Fails if only migrations from before [`BASELINE`] ran.
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
    let known = known(db);
    let pending = known.iter().filter(|known| !ran.iter().any(|ran| ran == known.version));
    let unknown = ran
        .iter()
        .filter(|ran| !is_older(ran) && !known.iter().any(|known| known.version == *ran));
    Ok(Migrations {
        pending: pending.map(|known| known.name.to_owned()).collect(),
        unknown: unknown.cloned().collect(),
    })
}

/// The migrations of this program, in the order in which they run.
fn known(db: &Db) -> &'static [Migration] {
    match_backend!(db, sqlite(_) => SQLITE, postgres(_) => POSTGRES)
}
