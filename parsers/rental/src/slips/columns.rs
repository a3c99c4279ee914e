//! Slips side by side, one a month: each column of the page is read as a page of its own.

use parser_document::{Document, Line};
use parser_extract::document_dates::{self, LabelledDate, Role};
use parser_extract::giro;
use parser_extract::page::Page;
use parser_extract::total;

use super::slip::Slip;

/// Thousandths of the page's width by which a slip begins left of its due date at most.
const MARGIN: f32 = 25.0;

/// The slips, or none where a column does not state one.
pub fn read(page: &Page<'_>, refund: bool) -> Vec<Slip> {
    let starts = starts(page);
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

/// Where the columns begin: due dates in one line, all different.
fn starts(page: &Page<'_>) -> Vec<f32> {
    let found = document_dates::find(page);
    let due: Vec<&LabelledDate> = found.iter().filter(|d| d.role == Role::Due && !d.in_range).collect();
    let Some(first) = due.first() else {
        return Vec::new();
    };
    let apart = due
        .windows(2)
        .all(|pair| pair[0].at.line == pair[1].at.line && pair[0].parsed != pair[1].parsed);
    let starts = due.iter().map(|dated| page.cell(dated.at).x0 - MARGIN);
    let one_page = page.cell(first.at).page;
    if apart && due.iter().all(|dated| page.cell(dated.at).page == one_page) {
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
    let mut own = Page::new(&document, None);
    own.day_order = page.day_order;
    own.language = page.language;
    own.decimals = page.decimals;
    let due = document_dates::due_date(&own, &document_dates::find(&own), None).value?;
    let total = total::choose(&own, &total::labelled(&own, refund), refund);
    Some(Slip {
        due_date: due,
        total_amount: total.choice.value.filter(|_| total.labelled)?,
        ocr: giro::ocr(&own).value,
    })
}
