//! Whether an answer can come from a reader that works. One that a document has taken over may answer anything, and what is stored
//! must still be what the service can store, show and count.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use chrono::Datelike;
use invoices_domain::mail::{Forwarded, MailContent};
use invoices_domain::reading::{Outcome, ParserTag, Reading, Stated};
use serde_json::{Map, Value};

/// Maximum number of invoices in a document, of fields in a record, and of files and attached mails in a mail.
const MOST: usize = 1_000;
/// Maximum number of candidates for a total.
const MAX_CANDIDATES: usize = 6;
/// The years in which a date can be.
const YEARS: RangeInclusive<i32> = 1900..=2200;

static PARSERS: LazyLock<Vec<ParserTag>> = LazyLock::new(invoices_parsers::parsers);

pub(super) fn reading(reading: &Reading) -> bool {
    let is_plausible = match &reading.outcome {
        Outcome::Retail { records } => {
            (1..=MOST).contains(&records.len())
                && records
                    .iter()
                    .all(|record| stated(&record.stated) && fields(&record.detail))
        }
        Outcome::Rental { record } => {
            stated(&record.stated) && record.payments.len() <= MOST && fields(&record.labelled)
        }
        Outcome::Asked {
            candidates, stated: of, ..
        } => (1..=MAX_CANDIDATES).contains(&candidates.len()) && stated(of),
        Outcome::NotAnInvoice { stated: of, .. } | Outcome::Failed { stated: of, .. } => stated(of),
    };
    is_plausible && PARSERS.contains(&reading.parser)
}

pub(super) fn mail(mail: &MailContent) -> bool {
    let attached = match &mail.forwarded {
        Some(Forwarded::Attached(mails)) => mails.len(),
        _ => 0,
    };
    let charsets = mail
        .pages
        .iter()
        .chain(&mail.html)
        .filter_map(|page| page.charset.as_deref());
    let mut names = charsets.chain(mail.header_id.as_deref());
    let counts = [attached, mail.pages.len(), mail.e_invoices.len(), mail.pdfs.len()];
    counts.iter().all(|count| *count <= MOST) && names.all(|name| name.bytes().all(|byte| byte.is_ascii_graphic()))
}

fn stated(stated: &Stated) -> bool {
    let mut days = [stated.invoice_date, stated.due_date, stated.identity.own_day]
        .into_iter()
        .flatten();
    days.all(|day| YEARS.contains(&day.year()))
}

/// Fields as deep as a record's lists of items.
fn fields(record: &Map<String, Value>) -> bool {
    record.len() <= MOST && record.values().all(|value| depth(value, 4))
}

fn depth(value: &Value, most: usize) -> bool {
    match value {
        Value::Array(values) => most > 0 && values.iter().all(|value| depth(value, most - 1)),
        Value::Object(fields) => most > 0 && fields.values().all(|value| depth(value, most - 1)),
        _ => true,
    }
}
