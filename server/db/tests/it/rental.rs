//! Rental invoices: saving, changes, lists.

use invoices_db::{Change, DocumentId, JobKind, RentalInvoice, SavedRental};
use invoices_domain::identity::Role;
use invoices_domain::reading::Direction;
use invoices_domain::{
    Currency, DocumentState, FileName, Month, ObjectKey, RentalInvoiceId, RentalInvoiceRecord, UserId,
};
use rstest::rstest;
use serde_json::json;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, parser, t};

pub fn record(total: &str) -> RentalInvoiceRecord {
    let value = json!({
        "InvoiceID": "Invoice_1",
        "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
        "due_date_month": "7",
        "due_date_year": "2026",
        "Due Date": "2026-07-31",
        "Total Amount": total.parse::<f64>().unwrap(),
        "Text": "å\u{0}",
    });
    serde_json::from_value(value).unwrap()
}

fn month(text: &str) -> Month {
    Month::of(text.parse().unwrap())
}

/// The invoice of a PDF for July.
pub fn july(id: &str) -> RentalInvoice {
    RentalInvoice {
        invoice_id: RentalInvoiceId::given(id),
        landlord: Some("avi@landlord.example.com".into()),
        reference: Some("1297534008".into()),
        direction: Direction::Charge,
        currency: Some(Currency::SEK),
        role: Role::Invoice,
        record: record("9876.5"),
    }
}

pub async fn pdf(db: &TestDatabase, user: UserId, number: u32) -> DocumentId {
    let key = key(user, number);
    db.store
        .register_object(&key, &format!("{number:064}"), t(1))
        .await
        .unwrap()
        .unwrap()
        .document_id
}

fn key(user: UserId, number: u32) -> ObjectKey {
    let file = FileName::of_attachment(&format!("avi_{number}.pdf")).unwrap();
    ObjectKey::Rental { user, file }
}

pub async fn save(db: &TestDatabase, user: UserId, document: DocumentId, invoice: RentalInvoice) -> SavedRental {
    let notify = move |change: Change| {
        let (what, old, new) = match change {
            Change::Insert { new } => ("insert", None, Some(Box::new(new))),
            Change::Modify { old, new } => ("modify", Some(old), Some(new)),
            Change::Remove { old } => ("remove", Some(Box::new(old)), None),
            Change::ReadAgain { key } => return job(JobKind::ObjectCreated, &format!("{key}#again")),
        };
        let key = format!("{what}:{old:?}:{new:?}");
        invoices_db::NewJob {
            payload: json!({"new": new, "old": old}),
            ..job(JobKind::RentalChanged, &key)
        }
    };
    db.store
        .rental_save(user, document, invoice, &parser(), t(5), notify)
        .await
        .unwrap()
}

async fn state(db: &TestDatabase, user: UserId, number: u32) -> DocumentState {
    db.store
        .document_by_key(&key(user, number))
        .await
        .unwrap()
        .unwrap()
        .state
}

#[rstest]
#[tokio::test]
async fn an_invoice_is_new_then_unchanged_then_modified(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let document = pdf(db, user, 1).await;
    assert_eq!(save(db, user, document, july("Invoice_1")).await, SavedRental::Inserted);
    assert_eq!(state(db, user, 1).await, DocumentState::Parsed);
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
    assert_eq!(
        save(db, user, document, july("Invoice_1")).await,
        SavedRental::Unchanged
    );
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
    let better = RentalInvoice {
        record: record("9877"),
        ..july("Invoice_1")
    };
    let modified = save(db, user, document, better).await;
    assert_eq!(
        modified,
        SavedRental::Modified {
            old: record("9876.5").into()
        }
    );
    assert_eq!(db.store.live_jobs().await.unwrap(), 2);
    let id = RentalInvoiceId::given("Invoice_1");
    assert_eq!(db.store.rental_invoice(user, &id).await.unwrap(), Some(record("9877")));
}

// Shows: Rental invoices | The same invoice as another PDF is a duplicate; with another total it replaces, reminds or contradicts
#[rstest]
#[tokio::test]
async fn another_pdf_of_the_same_invoice_is_a_duplicate(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, second) = (pdf(db, user, 1).await, pdf(db, user, 2).await);
    save(db, user, first, july("Invoice_1")).await;
    let of = RentalInvoiceId::given("Invoice_1");
    assert_eq!(
        save(db, user, second, july("Invoice_2")).await,
        SavedRental::Duplicate { of: of.clone() }
    );
    assert_eq!(state(db, user, 2).await, DocumentState::Duplicate);
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
    assert_eq!(db.store.rental_invoices(user).await.unwrap().len(), 1);

    // Another object never overwrites a record with its id.
    let clash = RentalInvoice {
        reference: Some("other".into()),
        record: record("1"),
        ..july("Invoice_1")
    };
    assert_eq!(
        save(db, user, second, clash).await,
        SavedRental::Duplicate { of: of.clone() }
    );
    assert_eq!(
        db.store.rental_invoice(user, &of).await.unwrap(),
        Some(record("9876.5"))
    );
}

#[rstest]
#[tokio::test]
async fn a_business_key_needs_all_its_parts_and_its_direction(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let differing: [fn(&mut RentalInvoice); 8] = [
        |_| {},
        |i| i.direction = Direction::Refund,
        |i| i.record.due_date_month = "8".into(),
        |i| i.landlord = Some("other@example.com".into()),
        |i| i.reference = None,
        |i| i.reference = None,
        |i| i.record.total_amount = "1".parse().unwrap(),
        |i| i.reference = Some("9".repeat(5000)),
    ];
    for (number, differ) in (1..).zip(differing) {
        let mut invoice = july(&format!("Invoice_{number}"));
        differ(&mut invoice);
        invoice.record.labelled.insert("number".into(), json!(number));
        let document = pdf(db, user, number).await;
        assert_eq!(
            save(db, user, document, invoice).await,
            SavedRental::Inserted,
            "{number}"
        );
    }
    let other = db.user().await;
    let document = pdf(db, other, 1).await;
    let invoice = RentalInvoice {
        record: record("3"),
        ..july("Invoice_1")
    };
    assert_eq!(save(db, other, document, invoice).await, SavedRental::Inserted);
}

// Shows: Rental invoices | The same invoice as another…
#[rstest]
#[tokio::test]
async fn a_notice_with_another_total_replaces_reminds_or_contradicts(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let known = |id: &str| RentalInvoiceId::given(id);
    for role in [Role::Replacement, Role::Reminder, Role::Invoice] {
        let user = db.user().await;
        let (first, second) = (pdf(db, user, 1).await, pdf(db, user, 2).await);
        save(db, user, first, july("Invoice_1")).await;
        let mut other = july("Invoice_2");
        other.role = role;
        other.record.total_amount = "9936.5".parse().unwrap();
        other.record.invoice_id = known("Invoice_2");
        let saved = save(db, user, second, other.clone()).await;
        let record = async |id| db.store.rental_invoice(user, &known(id)).await.unwrap();
        let (one, two) = (record("Invoice_1").await.unwrap(), record("Invoice_2").await);
        match role {
            Role::Replacement => {
                assert_eq!(saved, SavedRental::Inserted);
                assert_eq!(one.replaced_by, Some(known("Invoice_2")));
                assert_eq!((one.warnings.len(), two.unwrap().warnings.len()), (0, 0));
                // Reading it again changes nothing.
                save(db, user, first, july("Invoice_1")).await;
                assert_eq!(record("Invoice_1").await.unwrap().replaced_by, Some(known("Invoice_2")));
            }
            Role::Reminder => {
                assert_eq!(saved, SavedRental::Reminder { of: known("Invoice_1") });
                assert_eq!((one.replaced_by, two), (None, None));
            }
            _ => {
                assert_eq!(saved, SavedRental::Inserted);
                assert_eq!((one.warnings.len(), two.unwrap().warnings.len()), (1, 1));
            }
        }
    }
    // A reminder of nothing that is known is an invoice.
    let user = db.user().await;
    let document = pdf(db, user, 1).await;
    let reminder = RentalInvoice {
        role: Role::Reminder,
        ..july("Invoice_1")
    };
    assert_eq!(save(db, user, document, reminder).await, SavedRental::Inserted);
}

#[rstest]
#[tokio::test]
async fn nothing_is_saved_of_a_deleted_document_or_for_a_user_in_deletion(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (deleted, kept) = (pdf(db, user, 1).await, pdf(db, user, 2).await);
    db.store
        .set_document_state(user, deleted, DocumentState::Deleted, None, None, t(2))
        .await
        .unwrap();
    assert_eq!(save(db, user, deleted, july("Invoice_1")).await, SavedRental::Deleted);
    let stranger = db.user().await;
    assert_eq!(save(db, stranger, kept, july("Invoice_2")).await, SavedRental::Deleted);
    db.store
        .start_deletion(user, job(JobKind::DeleteAccount, "d"), None, t(3))
        .await
        .unwrap();
    assert_eq!(save(db, user, kept, july("Invoice_2")).await, SavedRental::UserGone);
    assert!(db.store.rental_invoices(user).await.unwrap().is_empty());
    assert_eq!(db.store.live_jobs().await.unwrap(), 1, "the deletion alone");
}

#[rstest]
#[tokio::test]
async fn invoices_are_listed_by_due_date_and_found_by_month(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let due = [
        ("2025-12-31", true),
        ("2026-07-15", true),
        ("2026-07-31", true),
        ("2026-07-01", false),
        ("2026-10-31", true),
    ];
    for (number, (day, stated)) in (1..).zip(due) {
        let mut invoice = RentalInvoice {
            reference: Some(number.to_string()),
            ..july(&format!("Invoice_{number}"))
        };
        let (record, due) = (&mut invoice.record, month(day));
        record.due_date = stated.then(|| day.parse().unwrap());
        (record.due_date_year, record.due_date_month) = (due.year().to_string(), due.number().to_string());
        record.labelled.insert("day".into(), json!(day));
        let document = pdf(db, user, number).await;
        assert_eq!(save(db, user, document, invoice).await, SavedRental::Inserted);
    }
    let rows = db.store.rental_invoices(user).await.unwrap();
    let listed: Vec<_> = rows
        .iter()
        .map(|row| (row.year, row.record.labelled["day"].as_str().unwrap()))
        .collect();
    let expected = [
        (2026, "2026-10-31"),
        (2026, "2026-07-31"),
        (2026, "2026-07-15"),
        (2026, "2026-07-01"),
        (2025, "2025-12-31"),
    ];
    assert_eq!(listed, expected);
    for (day, is_due) in [
        ("2026-07-01", true),
        ("2025-12-01", true),
        ("2026-12-01", false),
        ("2025-07-01", false),
    ] {
        assert_eq!(db.store.rental_due_in(user, month(day)).await.unwrap(), is_due, "{day}");
    }
}

// Shows: Threats | A user reads, changes…
#[rstest]
#[tokio::test]
async fn an_invoice_is_visible_to_its_owner_only(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, stranger) = (db.user().await, db.user().await);
    let document = pdf(db, user, 1).await;
    save(db, user, document, july("Invoice_1")).await;
    let id = RentalInvoiceId::given("Invoice_1");
    assert_eq!(db.store.rental_invoice(stranger, &id).await.unwrap(), None);
    assert!(db.store.rental_invoices(stranger).await.unwrap().is_empty());
    assert!(!db.store.rental_due_in(stranger, month("2026-07-01")).await.unwrap());
    assert_eq!(
        db.store
            .rental_invoice(user, &RentalInvoiceId::given("\0"))
            .await
            .unwrap(),
        None
    );
}
