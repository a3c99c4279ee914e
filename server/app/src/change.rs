//! The consumer of rental changes: a new invoice becomes a notification.

use invoices_db::{NewNotification, NotificationState, Record};
use invoices_domain::ports::Notification;
use serde_json::Value;

use crate::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::{ChangeKind, RentalChanged};

/// The subject of every notification of a new invoice.
pub const SUBJECT: &str = "New invoice available!";

/// Reads one change. Only an insert is told to the user, once: the row of the
/// notification is kept by the change's own key and says whether it was sent.
pub(crate) async fn rental_changed(app: &App, key: &str, change: &RentalChanged) -> Result<(), Error> {
    let (ChangeKind::Insert, Some(new)) = (change.event, &change.new_image) else {
        return Ok(());
    };
    let secret = app.ports().secrets.get(change.user).await?;
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
        invoice_id: text(new, "InvoiceID").unwrap_or_default(),
        recipient: notification.to.clone(),
        subject: notification.subject.clone(),
        message: notification.message.clone(),
    };
    app.store().record_notification(row, app.now()).await?;
    // No row: the user is gone. Sent: this job ran before and was cut off after publishing.
    let kept = app.store().notification(change.user, key).await?;
    if kept.is_none_or(|kept| kept.state == NotificationState::Sent) {
        return Ok(());
    }
    crash::point(Point::Noted);
    app.ports().topic.publish(&notification).await?;
    crash::point(Point::Published);
    app.store().mark_sent(change.user, &notification.id, app.now()).await?;
    Ok(())
}

/// `New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!`
fn sentence(record: &Record) -> String {
    let amount = record.get("Total Amount").map(Value::to_string).unwrap_or_default();
    let currency = text(record, "Currency").unwrap_or_else(|| "SEK".into());
    let due = text(record, "Due Date").unwrap_or_else(|| "not stated".into());
    format!("New rental invoice of {amount} {currency} with due date of {due} is now available!")
}

fn text(record: &Record, key: &str) -> Option<String> {
    record.get(key).and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use invoices_domain::Money;
    use serde_json::json;

    #[test]
    fn the_sentence_is_the_contracts() {
        let amount: Money = "9876.50".parse().unwrap();
        let record = |value: Value| value.as_object().unwrap().clone();
        assert_eq!(
            sentence(&record(json!({"Total Amount": amount, "Due Date": "2026-07-31"}))),
            "New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!"
        );
        assert_eq!(
            sentence(&record(json!({"Total Amount": 9876, "Currency": "EUR"}))),
            "New rental invoice of 9876 EUR with due date of not stated is now available!"
        );
    }
}
