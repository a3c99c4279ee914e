//! The due dates of a user's rent as a calendar that programs subscribe to (RFC 5545). Its address has an access token that opens
//! nothing else.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike};
use invoices_domain::preferences::{Language, Preferences};
use invoices_domain::{Due, RentalInvoiceRecord, TokenScope};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::notification::text;

/// How the calendar says what made it (RFC 5545, section 3.7.3).
const PRODUCT: &str = "-//invoices//due dates//EN";

impl App {
    /// The calendar at an address with this token. Equal due dates are equal bytes.
    pub async fn calendar(&self, token: &str) -> Result<Bytes, Error> {
        let unknown = || Error::NotFound("No such calendar.".into());
        let opener = match self.user_of_script(token).await {
            Err(Error::Unauthenticated(_) | Error::TokenExpired) => return Err(unknown()),
            found => found?,
        };
        let opens = opener.scopes.is_some_and(|scopes| scopes.open(&[TokenScope::Calendar]));
        if !opens || opener.user.deleting_at.is_some() {
            return Err(unknown());
        }
        let user = opener.user.user_id;
        let _turn = self.begin_read(user, &CancellationToken::new()).await?;
        let preferences = self.preferences(user).await?;
        let invoices = self.store().rental_invoices_with_time(user).await?;
        Ok(written(&preferences, &invoices).into())
    }
}

fn written(preferences: &Preferences, invoices: &[(DateTime<Utc>, RentalInvoiceRecord)]) -> String {
    let rent = match preferences.language {
        Language::En => "Rent",
        Language::Sv => "Hyra",
    };
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", PRODUCT))
        .name(rent);
    if let Some(zone) = preferences.time_zone {
        calendar.timezone(String::from(zone));
    }
    for (changed_at, record) in invoices {
        for (place, due) in record.dues().enumerate() {
            let amount = text::amount(due.amount, record.currency, preferences.language);
            let landlord = record.landlord().map(|landlord| format!(", {landlord}"));
            let summary = format!("{rent}: {amount}{}", landlord.unwrap_or_default());
            calendar.push(
                event(record, due, place)
                    .timestamp(*changed_at)
                    .summary(&summary)
                    .done(),
            );
        }
    }
    calendar.to_string()
}

/// The event of a payment, which is one of several of its invoice.
fn event(record: &RentalInvoiceRecord, due: Due<'_>, place: usize) -> Event {
    let bankgiro = record.labelled.get("Bankgiro").and_then(|giro| giro.as_str());
    let references = [("OCR", due.ocr), ("Bankgiro", bankgiro)];
    let references = references.iter();
    let lines = references.filter_map(|(name, value)| Some(format!("{name}: {}", (*value)?)));
    let mut event = Event::new();
    event
        .uid(&format!("{}.{}.{place}@invoices", record.user_id, record.invoice_id))
        .description(&lines.collect::<Vec<_>>().join("\n"))
        // A day without an end is that whole day, wherever its reader is.
        .starts(due.day)
        .append_property(("TRANSP", "TRANSPARENT"));
    event
}
