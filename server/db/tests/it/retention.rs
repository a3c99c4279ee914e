//! Removing old rows.

use std::fs::metadata;

use invoices_db::NewNotification;
use invoices_domain::ports::NotificationKind;
use invoices_domain::{NotificationFacts, UserId};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, t};

/// Adds old rows: jobs, notifications, acts and invitations.
fn add_rows(db: &TestDatabase, user: UserId, rows: u32) {
    let old = "'2026-11-02T08:00:00.000000Z'";
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})");
    for insert in [
        format!(
            "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at, finished_at) \
             SELECT 'sweep', 'job ' || i, 0, 'null', 'done', 1, {old}, {old}, {old} FROM n"
        ),
        format!(
            "INSERT INTO notifications (id, user_id, invoice_id, subject, message, state, created_at, sent_at) \
             SELECT 'notification ' || i, '{user}', '', 'subject', 'message', 'sent', {old}, {old} FROM n"
        ),
        format!("INSERT INTO acts (done_at, act, operator) SELECT {old}, 'invite', 'operator' FROM n"),
        format!(
            "INSERT INTO invitations (email_key, code_hash, created_at, expires_at) \
             SELECT 'alva@example.com', 'hash ' || i, {old}, {old} FROM n"
        ),
    ] {
        // PostgreSQL does not turn a text into JSON or a time within a query.
        let insert = if db.is_postgres() {
            insert
                .replace("'null'", "json 'null'")
                .replace(old, &format!("timestamptz {old}"))
        } else {
            insert
        };
        let (into, select) = insert.split_once(" SELECT ").unwrap();
        db.execute(&format!("{into} {numbers} SELECT {select}"));
    }
}

/// A transaction removes at most 500 rows, so that others wait for it for milliseconds.
#[rstest]
#[tokio::test]
async fn old_rows_are_removed_in_small_transactions(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    add_rows(db, user, 1_200);
    let (store, before) = (&db.store, t(1));
    for expected in [500, 500, 200, 0] {
        assert_eq!(store.purge_finished(before).await.unwrap(), expected);
        assert_eq!(store.remove_notifications(before).await.unwrap(), expected);
        assert_eq!(store.remove_acts(before).await.unwrap(), expected);
        assert_eq!(store.remove_invitations(before).await.unwrap(), expected);
    }
    add_rows(db, user, 1);
    assert_eq!(store.remove_notifications(t(0)).await.unwrap(), 0, "none is older");
    let removed = NewNotification {
        id: "notification 7".into(),
        kind: NotificationKind::Invoice,
        user_id: user,
        invoice_id: String::new(),
        recipient: None,
        subject: String::new(),
        message: String::new(),
        facts: NotificationFacts::default(),
    };
    assert!(
        !store.record_notification(removed, t(2)).await.unwrap(),
        "it was sent once"
    );
}

/// The size of a new file in bytes, after many rows were added and removed.
async fn fill_and_empty(db: &TestDatabase) -> u64 {
    let (user, store) = (db.user().await, &db.store);
    add_rows(db, user, 10_000);
    while store.remove_notifications(t(1)).await.unwrap() > 0 {}
    while store.purge_finished(t(1)).await.unwrap() > 0 {}
    store.truncate_log().await.unwrap();
    size(db)
}

fn size(db: &TestDatabase) -> u64 {
    let url = db.url();
    metadata(url.strip_prefix("sqlite:").unwrap()).unwrap().len()
}

#[tokio::test]
async fn a_new_sqlite_file_shrinks_in_steps() {
    let db = &TestDatabase::sqlite().await;
    let full = fill_and_empty(db).await;
    while db.store.shrink().await.unwrap() {}
    db.store.truncate_log().await.unwrap();
    // 1 MiB stays free.
    let empty = size(db);
    assert!(empty + (1 << 20) < full, "{full} bytes, then {empty}");
    assert!(!db.store.shrink().await.unwrap());
}

/// A file of an earlier version keeps its free pages until `VACUUM`.
#[tokio::test]
async fn an_older_sqlite_file_shrinks_after_a_vacuum() {
    let db = &TestDatabase::restored(Sqlite, "CREATE TABLE older (row INTEGER)").await;
    db.store.migrate().await.unwrap();
    let store = &db.store;
    let full = fill_and_empty(db).await;
    assert!(!store.shrink().await.unwrap());
    store.truncate_log().await.unwrap();
    assert_eq!(size(db), full);
}
