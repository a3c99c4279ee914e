//! Searches find what the rows of texts have, whether these are in segments or not.

use std::collections::BTreeMap;

use invoices_db::{DateOrder, RetailFilter, RetailPlace, RetailSearch, RetailSummary, SearchedTotal};
use invoices_domain::{RetailInvoiceId, UserId};
use rstest::rstest;

use crate::retail::{delete, key, list, receipt, stated};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, parser, t};

/// A category as texts have it.
fn marked(sub_type: &str) -> String {
    let letters = sub_type.chars().map(|c| char::from_u32(0xe000 + u32::from(c)).unwrap());
    format!("\u{2}{}", letters.collect::<String>())
}

/// Adds invoices with these numbers past the store: their texts are in no segment, and those that an earlier version wrote have no
/// category.
fn add(db: &TestDatabase, user: UserId, first: u32, last: u32) {
    let (digits, separator) = if db.is_postgres() {
        ("lpad(n::text, 12, '0')", "chr(1)")
    } else {
        ("substr('000000000000' || n, -12)", "char(1)")
    };
    let at = "'2026-11-02T08:00:00.000000Z'";
    let series = format!(
        "WITH RECURSIVE series(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM series WHERE n < {last}), \
         numbered AS (SELECT n, '00000000-0000-5000-8000-' || {digits} AS id FROM series)"
    );
    db.execute(&format!(
        "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, invoice_date, \
         total_amount, received_at, created_at, updated_at) {series} SELECT id, '{user}', 'ica', 'ICA', \
         CASE WHEN n % 3 = 0 THEN 'travel' ELSE 'grocery' END, 'charge', \
         CASE WHEN n % 7 > 0 THEN '2026-10-' || (n % 20 + 10) END, 1, {at}, {at}, {at} FROM numbered"
    ));
    let (travel, grocery) = (marked("travel"), marked("grocery"));
    db.execute(&format!(
        "INSERT INTO retail_texts (user_id, invoice_id, text) {series} SELECT '{user}', id, {separator} || \
         CASE WHEN n % 5 = 0 THEN '' WHEN n % 3 = 0 THEN '{travel}' ELSE '{grocery}' END || {separator} || \
         CASE WHEN n % 4 = 0 THEN 'coop' ELSE 'ica' END || {separator} || 'order ' || n || {separator} || 'item ' || \
         (n % 50) || {separator} || 'café' || {separator} FROM numbered"
    ));
}

/// The ids of a user's invoices whose row has one of these parts.
fn with_parts(db: &TestDatabase, user: UserId, parts: &[&str]) -> Vec<RetailInvoiceId> {
    let rows = db.lines(&format!(
        "SELECT invoice_id || text AS line FROM retail_texts WHERE user_id = '{user}'"
    ));
    let rows = rows.iter().map(|row| row.split_at(36));
    let rows = rows.filter(|(_, text)| parts.iter().any(|part| text.contains(part)));
    rows.map(|(id, _)| id.parse().unwrap()).collect()
}

/// The pages of what a search finds, each with the number of all.
async fn paged(
    db: &TestDatabase,
    user: UserId,
    filter: &RetailFilter,
    search: &RetailSearch,
    order: DateOrder,
) -> Vec<RetailSummary> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = db
            .store
            .matching_retail_page(user, filter, search.clone(), order, after, 1_500);
        let (rows, total) = page.await.unwrap();
        let Some(last) = rows.last() else {
            assert_eq!(total, all.len() as u64, "{search:?}");
            return all;
        };
        after = Some(RetailPlace {
            date: last.invoice_date,
            id: last.invoice_id,
        });
        all.extend(rows);
    }
}

/// Compares searches with the rows.
async fn check(db: &TestDatabase, user: UserId) {
    let all = list(&db.store, user, None).await;
    let ten = SearchedTotal::Whole("10".parse().unwrap());
    for (words, total, parts) in [
        ("ica", None, vec!["ica"]),
        ("coop", None, vec!["coop"]),
        ("order 1017", None, vec!["order 1017"]),
        ("m 17", None, vec!["m 17"]),
        ("7", None, vec!["7"]),
        ("fé", None, vec!["fé"]),
        ("changed", None, vec!["changed"]),
        ("none", None, vec!["none"]),
        ("grocery", None, vec!["grocery"]),
        ("10", Some(ten), vec!["10", "\u{1}\u{e001}\u{e000}."]),
    ] {
        let found = with_parts(db, user, &parts);
        let mut expected = all.clone();
        expected.retain(|row| found.contains(&row.invoice_id));
        assert_eq!(found.len(), expected.len(), "every text has an invoice");
        let words = words.to_owned();
        let search = RetailSearch { words, total };
        let filters = [None, Some("travel"), Some("grocery")].map(|only| RetailFilter {
            sub_type: only.map(|only| only.parse().unwrap()),
            ..RetailFilter::default()
        });
        let of_a_day = RetailFilter {
            from: Some("2026-10-20".parse().unwrap()),
            ..RetailFilter::default()
        };
        for filter in filters.into_iter().chain([of_a_day]) {
            let mut accepted = expected.clone();
            accepted.retain(|row| filter.sub_type.as_ref().is_none_or(|only| *only == row.sub_type));
            accepted.retain(|row| filter.from.is_none() || row.invoice_date >= filter.from);
            let mut counts = BTreeMap::new();
            for row in &accepted {
                *counts.entry(row.sub_type.clone()).or_insert(0) += 1;
            }
            let counted = db.store.matching_retail_counts(user, &filter, search.clone());
            assert_eq!(counted.await.unwrap(), counts, "{search:?} {filter:?}");
            for order in [DateOrder::Newest, DateOrder::Oldest] {
                let pages = paged(db, user, &filter, &search, order).await;
                assert!(
                    pages == accepted,
                    "{search:?} {filter:?}: {} {}",
                    pages.len(),
                    accepted.len()
                );
                accepted.reverse();
            }
        }
    }
}

/// Stores an invoice by the store, which makes segments of texts with one of 32 invoices. This is one if `counts`.
async fn store(db: &TestDatabase, user: UserId, number: i64, counts: bool) -> RetailInvoiceId {
    let id = |mail: i64| RetailInvoiceId::derive(user, &key(user, mail), None).to_bytes();
    let mut mails = 1_000 * number..1_000 * (number + 1);
    let mail = mails.find(|mail| id(*mail)[15].is_multiple_of(32) == counts).unwrap();
    let (document, invoice) = receipt(db, user, mail, Some(&format!("changed hands {number}")), "10").await;
    let id = invoice.invoice_id;
    let saved = db
        .store
        .retail_save(user, document, stated(vec![invoice]), &parser(), t(number));
    saved.await.unwrap();
    id
}

fn count(db: &TestDatabase, rows: &str) -> i64 {
    db.lines(&format!("SELECT count(*) || '' AS line FROM {rows}"))[0]
        .parse()
        .unwrap()
}

// Shows: Lists | A search finds the same with few and with many invoices, whatever was stored, corrected and deleted
#[rstest]
#[tokio::test]
async fn a_search_finds_what_the_rows_have(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (db.user().await, db.user().await);
    add(db, user, 1, 1_022);
    add(db, other, 100_001, 101_500);
    check(db, user).await;
    assert_eq!(count(db, "retail_segments"), 0);

    store(db, user, 4, false).await;
    assert_eq!(count(db, "retail_segments"), 0);
    let stored = store(db, user, 1, true).await;
    assert_eq!(count(db, "retail_segments"), 1);
    assert_eq!(count(db, "retail_texts WHERE segment IS NULL"), 1_500, "another user's");
    check(db, user).await;

    add(db, user, 2_001, 4_500);
    store(db, user, 2, true).await;
    assert_eq!(count(db, "retail_segments"), 3);
    // As the version before makes a segment.
    db.execute("UPDATE retail_segments SET grams = NULL WHERE segment = (SELECT min(segment) FROM retail_segments)");
    check(db, user).await;
    // As the version before changes and deletes invoices.
    for condition in ["= '00000000-0000-5000-8000-000000001017'", "LIKE '%000000003_1_'"] {
        db.execute(&format!(
            "UPDATE retail_texts SET text = replace(text, 'order', 'changed') WHERE invoice_id {condition}"
        ));
        check(db, user).await;
    }
    db.execute("DELETE FROM retail_invoices WHERE invoice_id LIKE '%000000004_2_'");
    check(db, user).await;
    // Forty of the deleted ones are in no segment yet.
    assert_eq!(count(db, "retail_removals"), 1 + 100 + 10);

    // What is deleted is not in a segment either.
    let changed = "retail_segments WHERE terms LIKE '%changed hands 1%'";
    assert_eq!(count(db, changed), 1);
    assert!(delete(db, user, stored, t(9)).await);
    assert_eq!(count(db, changed), 0);
    check(db, user).await;

    // A segment with many invoices in vain is written again with the next that is made.
    for condition in ["'%00000000_1__'", "'%00000000_3__'"] {
        db.execute(&format!(
            "DELETE FROM retail_invoices WHERE user_id = '{user}' AND invoice_id LIKE {condition}"
        ));
    }
    assert!(count(db, "retail_removals") > 500);
    add(db, user, 5_001, 6_100);
    store(db, user, 3, true).await;
    assert!(count(db, "retail_removals") < 128);
    assert_eq!(count(db, "retail_segments"), 4);
    check(db, user).await;
    db.execute(&format!("DELETE FROM retail_invoices WHERE user_id = '{user}'"));
    check(db, user).await;
    assert_eq!(list(&db.store, other, None).await.len(), 1_500);
}
