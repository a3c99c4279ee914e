//! Corrections: the migration to rows that show them.

use std::collections::BTreeSet;

use invoices_db::{RentalRow, RetailSummary, Store};
use invoices_domain::correction::{Correction, Field, RentalField, RetailField};
use invoices_domain::{RentalInvoiceId, UserId};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, t};
use crate::{rental, retail};

/// The version before kept rental invoices as they were read, and of retail invoices the names of the corrected fields.
#[rstest]
#[tokio::test]
async fn corrections_of_the_version_before_are_shown(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let document = rental::pdf(db, user, 1).await;
    rental::save(db, user, document, rental::july("Invoice_1")).await;
    let (document, receipt) = retail::receipt(db, user, 2, None, "100.25").await;
    retail::save(db, user, document, vec![receipt.clone()]).await;
    let read = shown(&db.store, user).await;
    let of_rental = [
        (RentalField::TotalAmount, "99999999999.9999"),
        (RentalField::DueDate, "2027-01-04"),
        (RentalField::Landlord, "Bo \"Bosse\" Hyresvärd"),
        (RentalField::Currency, "EUR"),
    ];
    let of_retail = [
        (RetailField::TotalAmount, "-0.0001"),
        (RetailField::VendorName, "Kaffebaren, {\"a\"}"),
    ];
    let id = RentalInvoiceId::given("Invoice_1");
    let corrected = db.store.correct_rental(user, &id, correction(of_rental), t(6)).await;
    assert!(corrected.unwrap().is_some());
    let corrected = db
        .store
        .correct_retail(user, receipt.invoice_id, correction(of_retail), t(6))
        .await;
    assert!(corrected.unwrap().is_some());
    let corrected = shown(&db.store, user).await;
    assert_eq!((corrected.0[0].year, corrected.0[0].month), (2027, 1));

    let down = match database {
        Sqlite => include_str!("../../../../migrations/sqlite/2026-11-26-000050_corrected_values/down.sql"),
        Postgres => include_str!("../../../../migrations/postgres/2026-11-26-000050_corrected_values/down.sql"),
    };
    for statement in down.split(';').filter(|statement| !statement.trim().is_empty()) {
        db.execute(statement);
    }
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261126000050'");
    let before = "SELECT total_amount || ' ' || due_date || ' ' || due_year || ' ' || due_month || ' ' || currency AS line \
                  FROM rental_invoices UNION ALL SELECT corrected AS line FROM retail_invoices";
    let lines = db.lines(before);
    assert_eq!(lines[0], "98765000 2026-07-31 2026 7 SEK");
    let mut names: Vec<&str> = lines[1].split(',').collect();
    names.sort_unstable();
    assert_eq!(names, ["total_amount", "vendor_name"]);

    let store = db.another_store().await;
    assert_eq!(store.migrate().await.unwrap().len(), 1);
    assert_eq!(shown(&store, user).await, corrected);
    let undo = Correction {
        values: Vec::new(),
        undo: of_rental.map(|(field, _)| field).into(),
    };
    store.correct_rental(user, &id, undo, t(7)).await.unwrap();
    let undo = Correction {
        values: Vec::new(),
        undo: of_retail.map(|(field, _)| field).into(),
    };
    store
        .correct_retail(user, receipt.invoice_id, undo, t(7))
        .await
        .unwrap();
    assert_eq!(shown(&store, user).await, read);
}

async fn shown(store: &Store, user: UserId) -> (Vec<RentalRow>, Vec<RetailSummary>) {
    let rental = store.rental_invoices(user).await.unwrap();
    (rental, retail::list(store, user, None).await)
}

fn correction<F: Field>(values: impl IntoIterator<Item = (F, &'static str)>) -> Correction<F> {
    let values = values.into_iter().map(|(field, value)| (field, value.to_owned()));
    Correction {
        values: values.collect(),
        undo: BTreeSet::new(),
    }
}
