//! Undoing migrations as docs/operations.md says, and the next upgrade, on databases with a row or more in every table.

use std::path::PathBuf;

use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::TestDatabase;
use crate::upgrade::{restored, rows, schema, tables};

/// The first migration makes the tables of the dump: its undo deletes everything.
const FIRST: &str = "tables";

/// The versions and names of the migrations, the newest first, each with its folder.
fn migrations(db: &TestDatabase) -> Vec<(String, String, PathBuf)> {
    let engine = if db.is_postgres() { "postgres" } else { "sqlite" };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../migrations")
        .join(engine);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let (version, name) = name.split_once('_').unwrap();
            (version.replace('-', ""), name.to_owned(), path.clone())
        })
        .collect();
    found.sort();
    found.reverse();
    found
}

/// Runs a migration's `down.sql` and deletes its row.
fn undo(db: &TestDatabase, (version, _, folder): &(String, String, PathBuf)) {
    db.execute_all(&std::fs::read_to_string(folder.join("down.sql")).unwrap());
    db.execute(&format!(
        "DELETE FROM __diesel_schema_migrations WHERE version = '{version}'"
    ));
}

/// A database that is up to date, with a document that its user is asked about, corrected values and labels.
async fn filled(database: Database) -> TestDatabase {
    let db = restored(database).await;
    db.store.migrate().await.unwrap();
    let user = &db.lines("SELECT user_id AS line FROM users")[0];
    let (no, json) = if db.is_postgres() {
        ("false", "'{}'::json")
    } else {
        ("0", "'{}'")
    };
    db.execute(&format!(
        "UPDATE documents SET state = 'asked', question = {json}, question_told = {no}, answer = {json}"
    ));
    db.execute(&format!(
        "INSERT INTO source_labels (user_id, source, id, labels, version) VALUES ('{user}', 'retail', 'ica', {json}, 1)"
    ));
    db.execute(&format!(
        "INSERT INTO retail_segments (user_id, terms, postings, invoices) VALUES ('{user}', 'ost', {empty}, {empty})",
        empty = if db.is_postgres() { "'\\x00'" } else { "x'00'" },
    ));
    db.execute("UPDATE retail_texts SET segment = 1");
    db.execute(&format!(
        "INSERT INTO retail_removals (user_id, segment, invoice_id) SELECT user_id, 1, invoice_id FROM retail_texts \
         WHERE user_id = '{user}'"
    ));
    db
}

/// What users have, which an undo must not lose.
fn kept(db: &TestDatabase) -> Vec<String> {
    let derived = ["source_labels.", "retail_segments.", "retail_removals."];
    let tables = tables(db);
    let rows = rows(db, &tables).into_iter();
    let rows = rows.filter(|row| !derived.iter().any(|table| row.starts_with(table.trim_end_matches('.'))));
    rows.chain(db.lines(
        "SELECT 'rent ' || invoice_id || ' ' || total_amount || ' ' || coalesce(due_date, '') || ' ' || due_month AS line \
         FROM rental_invoices UNION ALL \
         SELECT 'retail ' || invoice_id || ' ' || total_amount || ' ' || vendor_name || ' ' || coalesce(invoice_date, '') \
         FROM retail_invoices UNION ALL \
         SELECT 'text ' || invoice_id || ' ' || text FROM retail_texts UNION ALL \
         SELECT 'usage ' || user_id || ' ' || bytes || ' ' || messages FROM usage_sums UNION ALL \
         SELECT 'sums ' || month || ' ' || invoices || ' ' || whole FROM retail_sums",
    ))
    .collect()
}

#[rstest]
#[tokio::test]
async fn every_migration_is_undone_and_run_again_with_rows(#[values(Sqlite, Postgres)] database: Database) {
    let db = &filled(database).await;
    let (before, shape) = (kept(db), schema(db));
    let migrations = migrations(db);
    let (_, later) = migrations.split_last().unwrap();
    for undone in later {
        undo(db, undone);
    }
    assert_eq!(db.store.migrate().await.unwrap().len(), later.len());
    assert_eq!((schema(db), kept(db)), (shape, before));
}

#[rstest]
#[tokio::test]
async fn an_upgrade_runs_one_migration_again_that_was_undone(#[values(Sqlite, Postgres)] database: Database) {
    let shape = schema(&TestDatabase::new(database).await);
    let db = &filled(database).await;
    let before = kept(db);
    for migration in migrations(db).iter().filter(|(_, name, _)| name != FIRST) {
        undo(db, migration);
        let name = &migration.1;
        let ran = db
            .store
            .migrate()
            .await
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(ran.iter().any(|ran| ran.ends_with(name.as_str())), "{name}: {ran:?}");
        assert_eq!(schema(db), shape, "{name}");
        assert_eq!(kept(db), before, "{name}");
        assert_eq!(db.store.migrations().await.unwrap(), invoices_db::Migrations::default());
    }
}

#[rstest]
#[tokio::test]
async fn the_first_migration_is_undone_and_run_again(#[values(Sqlite, Postgres)] database: Database) {
    let db = &filled(database).await;
    let shape = schema(db);
    for undone in &migrations(db) {
        undo(db, undone);
    }
    db.execute("DELETE FROM __diesel_schema_migrations");
    assert_eq!(db.store.migrate().await.unwrap().len(), migrations(db).len());
    assert_eq!(schema(db), shape);
    db.user().await;
}
