//! Mails that tests put into a mailbox. All invented.

use chrono::{DateTime, NaiveDate, Utc};
use mail_builder::MessageBuilder;
use mail_builder::headers::date::Date;

/// The landlord of the tests' settings.
pub const LANDLORD: &str = "hyra@landlord.example.com";

/// A time of the tests' calendar.
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
        .message_id(format!("{}.{}@example.com", received.timestamp(), uuid::Uuid::new_v4().simple()))
}

/// A shop's mail.
pub fn receipt(from: &str, subject: &str, received: DateTime<Utc>, html: &str) -> Vec<u8> {
    mail(from, subject, received).html_body(html.to_owned()).write_to_vec().unwrap()
}

/// A landlord's mail with PDFs of these names.
pub fn rent_mail(received: DateTime<Utc>, pdfs: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut mail = mail(LANDLORD, "Hyresavi", received).text_body("Din hyresavi är bifogad.");
    for (name, bytes) in pdfs {
        mail = mail.attachment("application/pdf", (*name).to_owned(), bytes.clone());
    }
    mail.write_to_vec().unwrap()
}

/// A mail that nobody's server vouches for.
pub fn unauthenticated(eml: &[u8]) -> Vec<u8> {
    let mut forged = b"Authentication-Results: mx.google.com; spf=fail smtp.mailfrom=evil@example.net; dmarc=fail header.from=example.com\r\n".to_vec();
    forged.extend_from_slice(eml);
    forged
}

/// A grocery receipt of the vendor `ica`.
pub fn grocery(received: DateTime<Utc>, order: &str, total: &str) -> Vec<u8> {
    let date = received.date_naive();
    let html = format!(
        "<html><body><h1>Tack för ditt köp!</h1><p>Ordernummer: {order}</p><p>Orderdatum: {date}</p>\
         <table><tr><th>Artikel</th><th>Antal</th><th>Pris</th></tr>\
         <tr><td>Knäckebröd råg</td><td>1 st</td><td>{total} kr</td></tr>\
         <tr><td>Totalt</td><td></td><td>{total} kr</td></tr></table></body></html>"
    );
    receipt("kvitto@ica.se", "Ditt kvitto", received, &html)
}
