//! The due dates of a user's rent as a calendar that programs subscribe to (RFC 5545). Its address has an access token that opens
//! nothing else.

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use icalendar::{Calendar, Component, Event, EventLike};
use invoices_domain::preferences::{Language, Preferences};
use invoices_domain::{Currency, Money, RentalInvoiceRecord, TokenScope};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;

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
    let words = Words::of(preferences.language);
    let mut calendar = Calendar::new();
    calendar.append_property(("PRODID", PRODUCT)).name(words.name);
    if let Some(zone) = preferences.time_zone {
        calendar.timezone(String::from(zone));
    }
    let open = |record: &RentalInvoiceRecord| record.replaced_by.is_none() && !record.paid;
    let counted = invoices.iter().filter(|(_, record)| open(record));
    for (changed_at, record) in counted {
        calendar.extend(Due::all(record).map(|due| due.event(record, *changed_at, &words)));
    }
    calendar.to_string()
}

/// One payment of an invoice.
struct Due<'a> {
    /// Its place among the invoice's payments.
    index: usize,
    day: NaiveDate,
    amount: Money,
    ocr: Option<&'a str>,
}

impl<'a> Due<'a> {
    /// Those with a due date. Nothing is to be paid of a credit note.
    fn all(record: &'a RentalInvoiceRecord) -> impl Iterator<Item = Due<'a>> {
        let first = (record.due_date, record.total_amount, record.ocr.as_deref());
        let others = record.payments.iter();
        let others = others.map(|payment| (payment.due_date, payment.total_amount, payment.ocr.as_deref()));
        let all = std::iter::once(first).chain(others).enumerate();
        all.filter_map(|(index, (day, amount, ocr))| {
            let day = day.filter(|_| amount > Money::default())?;
            Some(Due {
                index,
                day,
                amount,
                ocr,
            })
        })
    }

    fn event(&self, record: &RentalInvoiceRecord, changed_at: DateTime<Utc>, words: &Words) -> Event {
        let amount = format!("{} {}", self.amount, Currency::shown(record.currency));
        let landlord = record.landlord().map(|landlord| format!(", {landlord}"));
        let summary = format!("{}: {amount}{}", words.rent, landlord.unwrap_or_default());
        let bankgiro = record.labelled.get("Bankgiro").and_then(|giro| giro.as_str());
        let references = [("OCR", self.ocr), ("Bankgiro", bankgiro)];
        let lines = references
            .iter()
            .filter_map(|(name, value)| Some(format!("{name}: {}", (*value)?)));
        let mut event = Event::new();
        event
            .uid(&format!(
                "{}.{}.{}@invoices",
                record.user_id, record.invoice_id, self.index
            ))
            .timestamp(changed_at)
            .summary(&summary)
            .description(&lines.collect::<Vec<_>>().join("\n"))
            // A day without an end is that whole day, wherever its reader is.
            .starts(self.day)
            .append_property(("TRANSP", "TRANSPARENT"));
        event.done()
    }
}

/// The words of the calendar in a language.
struct Words {
    name: &'static str,
    rent: &'static str,
}

impl Words {
    fn of(language: Language) -> Self {
        match language {
            Language::En => Words {
                name: "Rent",
                rent: "Rent",
            },
            Language::Sv => Words {
                name: "Hyra",
                rent: "Hyra",
            },
        }
    }
}
