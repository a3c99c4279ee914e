//! Dates in cards whose labels stand below what they name: `29 maj 2026` over `Förfallodatum`.

use crate::page::{Page, Place};

use super::{Role, role_of};

/// Lines that a card of dates and labels takes at most, above and below.
const REACH: usize = 12;

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Date,
    Label,
}

/// The label below a date that is alone in its cell, where the whole column has its labels below: several
/// dates, each with its label, in turns.
pub fn of(page: &Page<'_>, at: Place) -> Option<Place> {
    if page.is_mail() {
        return None;
    }
    let label = next(page, at).filter(|place| part(page, *place) == Some(Part::Label))?;
    let up = page.above(at, REACH).map_while(|place| part(page, place));
    let down = page.below(at, REACH).map_while(|place| part(page, place));
    let mut column: Vec<Part> = up.collect();
    column.reverse();
    column.push(Part::Date);
    column.extend(down);
    let (pairs, rest) = column.as_chunks::<2>();
    let turns = rest.is_empty() && pairs.len() > 1 && pairs.iter().all(|pair| *pair == [Part::Date, Part::Label]);
    turns.then_some(label)
}

fn next(page: &Page<'_>, at: Place) -> Option<Place> {
    page.below(at, 3).next()
}

/// What a cell of such a column is. A label with its date beside it is of another kind.
fn part(page: &Page<'_>, at: Place) -> Option<Part> {
    let reads = page.reads(at);
    if !reads.dates.is_empty() && reads.words.len() <= 8 {
        return Some(Part::Date);
    }
    let beside = page.right(at).is_some_and(|right| !page.reads(right).dates.is_empty());
    let named = reads.words.len() <= 4 && !matches!(role_of(&reads.words), Role::None | Role::Prose);
    (named && !beside).then_some(Part::Label)
}
