//! Notices with several payment slips, such as one for each month of a quarter.

mod columns;
mod table;

use chrono::NaiveDate;
use parser_extract::choice::only;
use parser_extract::document_dates::{self, Role};
use parser_extract::giro;
use parser_extract::page::Page;
use parser_extract::total;
use parser_extract::total::labels::Class;
use parser_model::Money;

use table::MAX_SLIPS;
pub use table::Slip;

/// The slips of a page, the earliest first. Empty unless there are several, each with one due date and one total of its own.
pub fn read(page: &Page<'_>, refund: bool, total: Option<Money>) -> Vec<Slip> {
    let mut slips = one_below_another(page, refund);
    if slips.is_empty() {
        slips = columns::read(page, refund);
    }
    // A table with a total lists debts and not slips.
    if slips.is_empty() && total.is_none() {
        slips = table::read(page);
    }
    slips.sort_by_key(|slip| slip.due_date);
    slips
}

/// Slips one below another: blocks of lines, each around one due date.
fn one_below_another(page: &Page<'_>, refund: bool) -> Vec<Slip> {
    let mut blocks: Vec<(NaiveDate, (usize, usize))> = Vec::new();
    for dated in document_dates::find(page)
        .iter()
        .filter(|d| d.role == Role::Due && !d.in_range)
    {
        let Some(date) = dated.parsed.date(page.day_order) else {
            return Vec::new();
        };
        let line = dated.at.line;
        match blocks.iter_mut().find(|block| block.0 == date) {
            Some((_, lines)) => lines.1 = line,
            None => blocks.push((date, (line, line))),
        }
    }
    // Blocks that overlap are not slips.
    let are_separate = blocks.windows(2).all(|pair| pair[0].1.1 < pair[1].1.0);
    if !(2..=MAX_SLIPS).contains(&blocks.len()) || !are_separate {
        return Vec::new();
    }
    let mut totals: Vec<Vec<(usize, Money)>> = vec![Vec::new(); blocks.len()];
    for amount in total::labelled(page, refund) {
        if amount
            .label
            .as_ref()
            .is_some_and(|label| matches!(label.class, Class::Grand | Class::Due))
        {
            let block = nearest(&blocks, amount.at.line);
            totals[block].push((distance(blocks[block].1, amount.at.line), amount.value));
        }
    }
    let mut references: Vec<Vec<String>> = vec![Vec::new(); blocks.len()];
    for (line, ocr) in giro::ocr_lines(page) {
        references[nearest(&blocks, line)].push(ocr);
    }
    let mut slips = Vec::new();
    for (((due_date, _), totals), references) in blocks.iter().zip(&totals).zip(&references) {
        // The table above the slips has a total, too. That of the slip is closest to its due date.
        let smallest = totals.iter().map(|(distance, _)| *distance).min();
        let closest: Vec<Money> = totals
            .iter()
            .filter(|(distance, _)| Some(*distance) == smallest)
            .map(|(_, value)| *value)
            .collect();
        let Some(total_amount) = only(closest) else {
            return Vec::new();
        };
        slips.push(Slip {
            due_date: *due_date,
            total_amount,
            ocr: only(references.iter().cloned()),
        });
    }
    slips
}

/// The index of the block that a line is in, or else of the nearest. If two are equally near, of the first.
fn nearest(blocks: &[(NaiveDate, (usize, usize))], line: usize) -> usize {
    let nearest = blocks
        .iter()
        .enumerate()
        .min_by_key(|(_, block)| distance(block.1, line));
    nearest.map_or(0, |(index, _)| index)
}

/// The number of lines between a line and a block, 0 in the block.
fn distance((first, last): (usize, usize), line: usize) -> usize {
    if line < first {
        first - line
    } else {
        line.saturating_sub(last)
    }
}
