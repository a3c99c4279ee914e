//! The consumer of rental changes: it publishes a notification for each new invoice.

use invoices_domain::ports::NotificationKind;
use invoices_domain::{Currency, Month, NotificationFacts, RentalInvoiceRecord};

use crate::app::App;
use crate::error::Error;
use crate::invoice::rental::{history, notification_facts, payment_code, remind};
use crate::job::{ChangeKind, RentalChanged};
use crate::notification::notify::{self, Message};

/// The subject of every notification of a new invoice.
pub const SUBJECT: &str = "New invoice available!";

/// Handles one change. Only an insert is published, and only once: the notification's row has the change's key and records
/// whether it was sent. An invoice that was due in an earlier month is history: its notification is combined with others.
pub(crate) async fn rental_changed(app: &App, key: &str, change: &RentalChanged) -> Result<(), Error> {
    let (ChangeKind::Insert, Some(new)) = (change.event, &change.new_image) else {
        return Ok(());
    };
    let facts = notification_facts(new);
    let message = Message {
        kind: NotificationKind::Invoice,
        invoice_id: new.invoice_id.to_string(),
        subject: SUBJECT.into(),
        text: sentence(&facts),
        facts,
    };
    if is_of_earlier_month(new, app.settings().zone.month(app.now())) {
        return history::collect(app, change.user, key, &new.invoice_id, message).await;
    }
    notify::publish_once(app, change.user, key, message).await?;
    payment_code::tell_if_changed(app, change.user, key, new).await?;
    remind::tell_if_raised(app, change.user, new).await
}

/// Whether an invoice is due in an earlier month than this.
fn is_of_earlier_month(record: &RentalInvoiceRecord, now: Month) -> bool {
    record.due_month().is_some_and(|due| due < now)
}

/// `New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!`
fn sentence(facts: &NotificationFacts) -> String {
    let amount = facts.amount.unwrap_or_default();
    let currency = Currency::shown(facts.currency);
    let due = facts
        .due_date
        .map_or_else(|| "not stated".to_owned(), |date| date.to_string());
    format!("New rental invoice of {amount} {currency} with due date of {due} is now available!")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Shows: Events and notifications | A new rental record is…
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
            sentence(&notification_facts(&record)),
            "New rental invoice of 9876.5 SEK with due date of 2026-07-31 is now available!"
        );
        let foreign = RentalInvoiceRecord {
            total_amount: "9876".parse().unwrap(),
            currency: Some("EUR".parse().unwrap()),
            due_date: None,
            ..record
        };
        assert_eq!(
            sentence(&notification_facts(&foreign)),
            "New rental invoice of 9876 EUR with due date of not stated is now available!"
        );
    }
}
