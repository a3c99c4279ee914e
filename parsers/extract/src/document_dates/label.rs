//! The label of a date: words before it in its cell, beside it, above it or below it.

use super::role::Role;
use super::{label_below, sentence};
use crate::page::{Page, Place};
use crate::words::Words;

/// Words before a date that may be its label.
const MAX_LABEL_WORDS: usize = 6;
/// Words before a date in running text that may say that it is another day.
const MAX_PROSE_WORDS: usize = 14;
/// A date after more words than these has no label in another cell.
const MAX_WORDS_BESIDE_LABEL: usize = 3;
/// Most words of a label to the left of a date.
const MAX_WORDS_LEFT: usize = 9;
/// Most words of a label above a date.
const MAX_WORDS_ABOVE: usize = 5;
/// Maximum number of lines between a label and its date below.
const MAX_LINES_ABOVE: usize = 3;

/// The role that a date's label names, and the label's words.
///
/// The label is in the words `before` the date in its cell. If they aren't a label, it is the line above that begins the date's
/// sentence, the cell below, the cell to the left or the cell above. The cells below and above are examined only if the date is
/// `alone` in its cell.
pub(super) fn find_label(page: &Page<'_>, at: Place, before: &str, alone: bool) -> (Role, String) {
    let own = sentence::last_words(before, MAX_LABEL_WORDS);
    let role = if own.has_letters() { Role::of(&own) } else { Role::None };
    // In running text a word further off may say that it is another day.
    if role == Role::Prose && Role::of(&sentence::last_words(before, MAX_PROSE_WORDS)) == Role::Other {
        return (Role::Other, label_text(&own));
    }
    let only_own = role == Role::None && own.has_letters() && own.len() > MAX_WORDS_BESIDE_LABEL;
    if role.is_named() || only_own {
        return (role, label_text(&own));
    }
    let label_around = if own.is_empty() && alone {
        below(page, at)
    } else if own.is_empty() {
        in_line_above(page, at)
    } else {
        None
    };
    label_around
        .or_else(|| left_or_above(page, at, &own, alone))
        .unwrap_or_else(|| (role, label_text(&own)))
}

/// The beginning of the date's sentence.
fn in_line_above(page: &Page<'_>, at: Place) -> Option<(Role, String)> {
    named(&sentence::line_above(page, at)?)
}

fn below(page: &Page<'_>, at: Place) -> Option<(Role, String)> {
    let words = &page.content(label_below::find(page, at)?).words;
    Some((Role::of(words), label_text(words)))
}

fn left_or_above(page: &Page<'_>, at: Place, own: &Words, alone: bool) -> Option<(Role, String)> {
    if own.len() > MAX_WORDS_BESIDE_LABEL {
        return None;
    }
    let left = page.left(at).filter(|left| is_label(page, *left, MAX_WORDS_LEFT));
    let lines_above = if alone { MAX_LINES_ABOVE } else { 0 };
    let above = page.above(at, lines_above);
    let above = above.filter(|above| is_label(page, *above, MAX_WORDS_ABOVE));
    let mut places = left.into_iter().chain(above);
    places.find_map(|place| named(&sentence::last_words(&page.cell(place).text, MAX_LABEL_WORDS)))
}

/// Whether a cell with at most this many words can be the label of a date next to or below it.
fn is_label(page: &Page<'_>, at: Place, max_words: usize) -> bool {
    let content = page.content(at);
    let ends_sentence = page.cell(at).text.ends_with(['.', '!', '?']);
    content.words.has_letters()
        && content.words.len() <= max_words
        && content.amounts.is_empty()
        && content.dates.is_empty()
        && !ends_sentence
}

/// The role that the words name, if any.
fn named(words: &Words) -> Option<(Role, String)> {
    let role = Role::of(words);
    role.is_named().then(|| (role, label_text(words)))
}

fn label_text(words: &Words) -> String {
    words.folded().trim().to_owned()
}
