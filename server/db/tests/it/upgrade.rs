//! Databases of the version before the migrations became one. The dumps have a row or more in every table.

use std::collections::BTreeSet;

use invoices_db::{RetailFilter, StoreError};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::TestDatabase;

pub async fn restored(database: Database) -> TestDatabase {
    let dump = match database {
        Sqlite => include_str!("upgrade/sqlite.sql"),
        Postgres => include_str!("upgrade/postgres.sql"),
    };
    TestDatabase::restored(database, dump).await
}

/// The definitions of all tables and indexes, without what two ways to the same schema write differently.
pub fn schema(db: &TestDatabase) -> BTreeSet<String> {
    let definitions = db.lines(if db.is_postgres() {
        "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity) AS line \
         FROM information_schema.columns WHERE table_schema = 'public' \
         UNION ALL SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) \
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace \
         UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid \
         WHERE relnamespace = 'public'::regnamespace"
    } else {
        "SELECT sql AS line FROM sqlite_schema WHERE sql IS NOT NULL"
    });
    let without_comments = |text: String| -> String {
        let lines = text.lines().map(|line| line.split("--").next().unwrap_or_default());
        lines.flat_map(str::split_whitespace).collect()
    };
    definitions.into_iter().map(without_comments).collect()
}

/// The number of rows of each table, or of those of the other database that are here too.
pub fn rows(db: &TestDatabase, tables: &BTreeSet<String>) -> Vec<String> {
    let counts = tables.iter().flat_map(|table| {
        db.lines(&format!(
            "SELECT '{table} ' || count(*) AS line FROM {table} HAVING count(*) > 0"
        ))
    });
    counts.collect()
}

pub fn tables(db: &TestDatabase) -> BTreeSet<String> {
    let columns = db.columns();
    let names = columns.iter().filter_map(|column| column.split('.').next());
    names.map(str::to_owned).collect()
}

#[rstest]
#[tokio::test]
async fn the_version_before_the_baseline_is_upgraded_with_its_rows(#[values(Sqlite, Postgres)] database: Database) {
    let db = &restored(database).await;
    let tables = tables(db);
    let before = rows(db, &tables);
    assert_eq!(before.len(), tables.len(), "every table has rows: {before:?}");

    let pending = db.store.migrate().await.unwrap();
    assert!(!pending.iter().any(|name| name.ends_with("_tables")), "{pending:?}");
    let migrations = db.store.migrations().await.unwrap();
    assert_eq!(migrations, invoices_db::Migrations::default());
    assert_eq!(rows(db, &tables), before);
    assert_eq!(schema(db), schema(&TestDatabase::new(database).await));

    let user = db.lines("SELECT user_id AS line FROM users")[0].parse().unwrap();
    assert_eq!(db.store.user(user).await.unwrap().unwrap().name, "Alva");
    assert_eq!(db.store.rental_invoices(user).await.unwrap().len(), 1);
    let counts = db.store.retail_counts(user, &RetailFilter::default()).await.unwrap();
    assert_eq!(counts.values().sum::<u64>(), 1);
}

#[rstest]
#[tokio::test]
async fn an_older_version_is_refused_with_the_one_to_go_through(#[values(Sqlite, Postgres)] database: Database) {
    let db = &restored(database).await;
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261126000046'");
    let before = (rows(db, &tables(db)), schema(db));
    for refused in [
        db.store.migrate().await.unwrap_err(),
        db.store.migrations().await.unwrap_err(),
    ] {
        assert!(matches!(refused, StoreError::TooOld), "{refused:?}");
        assert!(
            refused
                .to_string()
                .contains("`invoices migrate` of commit 1af5bf7d76ef")
        );
    }
    assert_eq!((rows(db, &tables(db)), schema(db)), before);
}
