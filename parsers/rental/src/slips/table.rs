//! Slips as rows of a table: by when, with which reference, how much.

use chrono::NaiveDate;
use parser_extract::document_dates::Role;
use parser_extract::luhn;
use parser_extract::page::{Page, Place};
use parser_model::Money;

use super::slip::{MOST, Slip};

/// The rows below a head that names the due date, each with a date, a reference whose check digit holds, and an amount.
pub fn read(page: &Page<'_>) -> Vec<Slip> {
    let heads = page.places().filter(|at| {
        let reads = page.reads(*at);
        let label = reads.words.len() <= 4 && reads.dates.is_empty() && reads.amounts.is_empty();
        label && Role::of(&reads.words) == Role::Due && page.lines[at.line].len() > 2
    });
    let tables = heads.map(|head| rows(page, head));
    tables
        .filter(|rows| (2..=MOST).contains(&rows.len()))
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

fn rows(page: &Page<'_>, head: Place) -> Vec<Slip> {
    let lines = head.line + 1..page.lines.len();
    // Rules drawn with signs part the head from the rows.
    let worded = lines.filter(|line| page.lines[*line].iter().any(|reads| !reads.words.is_empty()));
    let mut rows: Vec<Slip> = worded.map_while(|line| row(page, head, line)).collect();
    rows.dedup_by_key(|row| row.due_date);
    rows
}

fn row(page: &Page<'_>, head: Place, line: usize) -> Option<Slip> {
    let cells = &page.document.lines[line];
    let reads = &page.lines[line];
    let below_head = cells.iter().position(|cell| cell.overlaps(page.cell(head)))?;
    let due_date: NaiveDate = reads[below_head].dates.first()?.parsed.date(page.day_order)?;
    let after = below_head + 1..cells.len();
    let total_amount: Money = reads[after.clone()]
        .last()?
        .amounts
        .iter()
        .rfind(|amount| amount.strong)?
        .value;
    let digits = |index: usize| cells[index].text.replace(' ', "");
    let ocr = after.map(digits).find(|text| text.len() >= 4 && luhn::holds(text))?;
    Some(Slip {
        due_date,
        total_amount,
        ocr: Some(ocr),
    })
}
