//! Page layouts of landlords: slips in columns and tables, labels below their values, OCR lines.

use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Outcome, RentalRecord};

fn record(sheet: &Sheet) -> RentalRecord {
    match parser_rental::read(&sheet.finish(), &MailContext::default()).outcome {
        Outcome::Rental { record } => *record,
        other => panic!("no record: {other:?}"),
    }
}

/// Due date, total and reference of a record.
fn stated(record: &RentalRecord) -> (String, String, String) {
    let stated = &record.stated;
    (
        stated.due_date.map(|day| day.to_string()).unwrap_or_default(),
        stated.total_amount.map(|total| total.to_string()).unwrap_or_default(),
        stated.ocr.clone().unwrap_or_default(),
    )
}

fn slip(due: &str, total: &str, ocr: &str) -> (String, String, String) {
    (due.into(), total.into(), ocr.into())
}

#[test]
fn slips_side_by_side_are_read_column_by_column() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Hyresavi"), (200.0, "Linddungens Bostäder AB")]);
    for (x, month, due, total, ocr) in [
        (50.0, "juli 2027", "2027-06-30", "8 256,00", "440188076"),
        (320.0, "augusti 2027", "2027-07-31", "8 198,00", "440188084"),
    ] {
        sheet.row(100.0, &[(x, month)]);
        sheet.row(120.0, &[(x, "Att betala"), (x + 150.0, total)]);
        sheet.row(140.0, &[(x, "Förfallodatum")]);
        sheet.row(155.0, &[(x, due)]);
        sheet.row(170.0, &[(x, "OCR-nummer")]);
        sheet.row(185.0, &[(x, ocr)]);
    }
    let record = record(&sheet);
    assert_eq!(stated(&record), slip("2027-06-30", "8256", "440188076"));
    assert_eq!(record.payments.len(), 1);
    assert_eq!(record.payments[0].total_amount.to_string(), "8198");
    assert_eq!(record.payments[0].ocr.as_deref(), Some("440188084"));
}

#[test]
fn slips_are_the_rows_of_a_table() {
    let mut sheet = Sheet::new();
    sheet.row(
        60.0,
        &[(50.0, "Hyra första kvartalet 2027"), (300.0, "Asp Uthyrning AB")],
    );
    sheet.row(80.0, &[(50.0, "Betala månad för månad till bankgiro 991-2346.")]);
    let heads = [
        (50.0, "Månad"),
        (150.0, "Betalas senast"),
        (280.0, "OCR-nummer"),
        (420.0, "Kronor"),
    ];
    sheet.row(120.0, &heads);
    for (y, month, due, ocr) in [
        (140.0, "januari", "2026-12-31", "2701332"),
        (155.0, "februari", "2027-01-29", "2702330"),
        (170.0, "mars", "2027-02-26", "2703338"),
    ] {
        sheet.row(y, &[(50.0, month), (150.0, due), (280.0, ocr), (420.0, "4 650,00")]);
    }
    sheet.row(190.0, &[(50.0, "Hela kvartalet"), (420.0, "13 950,00")]);
    let record = record(&sheet);
    assert_eq!(stated(&record), slip("2026-12-31", "4650", "2701332"));
    assert_eq!(record.payments.len(), 2);
}

/// A notice with an OCR line.
fn with_ocr_line(line: &str) -> Sheet {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Hyresavi"), (200.0, "Linddungens Bostäder AB")]);
    sheet.row(80.0, &[(50.0, "Förfallodatum"), (200.0, "2027-06-30")]);
    sheet.row(100.0, &[(50.0, "Att betala"), (200.0, "5 295,00")]);
    sheet.row(700.0, &[(50.0, line)]);
    sheet
}

#[test]
fn the_ocr_line_adds_missing_values_and_a_difference_gives_a_warning() {
    let record = record(&with_ocr_line("# 7031201101 # 5295 00 1 > 5914502#41#"));
    assert_eq!(stated(&record), slip("2027-06-30", "5295", "7031201101"));
    assert_eq!(record.stated.bankgiro.as_deref(), Some("591-4502"));
    assert_eq!(record.stated.warnings, []);
    let other = self::record(&with_ocr_line("# 7031201119 # 6212 00 5 > 5914502#41#"));
    assert_eq!(
        other.stated.total_amount.map(|total| total.to_string()).as_deref(),
        Some("5295")
    );
    assert_eq!(
        other
            .stated
            .warnings
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["the total is 5295, the payment slip's line says 6212"]
    );
}

#[test]
fn a_date_may_be_above_its_label() {
    let mut sheet = Sheet::new();
    sheet.row(40.0, &[(50.0, "Hyresavi"), (300.0, "Linddungens Bostäder AB")]);
    sheet.row(60.0, &[(50.0, "13 maj 2027")]);
    sheet.row(75.0, &[(50.0, "Avidatum"), (300.0, "Hyra"), (450.0, "7 100,00")]);
    sheet.row(90.0, &[(50.0, "29 maj 2027")]);
    sheet.row(
        105.0,
        &[(50.0, "Förfallodatum"), (300.0, "Att betala"), (450.0, "7 100,00")],
    );
    let record = record(&sheet);
    assert_eq!(stated(&record), slip("2027-05-29", "7100", ""));
    let issued = record.stated.invoice_date.map(|day| day.to_string());
    assert_eq!(issued.as_deref(), Some("2027-05-13"));
}

#[test]
fn a_due_date_may_begin_the_line_after_its_sentence() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Hyresavi"), (300.0, "Linddungens Bostäder AB")]);
    sheet.row(80.0, &[(50.0, "Att betala"), (300.0, "7 100,00")]);
    sheet.row(
        100.0,
        &[(
            50.0,
            "Betala till bankgiro 991-2346, så att pengarna är oss tillhanda senast",
        )],
    );
    sheet.row(115.0, &[(50.0, "2027-05-29. Annars lämnar vi ärendet till inkasso.")]);
    assert_eq!(stated(&record(&sheet)).0, "2027-05-29");
}

#[test]
fn an_amount_in_a_panel_has_its_label_above() {
    let mut sheet = Sheet::new();
    sheet.row(60.0, &[(50.0, "Hyresavi"), (300.0, "Linddungens Bostäder AB")]);
    sheet.row(
        80.0,
        &[(50.0, "Objekt"), (150.0, "Stuga 3"), (400.0, "A T T  B E T A L A")],
    );
    sheet.row(95.0, &[(50.0, "Avser"), (150.0, "September 2027")]);
    sheet.row(110.0, &[(50.0, "Hyra"), (150.0, "4 100,00"), (400.0, "3 800,00")]);
    sheet.row(
        125.0,
        &[(50.0, "Avdrag"), (150.0, "-300,00"), (400.0, "senast 2027-08-31")],
    );
    assert_eq!(stated(&record(&sheet)), slip("2027-08-31", "3800", ""));
}
