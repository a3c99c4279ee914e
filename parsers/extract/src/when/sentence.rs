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
    (same_edge && open && long).then(|| last_words(&begun.text, 6))
}

/// The last words of a text, at most `count`.
pub(super) fn last_words(text: &str, count: usize) -> Words {
    let text = cut_front(text, 120);
    let words = Words::of(text);
    if words.len() <= count {
        return words;
    }
    Words::of(&text[words.span(words.len() - count).0..])
}

fn cut_front(text: &str, most: usize) -> &str {
    let mut from = text.len().saturating_sub(most);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}
