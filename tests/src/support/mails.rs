//! Mails for the sandbox's mailboxes. All of them are invented.

use super::reader::MARK;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use invoices_sandbox::sample::{Amount, RentNotice, rent_notice_pdf, with_check_digit};
use mail_builder::MessageBuilder;
use mail_builder::headers::date::Date;

/// The sender of the landlord in the settings of every [`super::world::World`].
pub const LANDLORD: &str = "hyra@landlord.example.com";

/// A time in RFC 3339.
pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn mail<'a>(from: &'a str, subject: &'a str, received: DateTime<Utc>) -> MessageBuilder<'a> {
    MessageBuilder::new()
        .from(("Avsändare", from))
        .to("alva@example.com")
        .subject(subject)
        .date(Date::new(received.timestamp()))
        .message_id(format!(
            "{}.{}@example.com",
            received.timestamp(),
            uuid::Uuid::new_v4().simple()
        ))
}

/// A mail of a shop, as HTML.
pub fn receipt(from: &str, subject: &str, received: DateTime<Utc>, html: &str) -> Vec<u8> {
    mail(from, subject, received)
        .html_body(html.to_owned())
        .write_to_vec()
        .unwrap()
}

/// A mail of a shop, as plain text.
pub fn plain_receipt(from: &str, subject: &str, received: DateTime<Utc>, text: &str) -> Vec<u8> {
    mail(from, subject, received)
        .text_body(text.to_owned())
        .write_to_vec()
        .unwrap()
}

/// A mail of a shop with these PDFs, each with its file name, and with HTML if given.
pub fn receipt_with_pdfs(
    from: &str,
    subject: &str,
    received: DateTime<Utc>,
    html: Option<&str>,
    pdfs: &[(&str, Vec<u8>)],
) -> Vec<u8> {
    let mut mail = mail(from, subject, received);
    for (name, bytes) in pdfs {
        mail = mail.attachment("application/pdf", (*name).to_owned(), bytes.clone());
    }
    if let Some(html) = html {
        mail = mail.html_body(html.to_owned());
    }
    mail.write_to_vec().unwrap()
}

/// A rent notice as a PDF: its total in kronor and its due date, from which its number and reference are made.
pub fn notice(total: i64, due: &str) -> Vec<u8> {
    let due = day(due);
    let number = format!("{total}{}", due.format("%y%m%d"));
    rent_notice_pdf(&RentNotice {
        due,
        lines: vec![("Hyra".into(), Amount(total * 100))],
        ocr: with_check_digit(&number),
        number,
        ..RentNotice::issued_on(due - TimeDelta::days(20))
    })
}

/// The same PDF with the mark that makes a [`failing_reader`](super::reader::failing_reader) fail.
pub fn marked(mut pdf: Vec<u8>) -> Vec<u8> {
    pdf.extend_from_slice(format!("\n% {MARK}\n").as_bytes());
    pdf
}

/// A mail whose own bytes have the mark.
pub fn marked_mail(eml: &[u8]) -> Vec<u8> {
    [format!("X-Mark: {MARK}\r\n").as_bytes(), eml].concat()
}

/// A mail of the landlord with these PDFs, each with its file name.
pub fn rent_mail(received: DateTime<Utc>, pdfs: &[(&str, Vec<u8>)]) -> Vec<u8> {
    notice_mail(LANDLORD, "Hyresavi", received, pdfs)
}

/// The same of any landlord.
pub fn notice_mail(from: &str, subject: &str, received: DateTime<Utc>, pdfs: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut mail = mail(from, subject, received).text_body("Din hyresavi är bifogad.");
    for (name, bytes) in pdfs {
        mail = mail.attachment("application/pdf", (*name).to_owned(), bytes.clone());
    }
    mail.write_to_vec().unwrap()
}

/// The same mail, which failed the provider's authentication (SPF and DMARC).
pub fn unauthenticated(eml: &[u8]) -> Vec<u8> {
    let mut forged = b"Authentication-Results: mx.google.com; spf=fail smtp.mailfrom=evil@example.net; dmarc=fail header.from=example.com\r\n".to_vec();
    forged.extend_from_slice(eml);
    forged
}

/// The text of a shop's receipt.
#[derive(Clone, Copy)]
pub struct ReceiptText<'a> {
    pub heading: &'a str,
    pub order: Option<&'a str>,
    pub date: Option<&'a str>,
    pub total: &'a str,
    /// HTML below the total.
    pub more: &'a str,
}

impl Default for ReceiptText<'_> {
    fn default() -> Self {
        ReceiptText {
            heading: "Tack för ditt köp!",
            order: None,
            date: None,
            total: "100,00",
            more: "",
        }
    }
}

impl ReceiptText<'_> {
    pub fn html(&self) -> String {
        let line = |label: &str, value: Option<&str>| {
            value.map_or_else(String::new, |value| format!("<p>{label}: {value}</p>"))
        };
        format!(
            "<html><body><h1>{}</h1>{}{}<table><tr><th>Artikel</th><th>Antal</th><th>Pris</th></tr>\
             <tr><td>Knäckebröd råg</td><td>1 st</td><td>{total} kr</td></tr>\
             <tr><td>Totalt</td><td></td><td>{total} kr</td></tr></table>{}</body></html>",
            self.heading,
            line("Ordernummer", self.order),
            line("Orderdatum", self.date),
            self.more,
            total = self.total,
        )
    }
}

/// The sender of [`grocery`].
pub const GROCER: &str = "kvitto@ica.se";

/// A grocery receipt of the vendor `ica`.
pub fn grocery(received: DateTime<Utc>, order: &str, total: &str) -> Vec<u8> {
    let date = received.date_naive().to_string();
    grocery_of(
        received,
        &ReceiptText {
            order: Some(order),
            date: Some(&date),
            total,
            ..ReceiptText::default()
        },
    )
}

pub fn grocery_of(received: DateTime<Utc>, text: &ReceiptText<'_>) -> Vec<u8> {
    receipt(GROCER, "Ditt kvitto", received, &text.html())
}
