//! Credit notes: what is one, and what only mentions one.

use invoices_parsers::{explain, flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Reading};

/// A name for a credit note in each language of the vocabulary that has one of its own.
const NAMES: [&str; 24] = [
    "Kreditnota",
    "Kreditfaktura",
    "Kreditavi",
    "Kreditnote",
    "Credit note",
    "Credit memo",
    "Tax credit note",
    "Gutschrift",
    "Ihre Gutschrift",
    "Stornorechnung",
    "Nota de crédito",
    "Factura de abono",
    "Nota di credito",
    "Avoir",
    "Facture d'avoir",
    "Note de crédit",
    "Creditnota",
    "Creditfactuur",
    "Hyvityslasku",
    "Nota kredytowa",
    "Nota uznaniowa",
    "Dobropis",
    "Πιστωτικό τιμολόγιο",
    "Πιστωτικό σημείωμα",
];

fn reading(html: &str) -> Reading {
    read_file("mail.html", html.as_bytes(), None, &MailContext::default())
}

/// The total of a mail; `None` if it isn't an invoice.
fn total(html: &str) -> Option<String> {
    total_of(&reading(html))
}

fn total_of(reading: &Reading) -> Option<String> {
    let line = flat("", reading);
    let parsed = line["outcome"] == "parsed";
    parsed.then(|| line["record"]["total_amount"].to_string())
}

/// A letter with this heading below the sender's address.
fn letter(heading: &str) -> String {
    format!(
        "<p>Tehuset AB</p><p>Hamngatan 1</p><p>111 22 Vikby</p><p>Alva Exempel</p><h1>{heading}</h1>\
         <p>2026-03-02</p><table><tr><td>Thermos</td><td>100,00 EUR</td></tr>\
         <tr><td>Total</td><td>125,00 EUR</td></tr></table>"
    )
}

// Shows: Rental invoices | A credit note is negative…
#[test]
fn a_document_headed_as_a_credit_note_is_one_in_every_language() {
    let read = |name: &&str| total(&letter(name)).as_deref() != Some("-125");
    let unread: Vec<&str> = NAMES.into_iter().filter(read).collect();
    assert_eq!(unread, [""; 0]);
}

#[test]
fn a_heading_names_no_vendor_and_leads_to_the_number() {
    for name in NAMES {
        let mail = format!("<h1>{name}</h1><p>{name} 20017</p><p>2026-03-02</p><p>Total: 125,00 EUR</p>");
        let record = &flat("", &reading(&mail))["record"];
        let stated = ["total_amount", "invoice_number", "vendor_name"].map(|field| record[field].to_string());
        assert_eq!(stated, ["-125", "\"20017\"", "null"], "{name}");
    }
}

#[test]
fn a_heading_may_state_the_number_and_the_invoice() {
    for heading in [
        "KREDITNOTA",
        "Kreditnota nr 30552",
        "Kreditnota: K-30552",
        "Kreditnota avseende faktura 30481",
        "Credit note 5 of 3 March 2026",
        "Gutschrift Nr. 1001 zur Rechnung 1000",
    ] {
        assert_eq!(total(&letter(heading)).as_deref(), Some("-125"), "{heading}");
    }
}

#[test]
fn an_amount_with_a_label_of_its_own_may_stand_beside_or_below_the_heading() {
    for page in [
        "<h1>Kreditnota</h1><p>Totalt: 125,00 kr</p><p>Datum: 2026-03-02</p>",
        "<table><tr><td>Kreditnota</td><td>Totalt: 125,00 kr</td></tr></table><p>Datum: 2026-03-02</p>",
    ] {
        assert_eq!(total(page).as_deref(), Some("-125"), "{page}");
    }
}

#[test]
fn the_subject_may_name_the_credit_note() {
    let mail = |subject: &str| {
        let context = MailContext {
            subject: Some(subject.to_owned()),
            ..MailContext::default()
        };
        let page = "<p>Hej Alva!</p><p>Order 20017</p><p>Totalt: 125,00 kr</p>";
        total_of(&read_file("mail.html", page.as_bytes(), None, &context))
    };
    assert_eq!(mail("Kreditnota från Tehuset").as_deref(), Some("-125"));
    assert_eq!(mail("Credit note for invoice 1001").as_deref(), Some("-125"));
    assert_eq!(
        mail("Receipt, and how to ask for a credit note").as_deref(),
        Some("125")
    );
}

#[test]
fn a_mention_of_a_credit_note_makes_none() {
    let order = "<p>Ordernummer: 20017</p><p>Totalt: 125,00 kr</p>";
    for mention in [
        "Vi skickar en kreditnota om något saknas.",
        "Om du returnerar varan får du en kreditnota",
        "Kreditnota skickas separat.",
        "This invoice replaces our credit note.",
        "Vous pouvez avoir un reçu",
    ] {
        let mail = format!("<p>Tack för din beställning!</p><p>{mention}</p>{order}");
        assert_eq!(total(&mail).as_deref(), Some("125"), "{mention}");
        let mail = format!("<p>{mention}</p><p>Tack för din beställning!</p>{order}");
        assert_eq!(total(&mail).as_deref(), Some("125"), "{mention}");
    }
}

#[test]
fn a_credit_note_below_the_heading_of_an_invoice_is_a_part_of_it() {
    let invoice = |line: &str| {
        total(&format!(
            "<h1>Faktura</h1><p>Fakturanummer: 20017</p>{line}<p>Att betala: 125,00 kr</p>"
        ))
    };
    assert_eq!(invoice("<p>Kreditnota 30552</p>").as_deref(), Some("125"));
    let row = "<table><tr><td>Kreditnota 30552</td><td>-50,00 kr</td></tr></table>";
    assert_eq!(invoice(row).as_deref(), Some("125"));
}

#[test]
fn a_row_of_an_order_called_credit_makes_no_credit_note() {
    let mail = "<p>Vielen Dank für Ihre Bestellung!</p><p>Bestellnummer: 20017</p><p>Tee 130,00 EUR</p>\
                <table><tr><td>Gutschrift</td></tr><tr><td>-5,00 EUR</td></tr></table><p>Gesamtbetrag: 125,00 EUR</p>";
    assert_eq!(total(mail).as_deref(), Some("125"));
}

/// A landlord's credit note whose lines have labels of totals, too.
fn notice() -> Sheet {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "KREDITAVI")]);
    sheet.row(80.0, &[(50.0, "Kreditnota nr"), (150.0, "K-4711")]);
    sheet.row(95.0, &[(50.0, "Datum"), (150.0, "2026-05-18")]);
    sheet.row(110.0, &[(50.0, "Avser avi"), (150.0, "4711001 (2026-04-10)")]);
    sheet.row(140.0, &[(50.0, "Nedsättning av hyra"), (450.0, "-1 180,00")]);
    sheet.row(155.0, &[(50.0, "Återbetald kallvattenavgift"), (450.0, "-60,00")]);
    sheet.row(180.0, &[(50.0, "Att betala"), (450.0, "-1 240,00")]);
    sheet
}

#[test]
fn the_total_of_negative_lines_is_the_one_furthest_from_zero() {
    let reading = read_file("kreditavi.pdf", &notice().finish(), None, &MailContext::default());
    assert_eq!(total_of(&reading).as_deref(), Some("-1240"));
    let text = explain(&reading);
    assert!(text.contains("\ntotal_amount: -1240\n"), "{text}");
}

#[test]
fn the_evidence_of_a_credit_note_shows_the_sign_of_the_record() {
    let text = explain(&reading(&letter("Kreditnota")));
    assert!(text.contains("\ntotal_amount: -125\n"), "{text}");
}

/// A PDF with this heading and an e-invoice of this type and total.
fn with_e_invoice(heading: &str, code: &str, total: &str) -> Option<String> {
    let xml = format!(
        "<Invoice><ID>20017</ID><InvoiceTypeCode>{code}</InvoiceTypeCode><DocumentCurrencyCode>SEK</DocumentCurrencyCode>\
         <LegalMonetaryTotal><TaxInclusiveAmount>{total}</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>"
    );
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, heading)]);
    sheet.row(80.0, &[(50.0, "Fakturanummer"), (150.0, "20017")]);
    sheet.row(110.0, &[(50.0, "Totalt"), (450.0, "125,00 kr")]);
    sheet.attach("invoice.xml", xml.as_bytes());
    total_of(&read_file("20017.pdf", &sheet.finish(), None, &MailContext::default()))
}

// Shows: Rental invoices | A credit note is negative…
#[test]
fn an_e_invoice_says_whether_it_is_a_credit_note() {
    assert_eq!(with_e_invoice("Faktura", "381", "125.00").as_deref(), Some("-125"));
    assert_eq!(with_e_invoice("Faktura", "380", "-125.00").as_deref(), Some("-125"));
    assert_eq!(with_e_invoice("Faktura", "380", "125.00").as_deref(), Some("125"));
    // `Gutschrift` is also the name of an invoice that the buyer makes out.
    assert_eq!(with_e_invoice("Gutschrift", "389", "125.00").as_deref(), Some("125"));
}
