//! Sentences that a line's end breaks before their date.

use crate::page::{Page, Place};
use crate::words::Words;

/// Fewer words are a label or a heading, not the beginning of a sentence.
const LEAST_WORDS: usize = 6;
/// Thousandths of the page's width by which the left edges of a paragraph's lines differ at most.
const SAME_EDGE: f32 = 8.0;

/// The last words of the line above, where it begins a sentence that goes on with the cell at a place.
pub fn above(page: &Page<'_>, at: Place) -> Option<Words> {
    let above = page.above(at, 1).next()?;
    let (cell, begun) = (page.cell(at), page.cell(above));
    let same_edge = (cell.x0 - begun.x0).abs() < SAME_EDGE;
    let open = !begun.text.ends_with(['.', '!', '?', ':', ';']);
    let long = page.reads(above).words.len() >= LEAST_WORDS;
    (same_edge && open && long).then(|| super::label::last_words(&begun.text, 6))
}
