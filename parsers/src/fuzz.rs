//! Fuzz targets. Each takes any bytes, and panics if the result breaks a guarantee that callers rely on.
//!
//! `cargo xtask fuzz` runs them on bytes that are chosen for coverage, the tests on mutations of valid documents.

use parser_document::Document;
use parser_document::mail::{Body, Mail};
use parser_extract::amounts::{self, DecimalSign};
use parser_extract::dates;
use parser_extract::words::Words;
use parser_kit::retail;
use parser_model::reading::{MailContext, Outcome, Reading};

pub use parser_document::fuzz::einvoice;

/// Reads bytes as a PDF and as a rent notice.
pub fn pdf(bytes: &[u8]) {
    parser_document::fuzz::pdf(bytes);
    if let Some(reader) = parser_kit::rental_reader() {
        check_reading(&(reader.read)(bytes, &MailContext::default()));
    }
}

/// Reads bytes as the HTML of a receipt.
pub fn html(bytes: &[u8]) {
    check_receipt(&Document::from_html(bytes), &MailContext::default());
}

/// Reads bytes as a mail with a receipt.
pub fn mail(bytes: &[u8]) {
    if let Ok(mail) = Mail::read(bytes) {
        let context = mail.context();
        let original = mail.body.map(Body::into_original).unwrap_or_default();
        check_receipt(
            &Document::from_html_in(&original.bytes, original.charset.as_deref()),
            &context,
        );
    }
}

/// Finds amounts in bytes as text: their ranges are in the text, in order, and do not overlap.
pub fn money(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for sign in [DecimalSign::Unknown, DecimalSign::Point, DecimalSign::Comma] {
        let found = amounts::find(&text, sign);
        check_ranges(&text, found.iter().map(|amount| (amount.start, amount.end)));
    }
    amounts::only(&text);
}

/// Finds dates in bytes as text: their ranges are in the text, in order, and do not overlap.
pub fn dates(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = dates::find(&text, &Words::of(&text));
    check_ranges(&text, found.iter().map(|date| (date.start, date.end)));
    dates::certain(&text);
}

fn check_receipt(document: &Document, context: &MailContext) {
    parser_document::fuzz::check_lines(&document.lines);
    check_reading(&retail::read(document, context));
}

/// A reading with records has at least one, and each has a total.
fn check_reading(reading: &Reading) {
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

fn check_ranges(text: &str, ranges: impl Iterator<Item = (usize, usize)>) {
    let mut end_before = 0;
    for (start, end) in ranges {
        assert!(end_before <= start && start < end, "{start}..{end} after {end_before}");
        assert!(text.get(start..end).is_some(), "{start}..{end} is not in the text");
        end_before = end;
    }
}
