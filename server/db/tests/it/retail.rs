//! Retail invoices: saving, merging, parsing again.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use invoices_db::{
    DateOrder, DocumentId, JobKind, NewStatement, Record, RetailDeletion, RetailFilter, RetailInvoice, RetailSummary,
    SavedRetail, Store,
};
use invoices_domain::identity::{Fact, Number, Numbers, Position, Role, Sort};
use invoices_domain::reading::Direction;
use invoices_domain::{Currency, DocumentState, ObjectKey, RetailInvoiceId, SubType, UserId};
use rstest::rstest;
use serde_json::json;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, parser, t, within};

pub fn key(user: UserId, number: i64) -> ObjectKey {
    let text = format!("invoices/{user}/retail/grocery/ica_2026-11-02_{number:016x}.html");
    text.parse().unwrap()
}

/// Every invoice of a user, of one category or all.
pub async fn list(store: &Store, user: UserId, sub_type: Option<&SubType>) -> Vec<RetailSummary> {
    let filter = RetailFilter {
        sub_type: sub_type.cloned(),
        ..RetailFilter::default()
    };
    let listed = store.retail_page(user, &filter, DateOrder::Newest, None, i64::MAX);
    listed.await.unwrap()
}

/// Stores a mail. Returns its document and the one invoice that it states.
pub async fn receipt(
    db: &TestDatabase,
    user: UserId,
    number: i64,
    order: Option<&str>,
    total: &str,
) -> (DocumentId, RetailInvoice) {
    let key = key(user, number);
    let document = db
        .store
        .register_object(&key, &format!("{number:064}"), t(number))
        .await
        .unwrap()
        .unwrap();
    let invoice = RetailInvoice {
        invoice_id: RetailInvoiceId::derive(user, &key, None),
        vendor_id: "ica".parse().unwrap(),
        vendor_name: "ICA".into(),
        sub_type: grocery(),
        direction: Direction::Charge,
        invoice_date: Some("2026-11-02".parse().unwrap()),
        total_amount: total.parse().unwrap(),
        currency: None,
        received_at: t(number),
        detail: with_order(
            json!({"total_amount": total, "mail": number}).as_object().unwrap(),
            order,
        ),
    };
    (document.document_id, invoice)
}

/// A detail record with this order number.
pub fn with_order(detail: &Record, order: Option<&str>) -> Record {
    let mut detail = detail.clone();
    detail.extend(order.map(|order| ("order_id".to_owned(), json!(order))));
    detail
}

fn grocery() -> SubType {
    "grocery".parse().unwrap()
}

/// What a mail states of these invoices, each as a receipt with its order number.
pub fn stated(invoices: Vec<RetailInvoice>) -> Vec<NewStatement> {
    let statement = |(nth, invoice): (u16, RetailInvoice)| {
        let mail = invoice.detail["mail"].to_string();
        let mut numbers = Numbers::default();
        let order = invoice.detail.get("order_id").and_then(|order| order.as_str());
        numbers.set(Sort::Order, order.and_then(Number::new));
        NewStatement {
            id: invoice.invoice_id,
            fact: Fact {
                vendor: invoice.vendor_id.clone(),
                direction: invoice.direction,
                role: Role::Receipt,
                numbers,
                own_day: None,
                received_on: invoice.received_at.date_naive(),
                total: Some(invoice.total_amount),
                candidates: Vec::new(),
                currency: invoice.currency,
                is_paid: false,
                mail: mail.clone(),
                message: None,
                file: None,
                position: Position {
                    received_at: invoice.received_at,
                    message: mail,
                    part: 0,
                    nth,
                },
            },
            invoice: Some(invoice),
        }
    };
    (0..).zip(invoices).map(statement).collect()
}

/// Deletes an invoice whose originals are removed. Whether there was one.
pub async fn delete(db: &TestDatabase, user: UserId, id: RetailInvoiceId, at: DateTime<Utc>) -> bool {
    let Some((_, keys)) = db.store.retail_for_deletion(user, id).await.unwrap() else {
        return false;
    };
    db.store.retail_delete(user, id, &keys, at).await.unwrap() == RetailDeletion::Deleted
}

pub async fn save(db: &TestDatabase, user: UserId, document: DocumentId, invoices: Vec<RetailInvoice>) -> SavedRetail {
    let (statements, parser) = (stated(invoices), parser());
    let saved = db.store.retail_save(user, document, statements, &parser, t(100));
    saved.await.unwrap()
}

pub async fn ids(db: &TestDatabase, user: UserId) -> Vec<RetailInvoiceId> {
    let rows = list(&db.store, user, None).await;
    rows.into_iter().map(|row| row.invoice_id).collect()
}

pub async fn detail(db: &TestDatabase, user: UserId, id: RetailInvoiceId) -> Option<serde_json::Value> {
    db.store
        .retail_invoice(user, Some(&grocery()), id)
        .await
        .unwrap()
        .map(|(_, detail)| serde_json::Value::Object(detail))
}

pub async fn state(db: &TestDatabase, user: UserId, number: i64) -> DocumentState {
    db.store
        .document_by_key(&key(user, number))
        .await
        .unwrap()
        .unwrap()
        .state
}

#[rstest]
#[tokio::test]
async fn a_saved_invoice_reads_back(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (document, mut invoice) = receipt(db, user, 1, Some("A1"), "123.45").await;
    invoice.currency = Some(Currency::SEK);
    let id = invoice.invoice_id;
    assert_eq!(
        save(db, user, document, vec![invoice.clone()]).await,
        SavedRetail::Saved(vec![id])
    );
    assert_eq!(state(db, user, 1).await, DocumentState::Parsed);
    let row = list(&db.store, user, Some(&grocery())).await.remove(0);
    assert_eq!(
        (row.invoice_id, row.vendor_name, row.sub_type),
        (id, invoice.vendor_name, grocery())
    );
    assert_eq!(
        (row.invoice_date, row.total_amount),
        (invoice.invoice_date, invoice.total_amount)
    );
    assert_eq!((row.currency, row.vendor_id), (invoice.currency, invoice.vendor_id));
    assert_eq!(
        detail(db, user, id).await,
        Some(json!({"total_amount": "123.45", "mail": 1, "order_id": "A1"}))
    );
    assert_eq!(
        db.store.retail_counts(user, &RetailFilter::default()).await.unwrap(),
        BTreeMap::from([(grocery(), 1)])
    );
    let other: SubType = "travel".parse().unwrap();
    assert!(list(&db.store, user, Some(&other)).await.is_empty());
    assert_eq!(db.store.retail_invoice(user, Some(&other), id).await.unwrap(), None);
    let stranger = db.user().await;
    assert_eq!(detail(db, stranger, id).await, None);
    assert_eq!(ids(db, stranger).await, []);
    assert!(
        db.store
            .retail_counts(stranger, &RetailFilter::default())
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(db.store.retail_for_deletion(stranger, id).await.unwrap(), None);
    let deleted = db.store.retail_delete(stranger, id, &[], t(9)).await;
    assert_eq!(deleted.unwrap(), RetailDeletion::Unknown);
    assert_eq!(ids(db, user).await, [id]);
}

#[rstest]
#[tokio::test]
async fn invoices_are_listed_by_date_then_id_and_the_undated_last(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let mut expected = Vec::new();
    for (n, date) in (0..).zip([Some("2026-10-01"), None, Some("2026-11-01"), Some("2026-11-01"), None]) {
        let (document, mut invoice) = receipt(db, user, n, None, "1").await;
        invoice.invoice_date = date.map(|d| d.parse().unwrap());
        expected.push((std::cmp::Reverse(invoice.invoice_date), invoice.invoice_id.to_string()));
        save(db, user, document, vec![invoice]).await;
    }
    expected.sort();
    let listed: Vec<String> = ids(db, user).await.iter().map(ToString::to_string).collect();
    assert_eq!(listed, expected.into_iter().map(|(_, id)| id).collect::<Vec<_>>());
}

#[rstest]
#[tokio::test]
async fn two_mails_of_one_order_are_one_invoice_whichever_is_read_first(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    for numbers in [[1, 2], [2, 1]] {
        let user = db.user().await;
        let mut stored = None;
        for number in numbers {
            let (document, mut invoice) = receipt(db, user, number, Some("A1"), "2").await;
            invoice.currency = (number == 1).then_some(Currency::SEK);
            let id = *stored.get_or_insert(invoice.invoice_id);
            assert_eq!(
                save(db, user, document, vec![invoice]).await,
                SavedRetail::Saved(vec![id])
            );
        }
        let row = list(&db.store, user, None).await.remove(0);
        assert_eq!(
            (row.total_amount.to_string().as_str(), row.currency),
            ("2", Some(Currency::SEK))
        );
        let expected = json!({"total_amount": "2", "mail": 2, "order_id": "A1"});
        assert_eq!(detail(db, user, stored.unwrap()).await, Some(expected));
    }
}

#[rstest]
#[tokio::test]
async fn orders_differ_by_number_vendor_and_direction_and_no_number_is_like_no_other(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let orders = [Some("A1"), Some("A2"), None, None, Some("A1"), Some("A1")];
    for (n, order) in (0..).zip(orders) {
        let (document, mut invoice) = receipt(db, user, n, order, "1").await;
        match n {
            4 => invoice.direction = Direction::Refund,
            5 => invoice.vendor_id = "coop".parse().unwrap(),
            _ => {}
        }
        save(db, user, document, vec![invoice]).await;
    }
    assert_eq!(ids(db, user).await.len(), orders.len());
}

#[rstest]
#[tokio::test]
async fn reading_the_only_mail_again_replaces_what_it_said(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (document, mut invoice) = receipt(db, user, 1, Some("A1"), "1").await;
    invoice.currency = Some(Currency::SEK);
    save(db, user, document, vec![invoice.clone()]).await;
    let better = RetailInvoice {
        currency: None,
        sub_type: "travel".parse().unwrap(),
        total_amount: "2".parse().unwrap(),
        ..invoice.clone()
    };
    save(db, user, document, vec![better]).await;
    let rows = list(&db.store, user, None).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].currency, rows[0].total_amount.to_string().as_str()),
        (None, "2")
    );
    assert_eq!(
        detail(db, user, invoice.invoice_id).await,
        None,
        "the old category has no detail any more"
    );
}

#[rstest]
#[tokio::test]
async fn an_order_number_found_later_makes_one_invoice_of_two(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    let (second, two) = receipt(db, user, 2, None, "1").await;
    save(db, user, first, vec![one.clone()]).await;
    save(db, user, second, vec![two.clone()]).await;
    let id_before = two.invoice_id;
    let two = RetailInvoice {
        detail: with_order(&two.detail, Some("A1")),
        ..two
    };
    let kept = one.invoice_id.min(two.invoice_id);
    assert_eq!(
        save(db, user, second, vec![two]).await,
        SavedRetail::Saved(vec![kept]),
        "both were created at once"
    );
    assert_eq!(ids(db, user).await, [kept]);
    assert!(detail(db, user, one.invoice_id).await.is_some());
    assert!(
        detail(db, user, id_before).await.is_some(),
        "its id stands for the invoice"
    );
    assert_eq!(
        db.store
            .retail_for_deletion(user, one.invoice_id)
            .await
            .unwrap()
            .unwrap()
            .1
            .len(),
        2
    );
}

#[rstest]
#[tokio::test]
async fn an_invoice_that_its_mail_no_longer_states_is_removed(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (document, whole) = receipt(db, user, 1, None, "30").await;
    save(db, user, document, vec![whole.clone()]).await;
    let part = |order: &str, total: &str| RetailInvoice {
        invoice_id: RetailInvoiceId::derive(user, &key(user, 1), Some(order)),
        detail: with_order(&whole.detail, Some(order)),
        total_amount: total.parse().unwrap(),
        ..whole.clone()
    };
    let parts = vec![part("A1", "10"), part("A2", "20")];
    let mut expected: Vec<_> = parts.iter().map(|p| p.invoice_id).collect();
    expected.sort();
    assert_eq!(
        save(db, user, document, parts).await,
        SavedRetail::Saved(expected.clone())
    );
    let mut listed = ids(db, user).await;
    listed.sort();
    assert_eq!(listed, expected);
}

#[rstest]
#[tokio::test]
async fn nothing_is_saved_for_a_user_in_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (document, invoice) = receipt(db, user, 1, None, "1").await;
    let id = invoice.invoice_id;
    save(db, user, document, vec![invoice.clone()]).await;
    db.store
        .start_deletion(user, job(JobKind::DeleteAccount, "d"), None, t(3))
        .await
        .unwrap();
    assert_eq!(save(db, user, document, vec![invoice]).await, SavedRetail::UserGone);
    let deleted = db.store.retail_delete(user, id, &[], t(9)).await;
    assert_eq!(deleted.unwrap(), RetailDeletion::Unknown);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn mails_of_one_order_read_at_once_are_one_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let other = db.another_store().await;
    let mut saves = Vec::new();
    for n in 0..8 {
        let (document, invoice) = receipt(db, user, n, Some("A1"), "7").await;
        let store = if n % 2 == 0 { db.store.clone() } else { other.clone() };
        saves.push(tokio::spawn(async move {
            store
                .retail_save(user, document, stated(vec![invoice]), &parser(), t(100))
                .await
                .unwrap()
        }));
    }
    within("the saves", futures::future::try_join_all(saves)).await.unwrap();
    let rows = list(&db.store, user, None).await;
    assert_eq!(rows.len(), 1);
    let documents = db.store.retail_documents(user, rows[0].invoice_id).await.unwrap();
    assert_eq!(documents.len(), 8);
}
