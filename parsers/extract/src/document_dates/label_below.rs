//! Labels below their dates: `29 maj 2026` over `Förfallodatum`.

use super::role::Role;
use crate::page::{Page, Place};

/// How many lines a column of dates and labels extends at most above and below one of its dates.
const MAX_COLUMN_LINES: usize = 12;
/// Maximum number of lines between a date and its label below.
const MAX_LINES_BELOW: usize = 3;
/// Most words of a cell with a date.
const MAX_DATE_WORDS: usize = 8;
/// Most words of a label.
const MAX_LABEL_WORDS: usize = 4;

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Date,
    Label,
}

/// The label below a date that is alone in its cell.
///
/// There is one only in a PDF, in a column of several dates where each date has its label below.
pub(super) fn find(page: &Page<'_>, at: Place) -> Option<Place> {
    if page.is_mail() {
        return None;
    }
    let below = page.below(at, MAX_LINES_BELOW).next();
    let label = below.filter(|place| part(page, *place) == Some(Part::Label))?;
    let above = page.above(at, MAX_COLUMN_LINES).map_while(|place| part(page, place));
    let below = page.below(at, MAX_COLUMN_LINES).map_while(|place| part(page, place));
    let mut column: Vec<Part> = above.collect();
    column.reverse();
    column.push(Part::Date);
    column.extend(below);
    let (pairs, rest) = column.as_chunks::<2>();
    let labels_below =
        rest.is_empty() && pairs.len() > 1 && pairs.iter().all(|pair| *pair == [Part::Date, Part::Label]);
    labels_below.then_some(label)
}

/// What a cell of such a column is. A label with a date to its right is not part of one.
fn part(page: &Page<'_>, at: Place) -> Option<Part> {
    let content = page.content(at);
    if !content.dates.is_empty() && content.words.len() <= MAX_DATE_WORDS {
        return Some(Part::Date);
    }
    let beside_date = page
        .right(at)
        .is_some_and(|right| !page.content(right).dates.is_empty());
    let is_label = content.words.len() <= MAX_LABEL_WORDS && Role::of(&content.words).is_named() && !beside_date;
    is_label.then_some(Part::Label)
}
