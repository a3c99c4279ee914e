//! Rent notices as PDFs, and the mails with them.

use chrono::{DateTime, Datelike, Months, NaiveDate, TimeDelta, Utc};

use super::amount::{Amount, with_check_digit};
use super::draft::{Attachment, Draft};
use super::pdf::{Font, Page};

/// The sender of the rent notices.
pub const LANDLORD: &str = "hyra@landlord.example.com";
/// The subject of the mails with rent notices.
pub const RENT_SUBJECT: &str = "Hyresavi";

/// The content of a rent notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RentNotice {
    /// The landlord's name.
    pub landlord: String,
    /// The tenant's name.
    pub tenant: String,
    /// The flat.
    pub object: String,
    /// The notice's number: digits, which also end the file's name.
    pub number: String,
    /// The date of issue.
    pub issued: NaiveDate,
    /// The due date.
    pub due: NaiveDate,
    /// The first and last day of the period.
    pub period: (NaiveDate, NaiveDate),
    /// The lines of the breakdown: label and amount.
    pub lines: Vec<(String, Amount)>,
    /// The payment reference, with its check digit.
    pub ocr: String,
    /// The payment target, with its check digit.
    pub bankgiro: String,
}

impl RentNotice {
    /// A notice issued on this day, for the next month and due on the last day of this month. Number and consumption are
    /// derived from the month.
    pub fn issued_on(issued: NaiveDate) -> Self {
        let month = issued - TimeDelta::days(i64::from(issued.day0()));
        let next = month + Months::new(1);
        let used = i64::from(month.month());
        let digits = format!("{:02}{used:02}", month.year().rem_euclid(100));
        let line = |label: &str, hundredths| (label.to_owned(), Amount(hundredths));
        let bankgiro = with_check_digit("504123");
        RentNotice {
            landlord: "Exempelbostäder AB".into(),
            tenant: "Alva Testsson".into(),
            object: "1042-0103 Lägenhet 3 rok".into(),
            number: format!("1297{digits}08"),
            issued,
            due: next - TimeDelta::days(1),
            period: (next, next + Months::new(1) - TimeDelta::days(1)),
            lines: vec![
                line("Hyra", 845_000),
                line("El", 21_240 + 1_315 * used),
                line("Kallvatten", 9_450 + 205 * used),
                line("Varmvatten", 18_790 + 330 * used),
            ],
            ocr: with_check_digit(&format!("447190{digits}")),
            bankgiro: format!("{}-{}", &bankgiro[..3], &bankgiro[3..]),
        }
    }

    /// The sum of the lines.
    pub fn total(&self) -> Amount {
        self.lines.iter().map(|(_, amount)| *amount).sum()
    }

    /// The name of the PDF.
    pub fn file_name(&self) -> String {
        format!("Hyresavi_{}.pdf", self.number)
    }

    /// The id of the record that should be read from it.
    pub fn invoice_id(&self) -> String {
        format!("Invoice_{}", self.number)
    }
}

/// The notice as a PDF of one page: labels over values in two columns, a table with amounts at the right, and a payment slip.
pub fn rent_notice_pdf(notice: &RentNotice) -> Vec<u8> {
    let mut page = Page::default();
    page.text(Font::Bold, 14, 50.0, 780.0, &notice.landlord);
    page.text(Font::Regular, 9, 50.0, 766.0, "Exempelgatan 1, 123 45 Exempelstad");
    page.text(Font::Bold, 18, 400.0, 778.0, "HYRESAVI");
    page.rule(750.0);
    fields(&mut page, notice);
    breakdown(&mut page, notice);
    slip(&mut page, notice);
    page.into_pdf()
}

fn fields(page: &mut Page, notice: &RentNotice) {
    let (from, to) = notice.period;
    let left = [
        ("Hyresgäst", notice.tenant.clone()),
        ("Objekt", notice.object.clone()),
        ("Avser", format!("{from} – {to}")),
    ];
    let right = [
        ("Avinummer", notice.number.clone()),
        ("Avidatum", notice.issued.to_string()),
        ("Förfallodatum", notice.due.to_string()),
    ];
    for (x, column) in [(50.0, left), (330.0, right)] {
        let mut y = 728.0;
        for (label, value) in column {
            page.text(Font::Regular, 8, x, y, label);
            page.text(Font::Bold, 10, x, y - 13.0, &value);
            y -= 38.0;
        }
    }
}

fn breakdown(page: &mut Page, notice: &RentNotice) {
    let mut y = 580.0;
    page.text(Font::Bold, 10, 50.0, y, "Specifikation");
    page.text(Font::Bold, 10, 507.0, y, "Belopp");
    page.rule(y - 6.0);
    for (label, amount) in &notice.lines {
        y -= 20.0;
        page.text(Font::Regular, 10, 50.0, y, label);
        page.amount(Font::Regular, 10, 545.0, y, &amount.swedish());
    }
    page.rule(y - 8.0);
    y -= 26.0;
    page.text(Font::Bold, 12, 50.0, y, "Att betala");
    page.amount(Font::Bold, 12, 545.0, y, &format!("{} kr", notice.total().swedish()));
}

/// The machine-readable line of the payment slip: `# reference # kronor öre check > giro#41#`.
fn slip(page: &mut Page, notice: &RentNotice) {
    let total = notice.total();
    page.rule(210.0);
    page.text(Font::Regular, 8, 50.0, 196.0, "INBETALNING / GIRERING");
    for (x, label, value) in [
        (50.0, "OCR-nummer", notice.ocr.clone()),
        (200.0, "Bankgiro", notice.bankgiro.clone()),
        (310.0, "Förfallodatum", notice.due.to_string()),
        (430.0, "Belopp att betala", total.swedish()),
    ] {
        page.text(Font::Regular, 8, x, 172.0, label);
        page.text(Font::Bold, 10, x, 159.0, &value);
    }
    let (kronor, ore) = (total.0 / 100, total.0 % 100);
    let check = with_check_digit(&total.0.to_string()).chars().last().unwrap_or('0');
    let giro = notice.bankgiro.replace('-', "");
    let line = format!("# {} # {kronor} {ore:02} {check} > {giro}#41#", notice.ocr);
    page.text(Font::Regular, 10, 50.0, 60.0, &line);
}

/// A mail with a notice.
pub fn rent_mail(notice: &RentNotice, received_at: DateTime<Utc>) -> Draft {
    Draft {
        text: format!(
            "Hej {}!\n\nHär kommer din hyresavi. Den ska betalas senast {}.\n\n{}\n",
            notice.tenant, notice.due, notice.landlord
        ),
        attachments: vec![Attachment {
            name: Some(notice.file_name()),
            content_type: "application/pdf".into(),
            bytes: rent_notice_pdf(notice),
        }],
        ..Draft::new(&notice.landlord, LANDLORD, RENT_SUBJECT, received_at)
    }
}
