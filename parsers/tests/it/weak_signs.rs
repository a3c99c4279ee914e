//! If a sign is too weak to decide a value, other content of the page decides.

use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Outcome, Stated};

fn outcome(file: &str, bytes: &[u8], context: &MailContext) -> Outcome {
    read_file(file, bytes, None, context).outcome
}

fn stated(outcome: Outcome) -> Stated {
    match outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0).stated,
        Outcome::Rental { record } => record.stated,
        other => panic!("not one receipt: {other:?}"),
    }
}

fn mail(html: &str) -> Stated {
    stated(outcome("mail.html", html.as_bytes(), &MailContext::default()))
}

fn pdf(rows: &[&[(f32, &str)]]) -> Stated {
    let mut sheet = Sheet::new();
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 16.0 * f32::from(y), row);
    }
    stated(outcome("invoice.pdf", &sheet.finish(), &MailContext::default()))
}

fn is_refused(subject: &str, html: &str) -> bool {
    let context = MailContext {
        subject: Some(subject.to_owned()),
        ..MailContext::default()
    };
    matches!(
        outcome("mail.html", html.as_bytes(), &context),
        Outcome::NotAnInvoice { .. }
    )
}

#[test]
fn what_is_left_on_a_gift_card_is_not_due() {
    for left in [
        "Auf deiner Geschenkkarte verbleibend: 12,50 €.",
        "Reste à payer 0,00 €. Carte cadeau, solde restant : 12,50 €.",
    ] {
        let page = format!(
            "<p>Bestellung 20017</p><table><tr><td>Tasse</td><td>30,00 €</td></tr>\
             <tr><td>Gesamtbetrag</td><td>30,00 €</td></tr></table><p>{left}</p>"
        );
        assert_eq!(
            mail(&page).total_amount.map(|total| total.to_string()).as_deref(),
            Some("30"),
            "{left}"
        );
    }
}

#[test]
fn the_row_of_a_tax_rate_is_no_total() {
    let read = pdf(&[
        &[(50.0, "Rohrdienst Kessler GmbH")],
        &[(50.0, "Rechnung Nr. 20017"), (300.0, "Rechnungsdatum: 04.05.2026")],
        &[(300.0, "Satz"), (360.0, "Netto"), (430.0, "USt"), (500.0, "Gesamt")],
        &[
            (50.0, "Zu zahlen: 226,00 EUR"),
            (300.0, "7 %"),
            (360.0, "100,00"),
            (430.0, "7,00"),
            (500.0, "107,00"),
        ],
        &[(300.0, "19 %"), (360.0, "100,00"), (430.0, "19,00"), (500.0, "119,00")],
    ]);
    assert_eq!(read.total_amount.map(|total| total.to_string()).as_deref(), Some("226"));
}

#[test]
fn a_letter_is_dated_later_than_the_order_that_it_mentions() {
    let read = pdf(&[
        &[(50.0, "Snickeri Ekbacken AB")],
        &[(400.0, "21 september 2026")],
        &[(50.0, "Faktura nr 20017")],
        &[(
            50.0,
            "Avser altan vid Sjövägen 3, beställd den 4 maj 2026 av Alva Exempel",
        )],
        &[(50.0, "Att betala"), (400.0, "3 757,00 kr")],
    ]);
    assert_eq!(
        read.invoice_date.map(|date| date.to_string()).as_deref(),
        Some("2026-09-21")
    );
}

#[test]
fn a_payment_reference_goes_on_in_the_next_line() {
    let read = pdf(&[
        &[(50.0, "Vattenverket Lillsjön AB")],
        &[(50.0, "Faktura nr 20017"), (300.0, "Fakturadatum: 2026-05-04")],
        &[(50.0, "Att betala"), (400.0, "442,00 kr")],
        &[(
            50.0,
            "Betala senast 2026-06-04 till bankgiro 5050-1055 och ange OCR 1234 5678 90",
        )],
        &[(50.0, "35.")],
    ]);
    assert_eq!(read.ocr.as_deref(), Some("123456789035"));
}

#[test]
fn the_title_of_an_invoice_has_a_short_number() {
    let read = pdf(&[
        &[(50.0, "Tischlerei Birnbaum GmbH"), (400.0, "RECHNUNG 184")],
        &[(50.0, "Rechnungsdatum: 04.05.2026")],
        &[(50.0, "Zu zahlen"), (400.0, "226,00 EUR")],
    ]);
    assert_eq!(read.invoice_number.as_deref(), Some("184"));
}

#[test]
fn a_number_of_thousands_is_no_number_of_an_invoice() {
    let read = pdf(&[
        &[(50.0, "Fjärrvärme Norrby AB")],
        &[(50.0, "Fakturadatum: 2026-05-04")],
        &[(50.0, "Faktura: 14.820 kWh")],
        &[(50.0, "Att betala"), (400.0, "226,00 kr")],
    ]);
    assert_eq!(read.invoice_number, None);
}

#[test]
fn the_name_of_a_program_is_weaker_than_that_of_the_host() {
    let context = MailContext {
        sender_name: Some("JobServer".to_owned()),
        sender_address: Some("batch@kugghjulet.example.com".to_owned()),
        ..MailContext::default()
    };
    let page = "<p>KUGGHJULET INDUSTRI (PTY) LTD</p><p>Orderbekräftelse</p><p>Ordernummer: 20017</p>\
                <table><tr><td>Totalt</td><td>1 249,00 kr</td></tr></table>";
    let read = stated(outcome("mail.html", page.as_bytes(), &context));
    assert_ne!(read.vendor_name.as_deref(), Some("JobServer"));
}

#[test]
fn a_price_of_a_night_alone_is_no_total() {
    let page = "<p>Willkommen im Hotel Lindenhof</p><p>Buchung: HLA-22071</p><p>Parkplatz: 12 € pro Nacht.</p>";
    assert!(is_refused("Ihre Anreise in drei Tagen", page));
}

#[test]
fn a_mail_with_a_statement_of_account_is_no_receipt() {
    let page = "<p>Hej!</p><table><tr><td>Datum</td><td>Belopp</td><td>Saldo</td></tr>\
                <tr><td>Swish Kaffestugan</td><td>-96,00</td><td>1 061,35 kr</td></tr></table>";
    assert!(is_refused("Ditt kontoutdrag för september", page));
}

fn table(rows: &[(&str, &str)]) -> Outcome {
    let row = |(label, amount): &(&str, &str)| format!("<tr><td>{label}</td><td>{amount}</td></tr>");
    let rows: String = rows.iter().map(row).collect();
    let page = format!("<p>Tehuset AB</p><p>Invoice number: 1001</p><table>{rows}</table>");
    outcome("mail.html", page.as_bytes(), &MailContext::default())
}

#[test]
fn what_else_is_payable_is_no_total() {
    for label in [
        "VAT payable",
        "Tax payable on reverse charge",
        "Interest payable",
        "Commission payable",
        "City tax payable at the hotel",
        "Left to pay",
        "Deposit to pay",
    ] {
        let rows = [("Tea", "100.00 EUR"), ("Total", "125.00 EUR"), (label, "25.00 EUR")];
        let total = stated(table(&rows)).total_amount.unwrap();
        assert_eq!(total.to_string(), "125", "{label}");
    }
}

#[test]
fn the_only_amount_without_a_label_is_no_total_if_another_is_it_with_the_tax() {
    let read = |sum: &str| table(&[("Tea", "220.00 EUR"), ("VAT", "55.00 EUR"), ("A saldo", sum)]);
    assert!(!matches!(read("275.00 EUR"), Outcome::Retail { .. }));
    // A balance has nothing to do with it.
    assert_eq!(stated(read("900.00 EUR")).total_amount.unwrap().to_string(), "220");
}

#[test]
fn what_was_given_in_cash_is_no_total() {
    let till =
        "<p>Tehuset</p><p>Factura 1001</p><p>Total: 200,00 EUR</p><p>Pago: 500,00 EUR</p><p>Troco: 300,00 EUR</p>";
    assert_eq!(mail(till).total_amount.unwrap().to_string(), "200");
}
