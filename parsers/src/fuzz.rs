//! Targets for fuzzing: functions over any bytes that must neither panic nor break what a reading promises.
//!
//! `cargo xtask fuzz` runs them over bytes that reach ever more of the code, the tests over mutations of sound documents.

use parser_document::Document;
use parser_document::mail::{Body, Mail};
use parser_extract::amounts::{self, DecimalSign};
use parser_extract::dates;
use parser_extract::words::Words;
use parser_kit::retail;
use parser_model::reading::{MailContext, Outcome, Reading};

pub use parser_document::fuzz::einvoice;

/// Any bytes as a PDF, laid out and read as a rental invoice.
pub fn pdf(bytes: &[u8]) {
    parser_document::fuzz::pdf(bytes);
    if let Some(reader) = parser_kit::rental_reader() {
        sound(&(reader.read)(bytes, &MailContext::default()));
    }
}

/// Any bytes as markup, laid out and read as a receipt.
pub fn html(bytes: &[u8]) {
    receipt(&Document::from_html(bytes), &MailContext::default());
}

/// Any bytes as a mail, opened and read as a receipt.
pub fn mail(bytes: &[u8]) {
    if let Some(mail) = Mail::read(bytes) {
        let context = mail.context();
        let original = mail.body.map(Body::into_original).unwrap_or_default();
        receipt(
            &Document::from_html_in(&original.bytes, original.charset.as_deref()),
            &context,
        );
    }
}

/// Any bytes as a text with amounts, which stand in it one after the other.
pub fn money(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for sign in [DecimalSign::Unknown, DecimalSign::Point, DecimalSign::Comma] {
        let found = amounts::find(&text, sign);
        stand_in(&text, found.iter().map(|amount| (amount.start, amount.end)));
    }
    amounts::only(&text);
}

/// Any bytes as a text with dates, which stand in it one after the other.
pub fn dates(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = dates::find(&text, &Words::of(&text));
    stand_in(&text, found.iter().map(|date| (date.start, date.end)));
    dates::certain(&text);
}

fn receipt(document: &Document, context: &MailContext) {
    for line in &document.lines {
        assert!(!line.is_empty(), "an empty line");
        for cell in line {
            assert!(!cell.text.trim().is_empty(), "an empty cell");
            assert!(cell.x0 >= 0.0 && cell.x0 <= cell.x1 && cell.x1 <= 1000.0, "{cell:?}");
        }
    }
    sound(&retail::read(document, context));
}

/// A record states a total: without one a document is refused.
fn sound(reading: &Reading) {
    match &reading.outcome {
        Outcome::Retail { records } => {
            assert!(!records.is_empty(), "no record");
            assert!(
                records.iter().all(|record| record.stated.total_amount.is_some()),
                "{reading:?}"
            );
        }
        Outcome::Rental { record } => assert!(record.stated.total_amount.is_some(), "{reading:?}"),
        _ => {}
    }
}

fn stand_in(text: &str, places: impl Iterator<Item = (usize, usize)>) {
    let mut before = 0;
    for (start, end) in places {
        assert!(before <= start && start < end, "{start}..{end} after {before}");
        assert!(text.get(start..end).is_some(), "{start}..{end} is not in the text");
        before = end;
    }
}
