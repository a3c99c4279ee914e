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
    // A payment with a time was made.
    for day in [
        "Payment date & time: 2026-12-29 10:15",
        "Betalningsdatum: 2026-12-29 10:15",
    ] {
        let page = format!("<h1>Invoice 1001</h1><p>{day}</p><p>Total: 125.00 EUR</p>");
        assert_eq!(due(&page), None, "{day}");
        assert_eq!(date(&page).as_deref(), Some("2026-12-29"), "{day}");
    }
    // The whole day, as programs write it.
    for day in ["2026-12-29 00:00", "2026-12-29 23:59:59"] {
        let page = format!("<h1>Invoice 1001</h1><p>Payment date: {day}</p><p>Total: 125.00 EUR</p>");
        assert_eq!(due(&page).as_deref(), Some("2026-12-29"), "{day}");
    }
}

#[test]
fn the_day_of_a_credited_invoice_is_not_the_credit_notes() {
    let words = "<p>Hyvityslasku 20260047</p><p>Hyvityslasku kohdistuu laskuun 20260044 (14.07.2026).</p>\
        <p>Hyvityksen summa: -31,00 EUR</p>";
    assert_eq!(date(words), None);
}

#[test]
fn the_day_of_a_contract_an_offer_or_a_reading_is_not_the_invoices() {
    for line in [
        "Vertragsbeginn: 01.03.2022",
        "Avtalet tecknades 2022-03-01",
        "Contract date: 1 March 2022",
        "Contrat signé le 01/03/2022",
        "Umowa z dnia 01.03.2022",
        "Medlem sedan 2022-03-01",
        "Gemäß SEPA-Mandat vom 01.03.2022",
        "As per our quote of 1 March 2022",
        "Volgens offerte van 01-03-2022",
        "Según presupuesto de 01/03/2022",
        "Come da preventivo del 01/03/2022",
        "I henhold til tilbud datert 01.03.2022",
        "Last meter reading: 1 March 2022",
        "Behandlungsdatum: 01.03.2022",
        "Rif. DDT n. 31 del 01/03/2022",
        "Dzień przyjęcia paczki: 2022-03-01",
    ] {
        let words = format!("<h1>Invoice</h1><p>Invoice no. SB-4411</p><p>{line}</p><p>Total: 45.00 EUR</p>");
        assert_eq!(date(&words), None, "{line}");
    }
}

#[test]
fn the_day_after_the_number_of_another_invoice_is_not_the_credit_notes() {
    for line in [
        "Gutschrift G-4410 zu unserer Rechnung R-39118 vom 12.10.2026",
        "Nota di credito 14/2026 a storno parziale della fattura n. 118 del 30/09/2026",
        "Credit note CN-2207 relating to invoice 8814 dated 2 October 2026",
        "Factura rectificativa R-2026-14 Rectifica la factura F-2026-402 de fecha 15/09/2026",
    ] {
        let words = format!("<p>{line}</p><p>Total: -25,00 EUR</p>");
        assert_eq!(date(&words), None, "{line}");
    }
}

#[test]
fn a_day_may_have_its_time_before_the_year() {
    for line in [
        "Order date: Sat Jan 10 12:44:36 2026",
        "Order date: Sat Jan 10 12:44:36 COT 2026",
        "Order date: Jan 10, 2026",
    ] {
        let page = format!("<h1>Receipt 1001</h1><p>{line}</p><p>Total: 125.00 EUR</p>");
        assert_eq!(date(&page).as_deref(), Some("2026-01-10"), "{line}");
    }
}

#[test]
fn a_day_is_labelled_by_what_was_sent_and_by_what_is_to_be_paid() {
    let page = "<h1>Faktura 1001</h1><p>Dato sendt: 22.06.2026</p><p>20. juni 2026</p><p>Å betale: 125,00 kr</p>";
    assert_eq!(date(page).as_deref(), Some("2026-06-22"));
    let page = "<h1>Ordrebekreftelse 1001</h1><p>Ordredato: 01.12.2026</p><p>Dato sendt: 05.12.2026</p><p>Å betale: 125,00 kr</p>";
    assert_eq!(date(page).as_deref(), Some("2026-12-01"));
    let page = "<h1>Objednávka 1001</h1><p>Platbu proveďte do 5. 4. 2026, 19:45.</p><p>Částka k úhradě: 890,00 Kč</p>";
    assert_eq!(read(page).stated.invoice_date, None);
    // An American's telephone number says nothing in a Spanish text.
    let page = "<h1>Factura de mantenimiento</h1><p>Teléfono: 849-284-2781</p><p>Fecha del pago: 07-05-2026</p><p>Total: 125,00 EUR</p>";
    assert_eq!(date(page).as_deref(), Some("2026-05-07"));
}

#[test]
fn a_date_beside_the_head_of_a_way_to_pay_is_the_due_date() {
    let table = "<table><tr><td>Rodzaj płatności</td><td>Termin</td><td>Kwota</td></tr><tr><td>Przelew</td><td>16.10.2026</td><td>140,00 PLN</td></tr></table>";
    let page = format!("<h1>Faktura 17</h1><p>Data wystawienia: 09.10.2026</p>{table}<p>Do zapłaty: 140,00 PLN</p>");
    let due = read(&page).stated.due_date.map(|date| date.to_string());
    assert_eq!(due.as_deref(), Some("2026-10-16"));
}

#[test]
fn the_day_on_which_permission_to_issue_ends_is_no_due_date() {
    for label in ["Vencimiento NCF", "Vence e-NCF", "Válido CAI", "Vto de CAE"] {
        let words =
            format!("<p>Factura 20260187</p><p>{label}: 31/12/2026</p><p>Vence: 26/03/2026</p><p>Total 412,30 EUR</p>");
        let due = read(&words).stated.due_date.map(|date| date.to_string());
        assert_eq!(due.as_deref(), Some("2026-03-26"), "{label}");
    }
}

#[test]
fn a_label_may_end_in_an_abbreviation_and_a_sentence_is_none() {
    let due = |label: &str| {
        let row = format!("<table><tr><td>{label}</td><td>27/03/2026</td></tr></table>");
        let page = format!("<h1>Factura 1001</h1>{row}<p>Total a pagar: 125,00 EUR</p>");
        read(&page).stated.due_date.map(|date| date.to_string())
    };
    assert_eq!(due("Vto.").as_deref(), Some("2026-03-27"));
    assert_eq!(due("Gracias por pagar antes de la fecha de vencimiento."), None);
}
