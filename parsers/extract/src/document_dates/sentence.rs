//! Words before a date, even if a line ends between them and the date.

use crate::page::{Page, Place};
use crate::words::Words;

/// A line with fewer words is a label or a heading, not the beginning of a sentence.
const MIN_SENTENCE_WORDS: usize = 6;
/// The words of a line that are returned.
const MAX_WORDS: usize = 6;
/// The most by which the left edges of a paragraph's lines differ, in thousandths of the page's width.
const MAX_EDGE_DIFFERENCE: f32 = 8.0;
/// The bytes of a text in which its last words are searched for.
const MAX_BYTES: usize = 120;

/// The last words of the line above a cell, if that line begins a sentence that the cell continues.
pub(super) fn line_above(page: &Page<'_>, at: Place) -> Option<Words> {
    let above = page.above(at, 1).next()?;
    let (cell, cell_above) = (page.cell(at), page.cell(above));
    let same_edge = (cell.x0 - cell_above.x0).abs() < MAX_EDGE_DIFFERENCE;
    let is_open = !cell_above.text.ends_with(['.', '!', '?', ':', ';']);
    let is_long = page.content(above).words.len() >= MIN_SENTENCE_WORDS;
    (same_edge && is_open && is_long).then(|| last_words(&cell_above.text, MAX_WORDS))
}

/// The last words of a text, at most `count`.
pub(super) fn last_words(text: &str, count: usize) -> Words {
    let mut from = text.len().saturating_sub(MAX_BYTES);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let text = &text[from..];
    let words = Words::of(text);
    if words.len() <= count {
        return words;
    }
    Words::of(&text[words.span(words.len() - count).0..])
}
