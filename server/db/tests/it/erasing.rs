//! Erasing a user leaves nothing.

use invoices_db::{MessageFacts, NewDocument, NewJob, NewNotification, RentalInvoice};
use invoices_domain::reading::Direction;
use invoices_domain::{FileName, Month, ObjectKey, RentalInvoiceId, Source, UserId};

use crate::bed::{Bed, inbox, job, message, on_both, parser, t};
use crate::rental;
use crate::retail::{keep_later, receipt};

/// Fills every table that a user owns rows in.
async fn fill(bed: &Bed, user: UserId) {
    let inbox = inbox(user, Source::Rental);
    bed.store
        .record_found(&inbox, &[message("m1")], t(1), t(1))
        .await
        .unwrap();
    let pdf = NewDocument::Rental {
        part: "pdf-0".into(),
        file: FileName::of_attachment("avi_1.pdf").unwrap(),
        sha256: "a".repeat(64),
    };
    bed.store
        .plan_documents(&inbox, &message("m1"), MessageFacts::default(), vec![pdf], t(1))
        .await
        .unwrap();
    let key = ObjectKey::Rental {
        user,
        file: FileName::of_attachment("avi_1.pdf").unwrap(),
    };
    let document = bed.store.document_by_key(&key).await.unwrap().unwrap().document_id;
    let invoice = RentalInvoice {
        invoice_id: RentalInvoiceId::given("Invoice_1"),
        landlord: None,
        reference: None,
        direction: Direction::Charge,
        due_date: None,
        due: Month::of("2026-07-31".parse().unwrap()),
        total_amount: "1".parse().unwrap(),
        currency: None,
        record: rental::record("1"),
    };
    let told = move |_| NewJob {
        user: Some(user),
        ..job("rental-changed", &user.to_string())
    };
    bed.store
        .save_rental(user, document, invoice, &parser(), t(2), told)
        .await
        .unwrap();
    for n in 0..2 {
        let (document, invoice) = receipt(bed, user, n, Some(&n.to_string()), "10").await;
        let id = invoice.invoice_id;
        bed.store
            .save_retail(user, document, vec![invoice], &parser(), t(2), keep_later)
            .await
            .unwrap();
        if n == 0 {
            assert!(bed.store.delete_retail(user, id, t(3)).await.unwrap());
        }
    }
    bed.store
        .move_cursors(user, &inbox.account, &["ica".parse().unwrap()], t(2))
        .await
        .unwrap();
    let notification = NewNotification {
        id: format!("n:{user}"),
        user_id: user,
        invoice_id: "Invoice_1".into(),
        recipient: None,
        subject: "New invoice available!".into(),
        message: "New".into(),
    };
    bed.store.record_notification(notification, t(2)).await.unwrap();
}

/// The tables that hold rows of a user, each with how many.
fn held(bed: &Bed, user: UserId) -> Vec<String> {
    let columns = bed.columns();
    let tables = columns.iter().filter_map(|column| column.strip_suffix(".user_id"));
    let counts = tables.flat_map(|table| {
        bed.lines(&format!(
            "SELECT '{table} ' || count(*) AS line FROM {table} WHERE user_id = '{user}' HAVING count(*) > 0"
        ))
    });
    counts.collect()
}

#[tokio::test]
async fn an_erased_user_has_no_row_in_any_table() {
    on_both(async |bed| {
        let (user, other) = (bed.user().await, bed.user().await);
        fill(bed, user).await;
        fill(bed, other).await;
        let owning = bed
            .columns()
            .iter()
            .filter(|column| column.ends_with(".user_id"))
            .count();
        assert_eq!(
            held(bed, user).len(),
            owning,
            "every table is filled: {:?}",
            held(bed, user)
        );
        let before = held(bed, other);

        let order = NewJob {
            user: Some(user),
            ..job("delete", "d")
        };
        let deletion = bed.store.start_deletion(user, order, t(4)).await.unwrap().unwrap().id;
        bed.store.erase_user(user, deletion).await.unwrap();
        assert_eq!(held(bed, user), ["jobs 1"], "the job that does it stays");
        assert!(bed.store.job(deletion).await.unwrap().is_some());
        assert_eq!(bed.store.user(user).await.unwrap(), None);
        assert_eq!(held(bed, other), before);

        // It may be told twice.
        bed.store.erase_user(user, deletion).await.unwrap();
    })
    .await;
}
