//! Slips as rows of a table with due date, reference and amount.

use chrono::NaiveDate;
use parser_extract::document_dates::Role;
use parser_extract::luhn;
use parser_extract::page::{Page, Place};
use parser_model::Money;
use parser_model::reading::Payment;

/// The rows below a heading for the due date. Each has a date, a reference with a valid check digit, and an amount.
pub fn read(page: &Page<'_>) -> Vec<Slip> {
    let headings = page.places().filter(|at| {
        let content = page.content(*at);
        let is_label = content.words.len() <= 4 && content.dates.is_empty() && content.amounts.is_empty();
        is_label && Role::of(&content.words) == Role::Due && page.lines[at.line].len() > 2
    });
    let tables = headings.map(|heading| rows(page, heading));
    tables
        .filter(|rows| (2..=MAX_SLIPS).contains(&rows.len()))
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

fn rows(page: &Page<'_>, heading: Place) -> Vec<Slip> {
    let lines = heading.line + 1..page.lines.len();
    // Lines without words are rulings drawn with characters.
    let with_words = lines.filter(|line| page.lines[*line].iter().any(|content| !content.words.is_empty()));
    let mut rows: Vec<Slip> = with_words.map_while(|line| row(page, heading, line)).collect();
    rows.dedup_by_key(|row| row.due_date);
    rows
}

fn row(page: &Page<'_>, heading: Place, line: usize) -> Option<Slip> {
    let cells = &page.document.lines[line];
    let content = &page.lines[line];
    let due_cell = cells.iter().position(|cell| cell.overlaps(page.cell(heading)))?;
    let due_date: NaiveDate = content[due_cell].dates.first()?.parsed.date(page.day_order)?;
    let after = due_cell + 1..cells.len();
    let total_amount: Money = content[after.clone()]
        .last()?
        .amounts
        .iter()
        .rfind(|amount| amount.strong)?
        .value;
    let digits = |index: usize| cells[index].text.replace(' ', "");
    let ocr = after.map(digits).find(|text| text.len() >= 4 && luhn::is_valid(text))?;
    Some(Slip {
        due_date,
        total_amount,
        ocr: Some(ocr),
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The last day to pay.
    pub due_date: NaiveDate,
    pub total_amount: Money,
    /// The payment reference.
    pub ocr: Option<String>,
}

impl Slip {
    /// The slip as an element of the record's `payments`.
    pub fn payment(&self) -> Payment {
        Payment {
            due_date: Some(self.due_date),
            total_amount: self.total_amount,
            ocr: self.ocr.clone(),
        }
    }
}

/// Maximum number of slips of a notice, one for each month of a year.
pub(super) const MAX_SLIPS: usize = 12;
