//! Slips side by side, such as one for each month. Each column is read like a page.

use parser_document::{Document, Line};
use parser_extract::document_dates::{self, LabelledDate, Role};
use parser_extract::giro;
use parser_extract::page::Page;
use parser_extract::total;

use super::table::Slip;

/// A slip begins at most this far left of its due date, in thousandths of the page's width.
const MARGIN: f32 = 25.0;

/// The slips of a page. Empty if one of the columns is not a complete slip.
pub fn read(page: &Page<'_>, refund: bool) -> Vec<Slip> {
    let starts = column_starts(page);
    if starts.len() < 2 {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).copied().chain([f32::INFINITY]);
    let slips: Option<Vec<Slip>> = starts
        .iter()
        .zip(ends)
        .map(|(from, to)| slip(page, refund, *from, to))
        .collect();
    slips.unwrap_or_default()
}

/// The left edges of the columns: those of different due dates in one line.
fn column_starts(page: &Page<'_>) -> Vec<f32> {
    let found = document_dates::find(page);
    let due: Vec<&LabelledDate> = found.iter().filter(|d| d.role == Role::Due && !d.in_range).collect();
    let Some(first) = due.first() else {
        return Vec::new();
    };
    let are_columns = due
        .windows(2)
        .all(|pair| pair[0].at.line == pair[1].at.line && pair[0].parsed != pair[1].parsed);
    let starts = due.iter().map(|dated| page.cell(dated.at).x0 - MARGIN);
    let one_page = page.cell(first.at).page;
    if are_columns && due.iter().all(|dated| page.cell(dated.at).page == one_page) {
        starts.collect()
    } else {
        Vec::new()
    }
}

fn slip(page: &Page<'_>, refund: bool, from: f32, to: f32) -> Option<Slip> {
    let column = |line: &Line| -> Line {
        let within = line.iter().filter(|cell| (from..to).contains(&cell.x0));
        within.cloned().collect()
    };
    let lines = page.document.lines.iter().map(column).filter(|line| !line.is_empty());
    let document = Document {
        kind: page.document.kind,
        lines: lines.collect(),
        ..Document::default()
    };
    let mut slip_page = Page::new(&document, None);
    slip_page.day_order = page.day_order;
    slip_page.language = page.language;
    slip_page.decimals = page.decimals;
    let due = document_dates::due_date(&slip_page, &document_dates::find(&slip_page), None).value?;
    let total = total::choose(&slip_page, &total::labelled(&slip_page, refund), refund);
    Some(Slip {
        due_date: due,
        total_amount: total.choice.value.filter(|_| total.labelled)?,
        ocr: giro::ocr(&slip_page).value,
    })
}
