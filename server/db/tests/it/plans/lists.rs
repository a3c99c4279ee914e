use std::collections::BTreeMap;

use invoices_db::{DateOrder, Grouping, RetailFilter, RetailPlace, RetailSearch, RetailSummary};
use rstest::rstest;

use super::{fill, plan, queries_about, record};
use crate::retail::list;
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::TestDatabase;

#[rstest]
#[tokio::test]
async fn lists_and_counts_read_no_more_than_they_give(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let store = db.another_store().await;
    let grocery = "grocery".parse().unwrap();
    assert_eq!(list(&store, user, None).await.len(), 1_000);
    assert_eq!(list(&store, user, Some(&grocery)).await.len(), 1_000);
    let all = RetailFilter::default();
    let place = |row: &RetailSummary| RetailPlace {
        date: row.invoice_date,
        id: row.invoice_id,
    };
    for order in [DateOrder::Newest, DateOrder::Oldest] {
        let first = store.retail_page(user, &all, order, None, 500).await.unwrap();
        let after = first.last().map(place);
        let second = store.retail_page(user, &all, order, after, 500).await.unwrap();
        assert_eq!((first.len(), second.len()), (500, 500));
        assert!(second.iter().all(|row| !first.contains(row)));
        for (after, rows) in [(None, 10), (second.last().map(place), 0)] {
            let page = store.counted_retail_page(user, &all, order, after, 10).await;
            assert_eq!(page.map(|(page, total)| (page.len(), total)).unwrap(), (rows, 1_000));
        }
    }
    let of = |vendor: &str| RetailFilter {
        vendor: Some(vendor.to_owned()),
        ..RetailFilter::default()
    };
    let in_currency = |currency: &str| RetailFilter {
        currency: Some(currency.parse().unwrap()),
        ..RetailFilter::default()
    };
    let few = [
        (of("ica"), 10),
        (of("ICA"), 10),
        (of("Coop"), 0),
        (in_currency("SEK"), 10),
        (in_currency("EUR"), 0),
    ];
    for (filter, rows) in few {
        let page = store
            .counted_retail_page(user, &filter, DateOrder::Newest, None, 10)
            .await;
        assert_eq!(page.unwrap().0.len(), rows, "{filter:?}");
    }
    let words = RetailSearch {
        words: "ica".to_owned(),
        total: None,
    };
    for filter in [&all, &of("ica"), &in_currency("SEK")] {
        let found = store
            .matching_retail_page(user, filter, words.clone(), DateOrder::Newest, None, 10)
            .await;
        assert_eq!(found.map(|(page, total)| (page.len(), total)).unwrap(), (10, 1_000));
    }
    let counts = store.matching_retail_counts(user, &all, words).await.unwrap();
    assert_eq!(counts, BTreeMap::from([(grocery.clone(), 1_000)]));
    let ids: Vec<_> = list(&store, user, None)
        .await
        .iter()
        .map(|row| row.invoice_id)
        .collect();
    store.export_details(user, &ids[..500]).await.unwrap();
    let counts = store.retail_counts(user, &all).await.unwrap();
    assert_eq!(counts, BTreeMap::from([(grocery, 1_000)]));
    assert!(store.rental_invoices(user).await.unwrap().is_empty());
    let lists = queries_about(user);
    for table in ["retail_texts", "retail_segments", "retail_removals"] {
        assert!(lists.iter().any(|statement| statement.contains(table)), "{table}");
    }
    let (mut after_a_place, mut of_segments, mut looked_up) = (0, 0, 0);
    for statement in lists {
        let plan = plan(db, &statement);
        let scans = ["Seq Scan", "SCAN"].iter().any(|scan| plan.contains(scan));
        assert!(!scans, "{statement}\n{plan}");
        // PostgreSQL may prefer to sort a short list. A user has few rental invoices, and few sums.
        let sorts = plan.contains("TEMP B-TREE");
        let is_short = statement.contains("rental_invoices") || statement.contains("GROUP BY");
        assert!(!sorts || is_short, "{statement}\n{plan}");
        // After a place nothing before it is read.
        let is_after = statement.contains("'') <=") || statement.contains("'') >=");
        let is_range = plan.contains("AND <expr>") || plan.contains("AND (COALESCE(invoice_date");
        assert!(!is_after || is_range, "{statement}\n{plan}");
        after_a_place += usize::from(is_after);
        // Of a list of invoices each is looked up, and not all of the user are read.
        let is_lookup = statement.contains("`invoice_id` IN (?") || statement.contains("\"invoice_id\" = ANY");
        let is_by_key = plan.contains("invoice_id=?)") || plan.contains("Index Cond: (invoice_id = ANY");
        assert!(!is_lookup || is_by_key, "{statement}\n{plan}");
        looked_up += usize::from(is_lookup);
        // Of the texts in segments none is read alone.
        of_segments += usize::from(plan.contains("retail_texts_without_segment"));
    }
    assert!(after_a_place >= 2 && of_segments >= 1 && looked_up >= 3, "{looked_up}");
}

#[rstest]
#[tokio::test]
async fn sums_and_corrections_read_the_rows_of_one_user(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let store = db.another_store().await;
    let by = Grouping {
        month: true,
        sub_type: true,
        vendor: true,
    };
    let filter = RetailFilter {
        from: Some("2026-01-01".parse().unwrap()),
        ..RetailFilter::default()
    };
    for filter in [RetailFilter::default(), filter] {
        let sums = store.retail_sums(user, &filter, by).await.unwrap();
        assert_eq!((sums.len(), sums[0].count, sums[0].total), (1, 1_000, 1_000));
    }
    assert!(store.rental_invoices(user).await.unwrap().is_empty());
    let sums = queries_about(user);
    assert!(sums.len() >= 3, "{sums:#?}");
    for statement in sums {
        let plan = plan(db, &statement);
        let scans = ["Seq Scan", "SCAN"].iter().any(|scan| plan.contains(scan));
        assert!(!scans, "{statement}\n{plan}");
    }
}
