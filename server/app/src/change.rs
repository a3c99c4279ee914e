//! The consumer of rental changes: it publishes a notification for each new invoice.

use invoices_db::{NewNotification, NotificationState};
use invoices_domain::ports::Notification;
use invoices_domain::{Currency, RentalInvoiceRecord};
use tracing::Instrument;

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::{ChangeKind, RentalChanged};

/// The subject of every notification of a new invoice.
pub const SUBJECT: &str = "New invoice available!";

/// Handles one change. Only an insert is published, and only once: the notification's row has the change's key and
/// records whether it was sent.
pub(crate) async fn rental_changed(app: &App, key: &str, change: &RentalChanged) -> Result<(), Error> {
    let (ChangeKind::Insert, Some(new)) = (change.event, &change.new_image) else {
        return Ok(());
    };
    let secret = app.mail_secret(change.user).await?;
    let notification = Notification {
        id: key.to_owned(),
        user: change.user,
        to: secret.map(|secret| secret.address),
        subject: SUBJECT.into(),
        message: sentence(new),
    };
    let row = NewNotification {
        id: notification.id.clone(),
        user_id: change.user,
        invoice_id: new.invoice_id.to_string(),
        recipient: notification.to.clone(),
        subject: notification.subject.clone(),
        message: notification.message.clone(),
    };
    app.store().record_notification(row, app.now()).await?;
    // Without a row the user is gone. A sent one was published by an attempt that was interrupted afterwards.
    let stored = app.store().notification(change.user, key).await?;
    if stored.is_none_or(|stored| stored.state == NotificationState::Sent) {
        return Ok(());
    }
    crash::point(Point::Noted);
    let publishing = app.ports().topic.publish(&notification);
    let published = publishing.instrument(tracing::info_span!("publish")).await;
    app.metrics().notification(published.is_ok());
    published?;
    crash::point(Point::Published);
    app.store().mark_sent(change.user, &notification.id, app.now()).await?;
    Ok(())
}

/// `New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!`
fn sentence(record: &RentalInvoiceRecord) -> String {
    let currency = Currency::shown(record.currency);
    let due = record
        .due_date
        .map_or_else(|| "not stated".to_owned(), |date| date.to_string());
    format!(
        "New rental invoice of {} {currency} with due date of {due} is now available!",
        record.total_amount
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_sentence_is_the_contracts() {
        let record = RentalInvoiceRecord {
            total_amount: "9876.50".parse().unwrap(),
            ..serde_json::from_value(json!({
                "InvoiceID": "Invoice_1",
                "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
                "due_date_month": "7",
                "due_date_year": "2026",
                "Due Date": "2026-07-31",
                "Total Amount": 0,
            }))
            .unwrap()
        };
        assert_eq!(
            sentence(&record),
            "New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!"
        );
        let foreign = RentalInvoiceRecord {
            total_amount: "9876".parse().unwrap(),
            currency: Some("EUR".parse().unwrap()),
            due_date: None,
            ..record
        };
        assert_eq!(
            sentence(&foreign),
            "New rental invoice of 9876 EUR with due date of not stated is now available!"
        );
    }
}
