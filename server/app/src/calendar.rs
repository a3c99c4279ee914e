//! The due dates of a user's rent as a calendar that programs subscribe to (RFC 5545). Its address has an access token that opens
//! nothing else.

use bytes::Bytes;
use chrono::{DateTime, Utc};
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
    let head = [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", PRODUCT),
        ("NAME", rent),
        ("X-WR-CALNAME", rent),
    ];
    let mut calendar = head.map(line).concat();
    if let Some(zone) = preferences.time_zone {
        calendar += &line(("X-WR-TIMEZONE", &String::from(zone)));
    }
    for (changed_at, record) in invoices {
        for (place, due) in record.dues().enumerate() {
            let amount = text::amount(due.amount, record.currency, preferences.language);
            let landlord = record.landlord().map(|landlord| format!(", {landlord}"));
            let summary = format!("{rent}: {amount}{}", landlord.unwrap_or_default());
            calendar += &event(record, due, place, *changed_at, &summary);
        }
    }
    calendar + &line(("END", "VCALENDAR"))
}

/// The event of a payment, which is one of several of its invoice.
fn event(record: &RentalInvoiceRecord, due: Due<'_>, place: usize, changed_at: DateTime<Utc>, summary: &str) -> String {
    let bankgiro = record.labelled.get("Bankgiro").and_then(|giro| giro.as_str());
    let references = [("OCR", due.ocr), ("Bankgiro", bankgiro)];
    let references = references.iter();
    let references = references.filter_map(|(name, value)| Some(format!("{name}: {}", (*value)?)));
    let uid = format!("{}.{}.{place}@invoices", record.user_id, record.invoice_id);
    let lines = [
        ("BEGIN", "VEVENT"),
        ("UID", &uid),
        ("DTSTAMP", &changed_at.format("%Y%m%dT%H%M%SZ").to_string()),
        // A day without an end is that whole day, wherever its reader is.
        ("DTSTART;VALUE=DATE", &due.day.format("%Y%m%d").to_string()),
        ("SUMMARY", summary),
        ("DESCRIPTION", &references.collect::<Vec<_>>().join("\n")),
        ("TRANSP", "TRANSPARENT"),
        ("END", "VEVENT"),
    ];
    lines.map(line).concat()
}

/// A property whose value is escaped, folded into lines of at most 75 bytes (RFC 5545, sections 3.1 and 3.3.11).
fn line((name, value): (&str, &str)) -> String {
    let mut line = format!("{name}:");
    let mut bytes = line.len();
    for character in value.chars() {
        let escaped = match character {
            '\n' => "\\n".to_owned(),
            '\\' | ';' | ',' => format!("\\{character}"),
            _ if character.is_control() => continue,
            _ => character.into(),
        };
        bytes += escaped.len();
        if bytes > 75 {
            line += "\r\n ";
            bytes = 1 + escaped.len();
        }
        line += &escaped;
    }
    line + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_escaped_and_folded_between_characters() {
        assert_eq!(line(("SUMMARY", "a, b;\r\n\\")), "SUMMARY:a\\, b\\;\\n\\\\\r\n");
        let folded = line(("SUMMARY", &"å".repeat(80)));
        assert_eq!(folded.lines().map(str::len).collect::<Vec<_>>(), [74, 75, 21]);
        assert_eq!(
            folded.replace("\r\n ", "").trim_end(),
            format!("SUMMARY:{}", "å".repeat(80))
        );
    }
}
