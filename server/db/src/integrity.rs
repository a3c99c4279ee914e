//! Whether the database is whole, and what it refers to outside of it. For operators: these queries are about all users.

use std::collections::HashSet;
use std::sync::Arc;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_query;
#[cfg(feature = "postgres")]
use diesel::sql_types::BigInt;
use diesel::sql_types::Text;
use invoices_domain::{ObjectKey, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::export::{StoredDocument, with_bytes};
use crate::listing::OptionalFilter;
use crate::schema::{documents, users};
use crate::store::connection::{BATCH, match_backend};
use crate::store::{Answer, Store};
use crate::types::text_list;

const FOREIGN_KEYS: &str = "SELECT \"table\" || ', row ' || coalesce(rowid, 0) || ', refers to a missing row of ' || parent \
     FROM pragma_foreign_key_check LIMIT 100";
/// Indexes that PostgreSQL does not use, and constraints that rows may violate.
#[cfg(feature = "postgres")]
const INVALID: &str = "SELECT 'the index ' || indexrelid::regclass || ' is invalid' FROM pg_index WHERE NOT indisvalid \
     UNION ALL SELECT 'the constraint ' || conname || ' is not validated' FROM pg_constraint \
     WHERE NOT convalidated AND connamespace::regnamespace::text = ANY (current_schemas(false))";
/// Invoices whose record has no document with a stored original, or no details.
const INCOMPLETE: &str = "SELECT 'the retail invoice ' || invoice_id || ' of ' || user_id || ' has no source document' \
     FROM retail_invoices WHERE NOT EXISTS (SELECT 1 FROM retail_sources JOIN documents ON documents.id = document \
        WHERE retail_sources.invoice_id = retail_invoices.invoice_id AND NOT retail_sources.deleted \
        AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')) \
     UNION ALL SELECT 'the retail invoice ' || invoice_id || ' of ' || user_id || ' has no details' \
     FROM retail_invoices WHERE NOT EXISTS (SELECT 1 FROM retail_details \
        WHERE retail_details.invoice_id = retail_invoices.invoice_id) \
     UNION ALL SELECT 'the rental invoice ' || invoice_id || ' of ' || user_id || ' has no source document' \
     FROM rental_invoices WHERE NOT EXISTS (SELECT 1 FROM documents \
        WHERE documents.id = document AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')) \
     LIMIT 100";

impl Store {
    /// Reads the whole database. Returns what is wrong with it, at most a hundred problems of a kind.
    pub fn find_damage(&self) -> Answer<'_, Vec<String>> {
        self.read(|db| {
            match_backend!(
                db,
                sqlite(sqlite) => {
                    let found = pages(sqlite, "integrity_check")?;
                    Ok(if found.is_empty() { sql::<Text>(FOREIGN_KEYS).load(sqlite)? } else { found })
                },
                postgres(postgres) => {
                    let mut found = sql::<Text>(INVALID).load(postgres)?;
                    found.extend(unreadable_tables(postgres)?);
                    Ok(found)
                },
            )
        })
    }

    /// The same for what is found without comparing tables with their indexes. Damage of a SQLite file is remembered as
    /// [`Store::damage`].
    pub fn find_damage_quickly(&self) -> Answer<'_, Vec<String>> {
        let damage = Arc::clone(&self.damage);
        self.read(move |db| {
            match_backend!(
                db,
                sqlite(sqlite) => {
                    let found = pages(sqlite, "quick_check")?;
                    if let Some(first) = found.first() {
                        damage.note(first);
                    }
                    Ok(found)
                },
                postgres(postgres) => Ok(sql::<Text>(INVALID).load(postgres)?),
            )
        })
    }

    /// Invoices without a source document that is stored, or without details: a sentence for each, at most a hundred.
    pub fn incomplete_records(&self) -> Answer<'_, Vec<String>> {
        self.read(|db| Ok(sql::<Text>(INCOMPLETE).load(db)?))
    }

    /// At most `limit` documents of all users after one whose bytes are stored.
    pub fn stored_originals(&self, after: Option<DocumentId>, limit: i64) -> Answer<'_, Vec<StoredDocument>> {
        self.read(move |db| {
            let rows = with_bytes()
                .order(documents::id)
                .limit(limit)
                .select(StoredDocument::as_select())
                .into_boxed()
                .filter_optional(after.map(|after| documents::id.gt(after)));
            Ok(rows.load(db)?)
        })
    }

    /// The document whose bytes were stored last.
    pub fn newest_original(&self) -> Answer<'_, Option<StoredDocument>> {
        self.read(|db| {
            let newest = with_bytes()
                .order(documents::id.desc())
                .select(StoredDocument::as_select());
            Ok(newest.first(db).optional()?)
        })
    }

    /// Those of these keys that a document has, whatever its state.
    pub fn known_keys(&self, keys: Vec<ObjectKey>) -> Answer<'_, HashSet<ObjectKey>> {
        self.read(move |db| {
            let mut known = HashSet::new();
            for keys in keys.chunks(BATCH) {
                let rows = documents::table
                    .filter(
                        documents::object_key
                            .assume_not_null()
                            .eq_any(text_list(keys.iter().cloned())),
                    )
                    .select(documents::object_key.assume_not_null());
                known.extend(rows.load::<ObjectKey>(db)?);
            }
            Ok(known)
        })
    }

    /// Whether there is a user.
    pub fn has_users(&self) -> Answer<'_, bool> {
        self.read(|db| {
            let first: Option<UserId> = users::table.select(users::user_id).first(db).optional()?;
            Ok(first.is_some())
        })
    }

    /// Copies a SQLite database, as it is at one moment, to a file that is new or empty. `false` for PostgreSQL, which copies nothing.
    pub fn copy_to(&self, file: String) -> Answer<'_, bool> {
        // A reader's session refuses it, because it writes a file.
        self.write_connection(move |db| {
            match_backend!(
                db,
                sqlite(sqlite) => {
                    sql_query("VACUUM INTO ?").bind::<Text, _>(file).execute(sqlite)?;
                    Ok(true)
                },
                postgres(_) => Ok(false),
            )
        })
    }

    /// Whether there is no table.
    pub fn has_no_tables(&self) -> Answer<'_, bool> {
        self.read(|db| {
            let tables: Vec<String> = match_backend!(
                db,
                sqlite(sqlite) => sql::<Text>("SELECT name FROM sqlite_schema WHERE type = 'table'").load(sqlite)?,
                postgres(postgres) => postgres_tables(postgres)?,
            );
            Ok(tables.is_empty())
        })
    }
}

/// What SQLite's check of the file lists, at most a hundred problems. It answers `ok` if nothing is wrong.
fn pages(sqlite: &mut SqliteConnection, check: &str) -> Result<Vec<String>, StoreError> {
    let found: Vec<String> = sql::<Text>(&format!("SELECT {check} FROM pragma_{check}")).load(sqlite)?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

#[cfg(feature = "postgres")]
fn postgres_tables(postgres: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let tables = "SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables \
                  WHERE table_schema = ANY (current_schemas(false)) ORDER BY 1";
    Ok(sql::<Text>(tables).load(postgres)?)
}

/// Reads every row of every table, with the values that are stored apart from it.
#[cfg(feature = "postgres")]
fn unreadable_tables(postgres: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for table in postgres_tables(postgres)? {
        let rows = format!("SELECT count(stored::text) FROM {table} AS stored");
        if let Err(error) = sql::<BigInt>(&rows).load::<i64>(postgres) {
            found.push(format!("the table {table} can't be read: {error}"));
        }
    }
    Ok(found)
}
