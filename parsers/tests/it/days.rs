//! Which of its days is the document's and which is the due date.

use invoices_parsers::read_file;
use parser_model::reading::{MailContext, Outcome, RetailRecord};

fn read(html: &str) -> RetailRecord {
    match read_file("mail.html", html.as_bytes(), None, &MailContext::default()).outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0),
        other => panic!("not one receipt: {other:?}"),
    }
}

fn date(html: &str) -> Option<String> {
    read(html).stated.invoice_date.map(|date| date.to_string())
}

#[test]
fn a_due_date_is_not_the_day_of_the_invoice() {
    for words in [
        "Faktura 20260187<p>Fakturabelopp: 1 450,00 kr</p><p>Förfallodatum: 2026-09-16</p>",
        "Invoice 20260187<p>Total amount: 125.00 EUR</p><p>Due date: 2026-09-16, please pay by 2026-09-16</p>",
    ] {
        assert_eq!(date(words), None, "{words}");
    }
}

#[test]
fn the_day_of_the_order_that_an_invoice_is_for_is_another_one() {
    for reference in [
        "Rechnung gemäß Ihrer Bestellung vom 01.03.2026.",
        "Rechnung laut Bestellung vom 01.03.2026.",
        "Formular, Version vom 01.03.2026.",
    ] {
        let words =
            format!("<p>Rechnung Nr. 318044 vom 05.03.2026</p><p>{reference}</p><p>Gesamtbetrag 412,30 EUR</p>");
        assert_eq!(date(&words).as_deref(), Some("2026-03-05"), "{reference}");
    }
}

#[test]
fn a_day_after_the_mail_is_that_of_a_visit() {
    let mail = "From: Kajakhuset AB <hei@example.com>\nSubject: Kvitto\nContent-Type: text/plain; charset=utf-8\n\n\
        Tack för din bokning!\nBokningsnummer: 1001\nDatum: 29 augusti 2026\nTotalpris: 600 kr\n";
    let day_of = |received: &str| {
        let context = MailContext {
            received_on: received.parse().ok(),
            ..MailContext::default()
        };
        match read_file("mail.eml", mail.as_bytes(), None, &context).outcome {
            Outcome::Retail { records } => records[0].stated.invoice_date.map(|day| day.to_string()),
            other => panic!("not a receipt: {other:?}"),
        }
    };
    assert_eq!(day_of("2026-08-29").as_deref(), Some("2026-08-29"));
    assert_ne!(day_of("2026-08-17").as_deref(), Some("2026-08-29"));
}

#[test]
fn the_day_of_a_payment_is_no_due_date_of_what_is_paid() {
    let due = |words: &str| read(words).stated.due_date.map(|day| day.to_string());
    let invoice = "<p>Fakturanr 1001</p><p>Belopp: 194,00 kr</p><p>Betalningsdatum: 2026-12-29</p>";
    assert_eq!(
        due(&format!("<h1>Faktura</h1>{invoice}")).as_deref(),
        Some("2026-12-29")
    );
    assert_eq!(due(&format!("<h1>Faktura betald</h1>{invoice}")), None);
}

#[test]
fn the_day_of_a_credited_invoice_is_not_the_credit_notes() {
    let words = "<p>Hyvityslasku 20260047</p><p>Hyvityslasku kohdistuu laskuun 20260044 (14.07.2026).</p>\
        <p>Hyvityksen summa: -31,00 EUR</p>";
    assert_eq!(date(words), None);
}
