//! Rent notices and their readings.

use parser_document::pdf::sample::Sheet;
use parser_model::Reason;
use parser_model::reading::{Direction, MailContext, Outcome, RentalRecord};
use serde_json::json;

fn outcome(sheet: &Sheet) -> Outcome {
    parser_rental::read(&sheet.finish(), &MailContext::default()).outcome
}

fn record(sheet: &Sheet) -> RentalRecord {
    match outcome(sheet) {
        Outcome::Rental { record } => *record,
        other => panic!("no record: {other:?}"),
    }
}

/// A notice with a table of components, and due date and reference below.
fn notice() -> Sheet {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 16.0, "Ekbackens Bostäder AB");
    sheet.row(60.0, &[(400.0, "Hyresavi")]);
    sheet.row(80.0, &[(400.0, "Avinummer"), (480.0, "4711001")]);
    sheet.row(95.0, &[(400.0, "Avidatum"), (480.0, "2026-06-03")]);
    sheet.row(110.0, &[(400.0, "Objekt"), (480.0, "118-0203")]);
    sheet.row(125.0, &[(400.0, "Hyresperiod"), (480.0, "2026-07-01 – 2026-07-31")]);
    sheet.row(140.0, &[(50.0, "Hyresgäst: Rut Exempelsson")]);
    sheet.row(200.0, &[(50.0, "Hyra bostad 3 rok"), (450.0, "6 790,00")]);
    sheet.row(215.0, &[(50.0, "El"), (450.0, "173,50")]);
    sheet.row(230.0, &[(50.0, "Kallvatten"), (450.0, "114,00")]);
    sheet.row(245.0, &[(50.0, "Varmvatten"), (450.0, "204,00")]);
    sheet.row(260.0, &[(50.0, "Parkering P-plats 27"), (450.0, "250,00")]);
    sheet.row(275.0, &[(50.0, "Öresutjämning"), (450.0, "0,50")]);
    sheet.row(300.0, &[(50.0, "Totalt att betala"), (450.0, "7 532,00 kr")]);
    sheet.row(
        330.0,
        &[(50.0, "Förfallodatum"), (150.0, "Bankgiro"), (250.0, "OCR-nummer")],
    );
    sheet.row(345.0, &[(50.0, "2026-06-30"), (150.0, "991-2346"), (250.0, "1234566")]);
    sheet
}

#[test]
fn a_notice_is_read_with_its_breakdown() {
    let mut sheet = notice();
    let remark = "Påminnelseavgift 60 kr tas ut vid sen betalning. Från den 1 januari 2027 är grundhyran 8 405,00 kr.";
    sheet.row(400.0, &[(50.0, remark)]);
    let record = record(&sheet);
    let stated = &record.stated;
    assert_eq!(stated.vendor_name.as_deref(), Some("Ekbackens Bostäder AB"));
    assert_eq!(stated.total_amount, "7532".parse().ok());
    assert_eq!(stated.currency.map(|c| c.to_string()).as_deref(), Some("SEK"));
    assert_eq!(
        stated.invoice_date.map(|d| d.to_string()).as_deref(),
        Some("2026-06-03")
    );
    assert_eq!(stated.due_date.map(|d| d.to_string()).as_deref(), Some("2026-06-30"));
    assert_eq!(stated.invoice_number.as_deref(), Some("4711001"));
    assert_eq!(stated.ocr.as_deref(), Some("1234566"));
    assert_eq!(stated.bankgiro.as_deref(), Some("991-2346"));
    assert_eq!(stated.warnings, []);
    assert_eq!(
        serde_json::Value::Object(record.labelled),
        json!({
            "Hyra": 6790, "El": 173.5, "Kallvatten": 114, "Varmvatten": 204, "Parkering": 250, "Öresutjämning": 0.5,
            "Objekt": "118-0203", "Period": "2026-07-01 – 2026-07-31", "Hyresgäst": "Rut Exempelsson"
        })
    );
}

#[test]
fn the_label_of_the_next_column_is_not_a_value() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi")]);
    for (y, other, value) in [
        (100.0, "Avinummer", "4711001"),
        (140.0, "Avidatum", "2026-06-03"),
        (180.0, "Fakturanummer", "4711001"),
    ] {
        sheet.row(y, &[(50.0, "Hyresgäst"), (330.0, other)]);
        sheet.row(y + 13.0, &[(50.0, "Rut Exempelsson"), (330.0, value)]);
    }
    sheet.row(300.0, &[(50.0, "Totalt att betala"), (450.0, "7 532,00 kr")]);
    sheet.row(330.0, &[(50.0, "Förfallodatum"), (450.0, "2026-06-30")]);
    assert_eq!(record(&sheet).labelled["Hyresgäst"], "Rut Exempelsson");
}

#[test]
fn amounts_in_a_column_apart_belong_to_the_labels_in_order() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711")]);
    for (line, label) in ["Hyra", "Värme", "Garage", "Att betala"].iter().enumerate() {
        sheet.row(200.0 + 15.0 * f32::from(u8::try_from(line).unwrap()), &[(50.0, label)]);
    }
    for (line, amount) in ["6 000,00", "500,00", "450,00", "6 950,00"].iter().enumerate() {
        sheet.row(
            400.0 + 15.0 * f32::from(u8::try_from(line).unwrap()),
            &[(450.0, amount)],
        );
    }
    sheet.row(500.0, &[(50.0, "Förfaller 2026-06-30, bankgiro 991-2346")]);
    let record = record(&sheet);
    assert_eq!(record.stated.total_amount, "6950".parse().ok());
    let parts = ["Hyra", "Värme", "Garage"].map(|key| record.labelled.get(key).cloned());
    assert_eq!(parts, [json!(6000), json!(500), json!(450)].map(Some));
}

// Shows: Rental invoices | Of several payment slips the earliest is the record's, the others are in `Payments`
#[test]
fn of_several_slips_the_earliest_is_the_record() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Kvartalsavi")]);
    sheet.row(100.0, &[(50.0, "Summa kvartal"), (450.0, "22 890,00")]);
    let slips = [
        ("2026-03-31", "81016260416"),
        ("2026-04-30", "81016260515"),
        ("2026-05-29", "81016260614"),
    ];
    for (index, (due, ocr)) in slips.iter().enumerate() {
        let y = 300.0 + 100.0 * f32::from(u8::try_from(index).unwrap());
        sheet.row(
            y,
            &[
                (50.0, "OCR-nr"),
                (200.0, "Förfallodatum"),
                (330.0, "Bankgiro"),
                (430.0, "Att betala kr"),
            ],
        );
        sheet.row(
            y + 15.0,
            &[(50.0, ocr), (200.0, due), (330.0, "991-2346"), (430.0, "7 630,00")],
        );
    }
    let record = record(&sheet);
    assert_eq!(
        record.stated.due_date.map(|d| d.to_string()).as_deref(),
        Some("2026-03-31")
    );
    assert_eq!(record.stated.total_amount, "7630".parse().ok());
    assert_eq!(record.stated.ocr.as_deref(), Some("81016260416"));
    let rest: Vec<_> = record
        .payments
        .iter()
        .map(|p| (p.due_date.unwrap().to_string(), p.ocr.clone().unwrap()))
        .collect();
    let expected = slips[1..]
        .iter()
        .map(|(due, ocr)| ((*due).to_owned(), (*ocr).to_owned()));
    assert_eq!(rest, expected.collect::<Vec<_>>());
}

// Shows: Rental invoices | A credit note is negative, whether its heading or its e-invoice says that it is one
#[test]
fn a_credit_note_is_negative() {
    let mut sheet = notice();
    sheet.text(50.0, 40.0, 14.0, "Kreditfaktura");
    let stated = record(&sheet).stated;
    assert_eq!(stated.direction, Direction::Refund);
    assert_eq!(stated.total_amount, "-7532".parse().ok());
}

// Shows: Rental invoices | A labelled reference whose check digit fails is kept with a warning
#[test]
fn a_labelled_reference_that_fails_its_check_is_kept_with_a_warning_and_an_unlabelled_one_never_taken() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711")]);
    sheet.row(200.0, &[(50.0, "Att betala"), (450.0, "7 000,00 kr")]);
    sheet.row(230.0, &[(50.0, "Bankgiro: 991-2345"), (250.0, "OCR: 1234567")]);
    sheet.row(260.0, &[(50.0, "5050-1055"), (250.0, "9876543210")]);
    let stated = record(&sheet).stated;
    assert_eq!(
        (stated.bankgiro.as_deref(), stated.ocr.as_deref()),
        (Some("991-2345"), Some("1234567"))
    );
    assert_eq!(stated.warnings.len(), 2, "{:?}", stated.warnings);
}

// Shows: Rental invoices | An e-invoice inside the PDF takes precedence over its page, and a difference gives a warning
#[test]
fn the_e_invoice_wins_over_its_page_and_a_difference_is_said() {
    let xml = r#"<Invoice xmlns="urn:x"><ID>4711001</ID><IssueDate>2026-06-03</IssueDate><DueDate>2026-06-30</DueDate>
        <DocumentCurrencyCode>SEK</DocumentCurrencyCode><LegalMonetaryTotal>
        <TaxInclusiveAmount>7531.00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>"#;
    let mut sheet = notice();
    sheet.attach("invoice.xml", xml.as_bytes());
    let stated = record(&sheet).stated;
    assert_eq!(stated.total_amount, "7531".parse().ok());
    assert_eq!(stated.warnings.len(), 1, "{:?}", stated.warnings);
}

// Shows: Rental invoices | A notice without a total…
#[test]
fn a_page_without_a_total_is_no_record() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
    sheet.row(100.0, &[(50.0, "Beloppet dras från ditt konto som vanligt.")]);
    assert!(matches!(
        outcome(&sheet),
        Outcome::Failed {
            reason: Reason::NoTotal,
            ..
        }
    ));
}

/// Whatever the names of the lines, and even if their reference and due date are stated.
// Shows: Rental invoices | A notice without a total…
#[test]
fn one_of_several_lines_is_never_the_total() {
    let lines: [&[(&str, &str)]; 4] = [
        &[("Hyra", "8 450,00"), ("El", "212,40"), ("Kallvatten", "94,50")],
        &[("Hyra bostad", "8 450,00 kr"), ("Garage", "600,00 kr")],
        &[("Bashyra", "8 450,00"), ("Hyra garage", "600,00"), ("Moms", "120,00")],
        &[("El", "212,40"), ("Hyra", "8 450,00")],
    ];
    for lines in lines {
        let mut sheet = Sheet::new();
        sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
        sheet.row(80.0, &[(50.0, "Förfallodatum"), (400.0, "2026-06-30")]);
        for (row, (label, amount)) in (0_u8..).zip(lines) {
            sheet.row(100.0 + 15.0 * f32::from(row), &[(50.0, *label), (400.0, *amount)]);
        }
        assert!(
            matches!(
                outcome(&sheet),
                Outcome::Asked { .. }
                    | Outcome::Failed {
                        reason: Reason::NoTotal,
                        ..
                    }
            ),
            "{lines:?}: {:?}",
            outcome(&sheet)
        );
    }
}

#[test]
fn the_only_line_is_the_total() {
    for (label, amount) in [("Hyra", "8 450,00"), ("Belopp", "8 450,00")] {
        let mut sheet = Sheet::new();
        sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
        sheet.row(100.0, &[(50.0, label), (400.0, amount)]);
        sheet.row(115.0, &[(50.0, "El"), (400.0, "0,00")]);
        sheet.row(130.0, &[(50.0, "varav moms"), (400.0, "120,00")]);
        assert_eq!(record(&sheet).stated.total_amount, "8450".parse().ok(), "{label}");
    }
    // A labelled total may equal a line.
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB"), (400.0, "Hyresavi 4711001")]);
    for (y, label, amount) in [
        (100.0, "Hyra", "6 790,00"),
        (115.0, "El", "173,50"),
        (130.0, "Rabatt", "-173,50"),
        (145.0, "Att betala", "6 790,00 kr"),
    ] {
        sheet.row(y, &[(50.0, label), (400.0, amount)]);
    }
    assert_eq!(record(&sheet).stated.total_amount, "6790".parse().ok());
}

#[test]
fn a_letter_is_no_invoice() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Ekbackens Bostäder AB")]);
    sheet.row(
        100.0,
        &[(
            50.0,
            "Hej! På tisdag spolar vi stammarna i ditt hus. Håll dörren öppen.",
        )],
    );
    assert!(matches!(outcome(&sheet), Outcome::NotAnInvoice { .. }));
}

#[test]
fn what_is_no_pdf_fails_with_its_reason() {
    let reading = parser_rental::read(b"<html>", &MailContext::default());
    assert!(matches!(
        reading.outcome,
        Outcome::Failed {
            reason: Reason::NotAPdf,
            ..
        }
    ));
}

#[test]
fn a_norwegian_notice_is_read() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Eksempel Utleie AS"), (400.0, "Faktura")]);
    sheet.row(75.0, &[(50.0, "Org.nr 999 999 999 MVA"), (400.0, "Fakturanr: 10482")]);
    sheet.row(90.0, &[(400.0, "Forfallsdato: 01.07.2026")]);
    sheet.row(200.0, &[(50.0, "Husleie juli"), (450.0, "11 900,00")]);
    sheet.row(230.0, &[(50.0, "Å betale"), (450.0, "NOK 11 900,00")]);
    let stated = record(&sheet).stated;
    assert_eq!(stated.currency.map(|c| c.to_string()).as_deref(), Some("NOK"));
    assert_eq!(stated.due_date.map(|d| d.to_string()).as_deref(), Some("2026-07-01"));
    assert_eq!(stated.vendor_name.as_deref(), Some("Eksempel Utleie AS"));
}
