//! Deleted retail invoices.

use invoices_db::{JobKind, RetailDeletion, RetailInvoice, SavedRetail};
use invoices_domain::{DocumentState, RetailInvoiceId};
use rstest::rstest;

use crate::retail::{delete, detail, ids, key, list, receipt, save, state, with_order};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t};

#[rstest]
#[tokio::test]
async fn a_deleted_invoice_stays_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    let (second, two) = receipt(db, user, 2, Some("A1"), "1").await;
    save(db, user, first, vec![one.clone()]).await;
    save(db, user, second, vec![two.clone()]).await;
    let id = one.invoice_id;
    let (summary, keys) = db.store.retail_for_deletion(user, id).await.unwrap().unwrap();
    assert_eq!((summary.invoice_id, keys), (id, vec![key(user, 1), key(user, 2)]));
    assert!(delete(db, user, id, t(50)).await);
    assert!(!delete(db, user, id, t(51)).await);
    assert_eq!(detail(db, user, id).await, None);
    for (number, document, invoice) in [(1, first, one), (2, second, two)] {
        assert_eq!(state(db, user, number).await, DocumentState::Deleted);
        let again = job(JobKind::ObjectCreated, "again");
        let reopened = db.store.reopen_document(user, document, again, t(60)).await.unwrap();
        assert_eq!(reopened, None);
        assert_eq!(save(db, user, document, vec![invoice]).await, SavedRetail::Deleted);
    }
    assert_eq!(ids(db, user).await, []);
}

#[rstest]
#[tokio::test]
async fn deleting_one_order_of_a_mail_keeps_the_mail_for_the_other(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    // The first mail states A, the second one A and B.
    let (first, a) = receipt(db, user, 1, Some("A"), "10").await;
    let (second, whole) = receipt(db, user, 2, None, "0").await;
    let part = |order: &str, total: &str| RetailInvoice {
        invoice_id: RetailInvoiceId::derive(user, &key(user, 2), Some(order)),
        detail: with_order(&whole.detail, Some(order)),
        total_amount: total.parse().unwrap(),
        ..whole.clone()
    };
    save(db, user, first, vec![a.clone()]).await;
    save(db, user, second, vec![part("A", "10"), part("B", "20")]).await;
    let b = part("B", "20").invoice_id;

    let (_, keys) = db.store.retail_for_deletion(user, a.invoice_id).await.unwrap().unwrap();
    assert_eq!(keys, [key(user, 1)], "the second mail is still B's");
    assert!(delete(db, user, a.invoice_id, t(50)).await);
    assert_eq!(state(db, user, 1).await, DocumentState::Deleted);
    assert_eq!(state(db, user, 2).await, DocumentState::Parsed);

    // Parsing the second mail again updates B and does not restore A.
    let saved = save(db, user, second, vec![part("A", "10"), part("B", "21")]).await;
    assert_eq!(saved, SavedRetail::Saved(vec![b]));
    assert_eq!(ids(db, user).await, [b]);
    assert_eq!(list(&db.store, user, None).await[0].total_amount.to_string(), "21");

    let (_, keys) = db.store.retail_for_deletion(user, b).await.unwrap().unwrap();
    assert_eq!(keys, [key(user, 2)]);
    assert!(delete(db, user, b, t(60)).await);
    assert_eq!(state(db, user, 2).await, DocumentState::Deleted);
    assert_eq!(
        save(db, user, second, vec![part("B", "21")]).await,
        SavedRetail::Deleted
    );
}

#[rstest]
#[tokio::test]
async fn a_deleted_invoice_does_not_come_back_through_an_adopted_copy_of_its_object(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, None, "1").await;
    save(db, user, first, vec![one.clone()]).await;
    assert!(delete(db, user, one.invoice_id, t(50)).await);
    let (second, _) = receipt(db, user, 2, None, "1").await;
    assert_eq!(save(db, user, second, vec![one]).await, SavedRetail::Deleted);
    assert_eq!(state(db, user, 2).await, DocumentState::Deleted);
    assert_eq!(ids(db, user).await, []);
}

#[rstest]
#[tokio::test]
async fn an_invoice_is_not_deleted_while_it_has_an_original_that_is_not_removed(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    save(db, user, first, vec![one.clone()]).await;
    let id = one.invoice_id;
    let (_, removed) = db.store.retail_for_deletion(user, id).await.unwrap().unwrap();
    let (second, two) = receipt(db, user, 2, Some("A1"), "1").await;
    save(db, user, second, vec![two]).await;

    let deleted = db.store.retail_delete(user, id, &removed, t(50)).await.unwrap();
    assert_eq!(deleted, RetailDeletion::HasOthers);
    assert_eq!(ids(db, user).await, [id]);
    assert!(delete(db, user, id, t(51)).await);
    assert_eq!(state(db, user, 2).await, DocumentState::Deleted);
}
