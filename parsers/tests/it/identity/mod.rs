//! What a document states of the purchase that it belongs to.

mod roles;

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::Identity;
use parser_model::reading::{MailContext, Outcome, Stated};

fn stated(subject: &str, text: &str) -> Stated {
    let context = MailContext {
        subject: Some(subject.to_owned()),
        received_on: "2026-11-05".parse().ok(),
        ..MailContext::default()
    };
    let lines: String = text.lines().map(|line| ["<p>", line, "</p>"].concat()).collect();
    match read_file("mail.html", lines.as_bytes(), None, &context).outcome {
        Outcome::Retail { mut records } => records.swap_remove(0).stated,
        Outcome::Rental { record } => record.stated,
        Outcome::Asked { stated, .. } | Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => {
            *stated
        }
    }
}

fn identity(subject: &str, text: &str) -> Identity {
    stated(subject, text).identity
}

#[test]
fn each_sort_of_number_stands_for_itself() {
    let text = "Tehuset\nKvitto\nOrdernummer: 48213\nKvittonr: 12\nBokningsnummer: HKT4QD\nFakturanummer: GK-700\nTotalt: 39,00 kr";
    let all = identity("Ditt kvitto", text);
    let numbers = [
        all.order_number,
        all.receipt_number,
        all.booking_reference,
        all.invoice_number,
    ];
    assert_eq!(
        numbers.map(Option::unwrap_or_default),
        ["48213", "12", "HKT4QD", "GK-700"]
    );
    for (label, number) in [("Kvittonummer", "12"), ("Receipt #", "12"), ("Quittung Nr.", "77120")] {
        let only = identity(
            "Kvitto",
            &format!("Tehuset\nKvitto\n{label}: {number}\nTotalt: 39,00 kr"),
        );
        assert_eq!(only.receipt_number.as_deref(), Some(number), "{label}");
        assert_eq!((only.order_number, only.invoice_number), (None, None), "{label}");
    }
}

#[test]
fn a_refund_names_the_invoice_that_it_credits_apart_from_its_own_number() {
    for (subject, text, own, credits) in [
        (
            "Your refund",
            "Tehuset\nRefund\nCredit for invoice 9001\nTotal refund: $20.00",
            None,
            "9001",
        ),
        (
            "Your refund",
            "Tehuset\nRefund\nInvoice number: 9001\nTotal refund: $20.00",
            None,
            "9001",
        ),
        (
            "Kreditfaktura 5002",
            "Tehuset\nKreditfaktura\nFakturanummer: 5002\nAvser faktura 5001\nTotalt: -80,00 kr",
            Some("5002"),
            "5001",
        ),
        (
            "Kreditnota",
            "Tehuset\nKreditnota\nKreditnota nr: 77\nFaktura som krediteras: 9001\nTotalt: -80,00 kr",
            Some("77"),
            "9001",
        ),
        (
            "Gutschrift",
            "Tehuset\nGutschrift\nGutschriftsnummer: 77\nGutschrift zu Rechnung 9001\nGesamtbetrag: -80,00 €",
            Some("77"),
            "9001",
        ),
        (
            "Credit note",
            "Tehuset\nCredit note\nCredit note number: CN-77\nOriginal invoice: 9001\nTotal: $80.00",
            Some("CN-77"),
            "9001",
        ),
        (
            "Avoir",
            "Tehuset\nAvoir\nAvoir n° 77120\nFacture d'origine : 9001\nTotal : 80,00 €",
            Some("77120"),
            "9001",
        ),
    ] {
        let read = identity(subject, text);
        assert_eq!(read.invoice_number.as_deref(), own, "{text}");
        assert_eq!(read.credits.as_deref(), Some(credits), "{text}");
    }
}

#[test]
fn the_own_day_is_no_other_day() {
    let own_day = |text: &str| {
        let heading = text.lines().nth(1).unwrap_or_default();
        identity(heading, text).own_day.map(|day| day.to_string())
    };
    for text in [
        "Tehuset\nKvitto\nDatum: 2026-11-02\nTotalt: 39,00 kr",
        "Tehuset\nKvitto\n2026-11-02\nTotalt: 39,00 kr",
        "Tehuset\nKvitto\nBetalades den 2026-11-02\nTotalt: 39,00 kr",
    ] {
        assert_eq!(own_day(text).as_deref(), Some("2026-11-02"), "{text}");
    }
    for text in [
        "Tehuset\nKvitto\nTotalt: 39,00 kr",
        "Tehuset\nKvitto\nTack för ditt besök den 2026-11-02.\nTotalt: 39,00 kr",
        "Tehuset\nFaktura\nFakturanummer: 9001\nOrderdatum: 2026-11-02\nAtt betala: 39,00 kr",
        "Tehuset\nFaktura\nFakturanummer: 9001\nFörfallodatum: 2026-12-02\nAtt betala: 39,00 kr",
    ] {
        assert_eq!(own_day(text), None, "{text}");
    }
    let sent = identity(
        "Your order VA-77 has shipped",
        "Tehuset\nDate: 2026-11-04\nOrder number: VA-77\nTotal: $80.00",
    );
    assert_eq!(sent.own_day, None);
    let sent = identity(
        "Your order VA-77 has shipped",
        "Tehuset\nOrder date: 2026-11-02\nOrder number: VA-77\nTotal: $80.00",
    );
    assert_eq!(sent.own_day, "2026-11-02".parse().ok());
}

#[test]
fn each_order_of_a_mail_has_its_own_number() {
    let text = "<p>Tehuset</p><h1>Tack för dina beställningar</h1>\
                <p>Ordernummer: 1001</p><p>Totalt: 80,00 kr</p><p>Ordernummer: 1002</p><p>Totalt: 90,00 kr</p>";
    let Outcome::Retail { records } = read_file("mail.html", text.as_bytes(), None, &MailContext::default()).outcome
    else {
        panic!("no invoices");
    };
    let numbers = records
        .iter()
        .map(|record| record.stated.identity.order_number.clone().unwrap_or_default());
    assert_eq!(numbers.collect::<Vec<_>>(), ["1001", "1002"]);
}

#[test]
fn machine_readable_data_states_its_numbers_by_sort() {
    let xml = "<CreditNote><ID>5002</ID><OrderReference><ID>48213</ID></OrderReference><BillingReference>\
               <InvoiceDocumentReference><ID>5001</ID></InvoiceDocumentReference></BillingReference><LegalMonetaryTotal>\
               <TaxInclusiveAmount>80.00</TaxInclusiveAmount></LegalMonetaryTotal></CreditNote>";
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Tehuset AB"), (400.0, "Kreditnota")]);
    sheet.row(90.0, &[(50.0, "Totalt"), (450.0, "80,00 kr")]);
    sheet.attach("invoice.xml", xml.as_bytes());
    let context = MailContext::default();
    let record = &flat("5002.pdf", &read_file("5002.pdf", &sheet.finish(), None, &context))["record"];
    let numbers = ["invoice_number", "order_number", "credits"].map(|name| record["identity"][name].as_str());
    assert_eq!(numbers, [Some("5002"), Some("48213"), Some("5001")]);

    let markup = |status: &str| {
        format!(
            "<script type=\"application/ld+json\">{{\"@context\": \"http://schema.org\", \"@type\": \"FlightReservation\", \
             \"reservationNumber\": \"HKT4QD\", \"reservationStatus\": \"http://schema.org/{status}\", \
             \"totalPrice\": \"125.00\", \"priceCurrency\": \"EUR\"}}</script><p>Norrflyg</p>"
        )
    };
    let read =
        |status: &str| flat("", &read_file("mail.html", markup(status).as_bytes(), None, &context))["record"].clone();
    let cancelled = read("ReservationCancelled");
    assert_eq!(cancelled["identity"]["booking_reference"], "HKT4QD");
    assert_eq!(cancelled["identity"]["role"], "cancellation");
    assert_eq!(read("ReservationConfirmed")["identity"]["role"], "receipt");
}
