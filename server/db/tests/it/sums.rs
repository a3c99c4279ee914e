//! Kept sums: whatever happens to invoices, they are those of the rows.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use invoices_db::{DateOrder, Grouping, RetailFilter, RetailPlace, RetailSearch, RetailSum, RetailSummary, Usage};
use invoices_domain::{Currency, UserId};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, within};

/// The values of a row's columns, as SQL.
fn values() -> impl Strategy<Value = [String; 6]> {
    let date = select(vec![
        "NULL",
        "'2025-12-31'",
        "'2026-01-01'",
        "'2026-01-15'",
        "'2026-01-31'",
        "'2026-02-28'",
    ]);
    let vendor = select(vec![
        "'ica', 'ICA'",
        "'ica', 'Kiosken'",
        "'kiosken', 'Kiosken'",
        "'coop', 'ica'",
    ]);
    let amount = select(vec![-19_999_i64, -1, 0, 1, 10_001, 1_234_567, 999_999_999_999_999]);
    let (currency, cancelled) = (select(vec!["NULL", "'SEK'", "'EUR'"]), select(vec!["NULL", "true"]));
    let sub_type = select(vec!["'grocery'", "'travel'"]);
    (date, vendor, amount, currency, cancelled, sub_type).prop_map(
        |(date, vendor, amount, currency, cancelled, sub_type)| {
            [date, vendor, &amount.to_string(), currency, cancelled, sub_type].map(str::to_owned)
        },
    )
}

/// A statement about one of twenty invoices, which may exist or not.
fn statement(user: UserId, sqlite: bool) -> impl Strategy<Value = String> {
    (0..20, values(), 0..4).prop_map(move |(number, [date, vendor, amount, currency, cancelled, sub_type], kind)| {
        let cancelled = if sqlite { cancelled.replace("true", "1") } else { cancelled };
        let (id, at) = (format!("'00000000-0000-5000-8000-{number:012}'"), "'2026-11-02T08:00:00.000000Z'");
        match kind {
            0 => format!("DELETE FROM retail_invoices WHERE invoice_id = {id}"),
            1 => {
                let (vendor_id, vendor_name) = vendor.split_once(", ").unwrap();
                format!(
                    "UPDATE retail_invoices SET invoice_date = {date}, total_amount = {amount}, currency = {currency}, \
                     cancelled = {cancelled}, sub_type = {sub_type}, vendor_id = {vendor_id}, vendor_name = {vendor_name} \
                     WHERE invoice_id = {id}"
                )
            }
            _ => format!(
                "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, \
                 invoice_date, total_amount, currency, cancelled, received_at, created_at, updated_at) VALUES ({id}, \
                 '{user}', {vendor}, {sub_type}, 'charge', {date}, {amount}, {currency}, {cancelled}, {at}, {at}, {at}) \
                 ON CONFLICT DO NOTHING"
            ),
        }
    })
}

fn filters() -> impl Strategy<Value = RetailFilter> {
    let day = || {
        let days = [
            "2025-12-31",
            "2026-01-01",
            "2026-01-02",
            "2026-01-31",
            "2026-02-01",
            "2026-02-28",
        ];
        proptest::option::of(select(days.map(|day| day.parse::<NaiveDate>().unwrap()).to_vec()))
    };
    let vendor = proptest::option::of(select(vec!["ica", "ICA", "Kiosken", "kiosken", "coop", "none"]));
    let currency = proptest::option::of(select(vec!["SEK", "EUR"]));
    let sub_type = proptest::option::of(select(vec!["grocery", "travel"]));
    (day(), day(), vendor, currency, sub_type).prop_map(|(from, to, vendor, currency, sub_type)| RetailFilter {
        sub_type: sub_type.map(|sub_type| sub_type.parse().unwrap()),
        vendor: vendor.map(str::to_owned),
        currency: currency.map(|currency| currency.parse().unwrap()),
        from,
        to,
    })
}

fn accepts(filter: &RetailFilter, row: &RetailSummary) -> bool {
    let is_named = |vendor: &String| *vendor == row.vendor_name || *vendor == row.vendor_id.to_string();
    let is_in_days = match row.invoice_date {
        Some(date) => filter.from.is_none_or(|from| date >= from) && filter.to.is_none_or(|to| date <= to),
        None => filter.from.is_none() && filter.to.is_none(),
    };
    filter.sub_type.as_ref().is_none_or(|only| *only == row.sub_type)
        && filter.vendor.as_ref().is_none_or(is_named)
        && filter
            .currency
            .is_none_or(|only| only == row.currency.unwrap_or(Currency::DEFAULT))
        && is_in_days
}

/// The sums of rows, by everything.
fn added(rows: &[RetailSummary]) -> Vec<RetailSum> {
    let mut sums: BTreeMap<_, RetailSum> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.cancelled.is_none()) {
        let month = row
            .invoice_date
            .map(|date| format!("{:04}-{:02}", date.year(), date.month()));
        let key = (
            month,
            row.sub_type.to_string(),
            row.vendor_name.clone(),
            row.currency.map(|c| c.to_string()),
        );
        let sum = sums.entry(key.clone()).or_insert_with(|| RetailSum {
            month: key.0,
            sub_type: Some(row.sub_type.clone()),
            vendor_name: Some(key.2),
            currency: row.currency,
            count: 0,
            total: 0,
            refunds: 0,
        });
        let units = i128::from(row.total_amount.units());
        sum.count += 1;
        sum.total += units;
        sum.refunds += units.min(0);
    }
    sums.into_values().collect()
}

/// The pages of a list, one row after the other, each with the number of all.
async fn paged(db: &TestDatabase, user: UserId, filter: &RetailFilter, order: DateOrder) -> Vec<RetailSummary> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = db
            .store
            .counted_retail_page(user, filter, order, after, 3)
            .await
            .unwrap();
        let (rows, total) = page;
        let Some(last) = rows.last() else {
            assert_eq!(total, all.len() as u64, "{filter:?}");
            return all;
        };
        after = Some(RetailPlace {
            date: last.invoice_date,
            id: last.invoice_id,
        });
        all.extend(rows);
    }
}

// Shows: Lists | A list's count, its pages and the spending agree with its invoices, whatever was stored, corrected and deleted
#[rstest]
#[tokio::test]
async fn lists_counts_and_sums_are_those_of_the_rows(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let mut runner = TestRunner::deterministic();
    let every = Grouping {
        month: true,
        sub_type: true,
        vendor: true,
    };
    for _ in 0..12 {
        for _ in 0..20 {
            db.execute(
                &statement(user, !db.is_postgres())
                    .new_tree(&mut runner)
                    .unwrap()
                    .current(),
            );
        }
        let all = db
            .store
            .whole_retail(user, &RetailFilter::default(), DateOrder::Newest)
            .await
            .unwrap();
        for filter in (0..8).map(|_| filters().new_tree(&mut runner).unwrap().current()) {
            let mut expected = all.clone();
            expected.retain(|row| accepts(&filter, row));
            assert_eq!(
                paged(db, user, &filter, DateOrder::Newest).await,
                expected,
                "{filter:?}"
            );
            let whole = db.store.whole_retail(user, &filter, DateOrder::Oldest).await.unwrap();
            assert!(whole.iter().eq(expected.iter().rev()), "{filter:?}");
            let mut counts = BTreeMap::new();
            for row in &expected {
                *counts.entry(row.sub_type.clone()).or_insert(0) += 1;
            }
            assert_eq!(
                db.store.retail_counts(user, &filter).await.unwrap(),
                counts,
                "{filter:?}"
            );
            let mut sums = db.store.retail_sums(user, &filter, every).await.unwrap();
            let key = |sum: &RetailSum| (sum.month.clone(), format!("{sum:?}"));
            sums.sort_by_key(key);
            let mut by_rows = added(&expected);
            by_rows.sort_by_key(key);
            assert_eq!(sums, by_rows, "{filter:?}");
        }
    }
    db.execute(&format!("DELETE FROM retail_invoices WHERE user_id = '{user}'"));
    assert_eq!(db.lines("SELECT month AS line FROM retail_sums"), Vec::<String>::new());
}

/// A statement about some of twelve documents of four messages, which may exist or not. One is of no message.
fn document_statement(user: UserId) -> impl Strategy<Value = String> {
    let state = select(vec!["found", "stored", "parsed", "parsed", "parsed", "deleted"]);
    let key = "'objects/' || documents.id";
    let key = select(vec!["NULL", key, key, key]);
    let bytes = select(vec!["NULL", "0", "1", "4096"]);
    let changed = select(vec!["id = ", "id = ", "message = ", "id > "]);
    (1..13, state, key, bytes, changed, 0..20).prop_map(move |(id, state, key, bytes, changed, kind)| {
        let (at, message) = ("'2026-11-02T08:00:00.000000Z'", id % 5);
        let number = if changed.starts_with("id") { id } else { message };
        let rows = format!("{changed}{number}");
        match kind {
            0 => format!("DELETE FROM documents WHERE {rows}"),
            1 => format!("DELETE FROM messages WHERE id = {message}"),
            2 => format!("UPDATE documents SET state = '{state}' WHERE {rows}"),
            3 => format!("UPDATE documents SET object_key = {key} WHERE {rows}"),
            4 => format!("UPDATE documents SET bytes = {bytes}, attempts = attempts + 1 WHERE {rows}"),
            5..10 => format!(
                "INSERT INTO messages (id, user_id, account, source, message_id, state, released, found_at, updated_at) \
                 SELECT n, '{user}', 'alva@mail.example.com', 'retail', n || '', 'fetched', false, {at}, {at} \
                 FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) AS series WHERE true ON CONFLICT DO NOTHING"
            ),
            _ => format!(
                "INSERT INTO documents (id, message, user_id, part, state, object_key, bytes, sha256, attempts, created_at, \
                 updated_at) SELECT n, (SELECT id FROM messages WHERE id = n % 5), '{user}', n || '', '{state}', \
                 {key}, {bytes}, '', 1, {at}, {at} FROM (SELECT {id} AS n UNION SELECT {id} % 12 + 1) AS series \
                 WHERE true ON CONFLICT DO NOTHING",
                key = key.replace("documents.id", "n"),
            ),
        }
    })
}

// Shows: Profile and deletion of the account | The usage is that of the stored originals, whatever was stored, deleted and read again
#[rstest]
#[tokio::test]
async fn the_usage_is_that_of_the_documents(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (db.user().await, db.user().await);
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeMap::new();
    for _ in 0..300 {
        let statement = document_statement(user).new_tree(&mut runner).unwrap().current();
        db.execute(&statement);
        let counted = db.lines(&format!(
            "SELECT coalesce(sum(bytes), 0) || ' ' || count(DISTINCT message) AS line FROM documents \
             WHERE user_id = '{user}' AND object_key IS NOT NULL AND state NOT IN ('found', 'deleted')"
        ));
        let Usage { bytes, messages } = db.store.usage(user).await.unwrap();
        assert_eq!(format!("{bytes} {messages}"), counted[0], "{statement}");
        *seen.entry(messages).or_insert(0) += 1;
    }
    assert!(seen.len() > 3, "{seen:?}");
    assert_eq!(db.store.usage(other).await.unwrap(), Usage::default());
    db.execute(&format!("DELETE FROM users WHERE user_id = '{user}'"));
    assert_eq!(db.lines("SELECT user_id AS line FROM usage_sums"), Vec::<String>::new());
}

/// PostgreSQL only: nobody writes to a SQLite file that is migrated.
#[tokio::test]
async fn a_document_that_is_stored_while_the_sums_are_made_counts() {
    let db = &TestDatabase::postgres().await;
    let user = db.user().await;
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261128000054'");
    let mut writer = PgConnection::establish(&db.url()).unwrap();
    let down = include_str!("../../../../migrations/postgres/2026-11-28-000054_usage_sums/down.sql");
    writer.batch_execute(down).unwrap();
    let at = "'2026-11-02T08:00:00.000000Z'";
    let stored = format!(
        "BEGIN; INSERT INTO documents (user_id, part, state, object_key, bytes, sha256, attempts, created_at, updated_at) \
         VALUES ('{user}', '1', 'stored', 'objects/1', 4096, '', 1, {at}, {at})"
    );
    writer.batch_execute(&stored).unwrap();
    let commit = async {
        let waits = "SELECT pid || '' AS line FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                     WHERE NOT granted AND datname = current_database()";
        while db.lines(waits).is_empty() {
            tokio::task::yield_now().await;
        }
        writer.batch_execute("COMMIT").unwrap();
    };
    let (ran, ()) = within("the migration", async { tokio::join!(db.store.migrate(), commit) }).await;
    assert_eq!(ran.unwrap().len(), 1);
    assert_eq!(db.store.usage(user).await.unwrap().bytes, 4096);
}

/// Writes an invoice by SQL, as a migration finds it: without a text.
fn add_invoice(db: &TestDatabase, user: UserId) {
    db.execute(&format!(
        "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, total_amount, \
         received_at, created_at, updated_at) VALUES ('00000000-0000-5000-8000-000000000001', '{user}', 'ica', 'ICA Kvantum', \
         'grocery', 'charge', 1, '2026-11-02T08:00:00.000000Z', '2026-11-02T08:00:00.000000Z', '2026-11-02T08:00:00.000000Z')"
    ));
    db.execute(&format!(
        "INSERT INTO retail_details (sub_type, invoice_id, user_id, detail) \
         VALUES ('grocery', '00000000-0000-5000-8000-000000000001', '{user}', '{{\"items\": [{{\"name\": \"Smör\"}}]}}')"
    ));
}

/// PostgreSQL only: a process of the version before has changed a text, and makes a segment when the migration has begun.
#[tokio::test]
async fn a_segment_that_is_made_while_texts_are_written_again_is_none() {
    let db = &TestDatabase::postgres().await;
    let user = db.user().await;
    add_invoice(db, user);
    let text = "INSERT INTO retail_texts SELECT user_id, invoice_id, chr(1) || 'ica' || chr(1) FROM retail_invoices";
    db.execute(text);
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261130000065'");
    let mut writer = PgConnection::establish(&db.url()).unwrap();
    let down = include_str!("../../../../migrations/postgres/2026-11-30-000065_searched_categories/down.sql");
    writer.batch_execute(down).unwrap();
    let change = "BEGIN; UPDATE retail_texts SET text = chr(1) || 'coop' || chr(1)";
    writer.batch_execute(change).unwrap();
    let pack = async {
        let waits = "SELECT pid || '' AS line FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                     WHERE NOT granted AND datname = current_database()";
        while db.lines(waits).is_empty() {
            tokio::task::yield_now().await;
        }
        let segment = format!(
            "INSERT INTO retail_segments (user_id, terms, postings, invoices) VALUES ('{user}', chr(1) || 'coop' || chr(1), '', ''); \
             UPDATE retail_texts SET segment = (SELECT max(segment) FROM retail_segments); COMMIT"
        );
        writer.batch_execute(&segment).unwrap();
    };
    let (ran, ()) = within("the migration", async { tokio::join!(db.store.migrate(), pack) }).await;
    assert_eq!(ran.unwrap().len(), 1);
    assert!(db.lines("SELECT segment || '' AS line FROM retail_segments").is_empty());
}

#[rstest]
#[tokio::test]
async fn an_invoice_of_an_earlier_version_is_found(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    add_invoice(db, user);
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version IN ('20261128000053', '20261128000055')");
    let down = match database {
        Sqlite => [
            include_str!("../../../../migrations/sqlite/2026-11-28-000055_retail_segments/down.sql"),
            include_str!("../../../../migrations/sqlite/2026-11-28-000053_kept_sums/down.sql"),
        ],
        Postgres => [
            include_str!("../../../../migrations/postgres/2026-11-28-000055_retail_segments/down.sql"),
            include_str!("../../../../migrations/postgres/2026-11-28-000053_kept_sums/down.sql"),
        ],
    };
    let statements = down.iter().flat_map(|down| down.split(';'));
    for statement in statements.filter(|statement| !statement.trim().is_empty()) {
        db.execute(statement);
    }
    db.store.migrate().await.unwrap();
    for (words, found) in [("kvantum", 1), ("smor", 1), ("sm", 1), ("mjolk", 0)] {
        let search = RetailSearch {
            words: words.to_owned(),
            total: None,
        };
        let all = RetailFilter::default();
        let matching = db
            .store
            .matching_retail_page(user, &all, search, DateOrder::Newest, None, 10)
            .await
            .unwrap();
        assert_eq!(matching.0.len(), found, "{words}");
    }
    assert_eq!(
        db.store
            .retail_counts(user, &RetailFilter::default())
            .await
            .unwrap()
            .len(),
        1
    );
}
