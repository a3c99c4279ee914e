//! The label of a date: words before it, beside it, above it.

use super::role::{Role, role_of};
use crate::page::{Page, Place};

/// The words before it in its cell; else the cell to the left; else a cell above, if it is alone in its own.
pub(super) fn label_of(page: &Page<'_>, at: Place, before: &str, alone: bool) -> (Role, String) {
    let own = super::sentence::last_words(before, 6);
    let mut prose = false;
    if own.has_letters() {
        let role = role_of(&own);
        prose = role == Role::Prose;
        // In running text a word further off may say that it is another day.
        if prose && role_of(&super::sentence::last_words(before, 14)) == Role::Other {
            return (Role::Other, own.folded().trim().to_owned());
        }
        if !prose && (role != Role::None || own.len() > 3) {
            return (role, own.folded().trim().to_owned());
        }
    }
    if own.is_empty()
        && let Some(begun) = super::sentence::above(page, at).filter(|_| !alone)
    {
        let role = role_of(&begun);
        if !matches!(role, Role::None | Role::Prose) {
            return (role, begun.folded().trim().to_owned());
        }
    }
    if own.is_empty()
        && let Some(below) = super::label_below::of(page, at).filter(|_| alone)
    {
        let words = &page.reads(below).words;
        return (role_of(words), words.folded().trim().to_owned());
    }
    let is_label = |place: Place, words: usize| {
        let reads = page.reads(place);
        let ended = page.cell(place).text.ends_with(['.', '!', '?']);
        reads.words.has_letters()
            && reads.words.len() <= words
            && reads.amounts.is_empty()
            && reads.dates.is_empty()
            && !ended
    };
    let mut places: Vec<Place> = Vec::new();
    if own.len() <= 3 {
        places.extend(page.left(at).filter(|left| is_label(*left, 9)));
        if alone {
            places.extend(page.above(at, 3).filter(|above| is_label(*above, 5)));
        }
    }
    for place in places {
        let text = super::sentence::last_words(&page.cell(place).text, 6);
        let role = role_of(&text);
        if !matches!(role, Role::None | Role::Prose) {
            return (role, text.folded().trim().to_owned());
        }
    }
    let role = if prose { Role::Prose } else { Role::None };
    (role, own.folded().trim().to_owned())
}
