//! Opening and migrating, and what both databases must have in common.

use std::collections::BTreeSet;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use invoices_db::{DatabaseSettings, Store, StoreError};
use rstest::rstest;
use tempfile::TempDir;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, settings, t, within};

#[tokio::test]
async fn both_migrations_make_the_same_tables() {
    let (sqlite, postgres) = (
        TestDatabase::sqlite().await.columns(),
        TestDatabase::postgres().await.columns(),
    );
    assert!(sqlite.contains(&"users.email_key".to_owned()), "{sqlite:?}");
    assert_eq!(sqlite, postgres);
}

#[tokio::test]
async fn both_migrations_make_the_same_indexes() {
    let indexes = |db: &TestDatabase| -> BTreeSet<String> {
        db.lines(if db.is_postgres() {
            // Without the indexes of constraints.
            "SELECT relname AS line FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid \
             WHERE relnamespace = 'public'::regnamespace \
             AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
        } else {
            "SELECT name AS line FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        })
        .into_iter()
        .collect()
    };
    assert_eq!(
        indexes(&TestDatabase::sqlite().await),
        indexes(&TestDatabase::postgres().await)
    );
}

/// With STAT4, and without QPSG, SQLite plans a statement again whenever another value is bound to it. `.cargo/config.toml` has
/// the options.
#[tokio::test]
async fn sqlite_keeps_the_plans_of_statements() {
    let db = TestDatabase::sqlite().await;
    let options = db.lines("SELECT compile_options AS line FROM pragma_compile_options");
    assert!(!options.iter().any(|option| option == "ENABLE_STAT4"), "{options:?}");
    // Nor do connections wait for each other: each is used by one thread at a time, and none counts memory with the others.
    assert!(
        !options.iter().any(|option| option == "ENABLE_MEMORY_MANAGEMENT"),
        "{options:?}"
    );
    assert!(options.iter().any(|option| option == "ENABLE_QPSG"), "{options:?}");
    assert!(options.iter().any(|option| option == "THREADSAFE=2"), "{options:?}");
}

#[tokio::test]
async fn sqlite_undoes_a_large_part_of_a_transaction() {
    let db = TestDatabase::sqlite().await;
    let series = "WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 500)";
    for pages in [20, 40, 500] {
        db.execute_all(&format!(
            "DELETE FROM ticks; INSERT INTO ticks {series} SELECT n || '', hex(zeroblob(2000)) FROM series; \
             BEGIN; SAVEPOINT part; UPDATE ticks SET last_at = hex(zeroblob(2001)) WHERE rowid <= {pages}; \
             ROLLBACK TO part; RELEASE part; COMMIT"
        ));
        let changed = "SELECT count(*) || '' AS line FROM ticks WHERE last_at <> hex(zeroblob(2000))";
        assert_eq!(db.lines(changed), ["0"], "{pages}");
    }
    assert_eq!(
        db.lines("SELECT integrity_check AS line FROM pragma_integrity_check"),
        ["ok"]
    );
}

#[tokio::test]
async fn migrating_names_what_ran_once() {
    let dir = TempDir::new().unwrap();
    let (empty, _gone) = TestDatabase::empty_postgres();
    for url in [format!("sqlite:{}", dir.path().join("empty.db").display()), empty] {
        let store = Store::open(&settings(url)).await.unwrap();
        let pending = store.migrations().await.unwrap().pending;
        assert!(!pending.is_empty());
        assert_eq!(store.migrate().await.unwrap().len(), pending.len());
        assert!(store.migrations().await.unwrap().pending.is_empty());
        assert!(store.migrate().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn looking_at_a_database_changes_nothing() {
    let dir = TempDir::new().unwrap();
    let (empty, _gone) = TestDatabase::empty_postgres();
    let missing = settings(format!("sqlite:{}", dir.path().join("none.db").display()));
    assert!(Store::open_read_only(&missing).await.is_err());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    // A name that a URI has to escape.
    let file = dir.path().join("50% of what?#.db");
    std::fs::write(&file, "").unwrap();
    for url in [format!("sqlite:{}", file.display()), empty] {
        let is_server = !url.starts_with("sqlite:");
        let look = || async { Store::open_read_only(&settings(url.clone())).await.unwrap() };
        // diesel's own comparison would make the list of migrations.
        let pending = look().await.migrations().await.unwrap().pending;
        assert_eq!(look().await.migrations().await.unwrap().pending, pending);
        assert_eq!(look().await.server_time().await.unwrap().is_some(), is_server);
        if !is_server {
            assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        }
        let store = Store::open(&settings(url.clone())).await.unwrap();
        assert_eq!(store.migrate().await.unwrap(), pending);
        let seen = look().await;
        let migrations = seen.migrations().await.unwrap();
        assert!(
            migrations.pending.is_empty() && migrations.unknown.is_empty(),
            "{migrations:?}"
        );
        assert!(seen.backlog(chrono::Utc::now()).await.unwrap().is_empty());
        if !is_server {
            assert!(seen.check_writable().await.is_err());
        }
    }
}

#[tokio::test]
async fn processes_that_migrate_at_once_wait_for_each_other() {
    let dir = TempDir::new().unwrap();
    let (empty, _gone) = TestDatabase::empty_postgres();
    for url in [format!("sqlite:{}", dir.path().join("empty.db").display()), empty] {
        let mut stores = Vec::new();
        for _ in 0..4 {
            stores.push(Store::open(&settings(url.clone())).await.unwrap());
        }
        let ran = within(
            "the migrations",
            futures::future::join_all(stores.iter().map(Store::migrate)),
        )
        .await;
        let ran: Vec<usize> = ran.into_iter().map(|names| names.unwrap().len()).collect();
        assert_eq!(ran.iter().filter(|n| **n > 0).count(), 1, "{ran:?}");
    }
}

#[tokio::test]
async fn an_address_of_neither_database_is_refused() {
    for url in ["", "mysql://x", "sqlite:", "sqlite::memory:", "/var/lib/invoices.db"] {
        let opened = Store::open(&DatabaseSettings::new(url)).await;
        assert!(matches!(opened, Err(StoreError::InvalidUrl)), "{url}");
    }
}

#[tokio::test]
async fn an_unreachable_server_is_an_error_within_the_timeout() {
    let nowhere = DatabaseSettings {
        connect_timeout: std::time::Duration::from_millis(300),
        ..DatabaseSettings::new("postgres://nobody@%2Fnonexistent/none")
    };
    assert!(matches!(Store::open(&nowhere).await, Err(StoreError::Connect(_))));
}

/// PostgreSQL only: a SQLite file has one writer, which others wait for as long.
#[tokio::test]
async fn the_settings_limit_how_long_a_statement_waits_and_runs() {
    let db = TestDatabase::postgres().await;
    let url = db.url();
    let with_timeouts = |lock: u64, statement: u64| DatabaseSettings {
        lock_timeout: Duration::from_millis(lock),
        statement_timeout: Duration::from_millis(statement),
        ..settings(url.clone())
    };
    let mut other = PgConnection::establish(&url).unwrap();
    other.batch_execute("BEGIN; LOCK TABLE ticks").unwrap();
    let store = Store::open(&with_timeouts(100, 60_000)).await.unwrap();
    let refused = store.record_tick("retail", t(0), t(0)).await.unwrap_err();
    assert!(format!("{refused:?}").contains("lock timeout"), "{refused:?}");
    other
        .batch_execute(
            "ROLLBACK; CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); END'; \
             CREATE TRIGGER hang BEFORE INSERT ON ticks EXECUTE FUNCTION hang()",
        )
        .unwrap();
    let store = Store::open(&with_timeouts(60_000, 100)).await.unwrap();
    let refused = store.record_tick("retail", t(0), t(0)).await.unwrap_err();
    assert!(format!("{refused:?}").contains("statement timeout"), "{refused:?}");
}

// Shows: Threats | Secrets show in logs…
#[test]
fn settings_do_not_print_the_password() {
    let settings = DatabaseSettings::new("postgres://alva:hunter2@db.example.com/invoices");
    assert!(!format!("{settings:?}").contains("hunter2"));
}

#[rstest]
#[tokio::test]
async fn a_database_that_is_open_answers(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    db.store.ping().await.unwrap();
    db.store.check_writable().await.unwrap();
}

#[rstest]
#[tokio::test]
async fn a_database_that_can_only_be_read_is_not_writable(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    match database {
        Sqlite => db.execute(
            "CREATE TRIGGER read_only BEFORE UPDATE ON __diesel_schema_migrations \
             BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END",
        ),
        Postgres => db.execute(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
        ),
    }
    // The setting holds for new connections.
    let reopened = db.another_store().await;
    let refused = reopened.check_writable().await;
    assert!(matches!(refused, Err(StoreError::Query(_))), "{refused:?}");
    reopened.ping().await.unwrap();
}

#[rstest]
#[tokio::test]
async fn a_stored_value_that_does_not_read_back_is_an_error(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    db.store.cursors(user, &"a@example.com".parse().unwrap()).await.unwrap();
    db.store
        .move_cursors(user, &"a@example.com".parse().unwrap(), &["ica".parse().unwrap()], t(0))
        .await
        .unwrap();
    db.execute("UPDATE cursors SET vendor_id = 'No Vendor'");
    let read = db.store.cursors(user, &"a@example.com".parse().unwrap()).await;
    assert!(matches!(read, Err(StoreError::Query(_))), "{read:?}");
}
