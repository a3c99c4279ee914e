//! The label of a date: words before it in its cell, beside it, above it or below it.

use parser_document::text::cut;

use super::role::Role;
use crate::numbers::is_explicit_label;
use crate::page::{Page, Place};
use crate::phrases::{Dates, Payments};
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
    let mut own = last_words(before, MAX_LABEL_WORDS);
    // `Invoice #2026-11-04`
    if before.trim_end().ends_with('#') || is_explicit_label(&own) {
        return (Role::Other, label_text(&own));
    }
    let mut role = if own.has_letters() { Role::of(&own) } else { Role::None };
    // `Data wystawienia, z zastrzeżeniem art. 106na ust. 1 ustawy: 2026-11-30`
    if !role.is_named() && before.trim_end().ends_with(':') {
        let start = first_words(before, MAX_LABEL_WORDS);
        let named = Role::of(&start);
        if named.is_named() {
            (own, role) = (start, named);
        }
    }
    // In running text a word further off may say that it is another day.
    if role == Role::Prose && Role::of(&last_words(before, MAX_PROSE_WORDS)) == Role::Other {
        return (Role::Other, label_text(&own));
    }
    let only_own = role == Role::None && own.has_letters() && own.len() > MAX_WORDS_BESIDE_LABEL;
    if role.is_named() || only_own {
        return (role, label_text(&own));
    }
    let label_around = match (own.is_empty(), alone) {
        (true, true) => below(page, at),
        // The beginning of the date's sentence.
        (true, false) => line_above(page, at).and_then(|words| named(&words)),
        (false, _) => None,
    };
    label_around
        .or_else(|| left_or_above(page, at, &own, alone))
        .unwrap_or_else(|| (role, label_text(&own)))
}

fn below(page: &Page<'_>, at: Place) -> Option<(Role, String)> {
    let words = &page.content(cell_below(page, at)?).words;
    Some((Role::of(words), label_text(words)))
}

fn left_or_above(page: &Page<'_>, at: Place, own: &Words, alone: bool) -> Option<(Role, String)> {
    if own.len() > MAX_WORDS_BESIDE_LABEL {
        return None;
    }
    let left = page.left(at).filter(|left| is_label(page, *left, MAX_WORDS_LEFT));
    // `Payment | Due` over `On delivery | 30 August`: what has a head of its own isn't the label of the date beside it.
    let left = left.filter(|left| !alone || !is_below_head(page, *left, at));
    let lines_above = if alone { MAX_LINES_ABOVE } else { 0 };
    let above = page.above(at, lines_above);
    let above = above.filter(|above| is_label(page, *above, MAX_WORDS_ABOVE));
    let mut places = left.into_iter().chain(above);
    places.find_map(|place| {
        let words = last_words(&page.cell(place).text, MAX_LABEL_WORDS);
        let found = divided(page, place, &words).or_else(|| named(&words));
        let found = found.or_else(|| of_payment(page, place));
        // `Numer faktury` over `2/11/2026`
        let is_number = || is_explicit_label(&words).then(|| (Role::Other, label_text(&words)));
        let found = found.or_else(is_number);
        found.map(|(role, label)| match role {
            Role::Generic if is_of_event(page, place) => (Role::Foreign, label),
            // The days of a table's rows.
            Role::Generic if heads_days(page, place) => (Role::Other, label),
            role => (role, label),
        })
    })
}

/// `Event | Confirmation`, `Hall | Main hall`, `Date | 15 August`: whether a label is in a table about an event.
fn is_of_event(page: &Page<'_>, label: Place) -> bool {
    page.right(label).is_some()
        && page
            .above(label, MAX_LINES_ABOVE)
            .any(|above| Dates::Event.matches_all(&page.content(above).words))
}

/// Whether a label is the head of a column with different days in its first rows.
fn heads_days(page: &Page<'_>, label: Place) -> bool {
    const MAX_ROWS: usize = 4;
    // `Vencimiento: 10/04/2026` has a label of its own.
    let days = |place: Place| {
        let first = page.content(place).dates.first()?;
        (first.start == 0).then_some(first.parsed)
    };
    let mut below = page.below(label, MAX_ROWS).map_while(days);
    below.next().is_some_and(|first| below.any(|other| other != first))
}

/// Whether a cell and the date to its right are both directly below heads of one line, of which the date's names its role.
fn is_below_head(page: &Page<'_>, left: Place, at: Place) -> bool {
    let head = |place: Place| {
        page.above(place, 1)
            .next()
            .filter(|above| is_label(page, *above, MAX_WORDS_ABOVE))
    };
    let role = |place: Place| Role::of(&last_words(&page.cell(place).text, MAX_LABEL_WORDS));
    let (Some(own), Some(of_date)) = (head(left), head(at)) else {
        return false;
    };
    let is_own_label = matches!(role(left), Role::Due | Role::Invoice | Role::Order);
    own != of_date && !is_own_label && role(of_date).is_named()
}

/// Maximum number of words in the first line of a divided label.
const MAX_FIRST_LINE: usize = 3;

/// `Due` over `date`: the role of a label that is divided over a cell and the one above it, if the second line alone says no more
/// than that it is a date.
fn divided(page: &Page<'_>, at: Place, words: &Words) -> Option<(Role, String)> {
    if !matches!(Role::of(words), Role::None | Role::Prose | Role::Generic) {
        return None;
    }
    let above = page.above(at, 1).find(|above| is_label(page, *above, MAX_FIRST_LINE))?;
    // `Original invoice | 1001` is a row of its own.
    let beside = page.right(above).map(|right| page.cell(right).text.as_str());
    if beside.is_some_and(|text| text.contains(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let first = &page.cell(above).text;
    let joined = match first.strip_suffix('-') {
        Some(start) => format!("{start}{}", words.folded().trim()),
        None => format!("{first} {}", words.folded().trim()),
    };
    named(&Words::of(&joined)).filter(|(role, _)| *role != Role::Generic)
}

/// `Forma płatności | Termin`: what a label means beside the head of a way to pay.
fn of_payment(page: &Page<'_>, at: Place) -> Option<(Role, String)> {
    let left = page
        .left(at)
        .filter(|left| Payments::MethodLabel.matches_all(&page.content(*left).words))?;
    named(&Words::of(&format!("{} {}", page.cell(left).text, page.cell(at).text)))
}

/// Whether a cell with at most this many words can be the label of a date next to or below it.
fn is_label(page: &Page<'_>, at: Place, max_words: usize) -> bool {
    let content = page.content(at);
    let text = &page.cell(at).text;
    let ends_sentence = text.ends_with(['.', '!', '?']) && !ends_in_abbreviation(text, &content.words);
    // `Förfallodatum (15 dagar netto)`
    let remark = text.find('(').unwrap_or(usize::MAX);
    content.words.has_letters()
        && content.words.len() <= max_words
        && content.amounts.iter().all(|amount| amount.start > remark)
        && content.dates.is_empty()
        && !ends_sentence
}

/// `Vto.`, `Giltig t.o.m.`: whether the point at the end of a text is that of a short word, and the text is too short for a sentence.
fn ends_in_abbreviation(text: &str, words: &Words) -> bool {
    const MAX_WORDS: usize = 4;
    const MAX_CHARS: usize = 4;
    let last = text.rsplit([' ', '.']).find(|word| !word.is_empty()).unwrap_or("");
    text.ends_with('.') && words.len() <= MAX_WORDS && last.chars().count() <= MAX_CHARS && Role::of(words).is_named()
}

fn named(words: &Words) -> Option<(Role, String)> {
    let role = Role::of(words);
    role.is_named().then(|| (role, label_text(words)))
}

fn label_text(words: &Words) -> String {
    words.folded().trim().to_owned()
}

/// A line with fewer words is a label or a heading, not the beginning of a sentence.
const MIN_SENTENCE_WORDS: usize = 6;
/// The words of a line that are returned.
const MAX_WORDS: usize = 6;
/// The most by which the left edges of a paragraph's lines differ, in thousandths of the page's width.
const MAX_EDGE_DIFFERENCE: f32 = 8.0;
/// The bytes of a text in which its last words are searched for.
const MAX_BYTES: usize = 120;

/// The last words of the line above a cell, if that line begins a sentence that the cell continues.
fn line_above(page: &Page<'_>, at: Place) -> Option<Words> {
    let above = page.above(at, 1).next()?;
    let (cell, cell_above) = (page.cell(at), page.cell(above));
    let same_edge = (cell.x0 - cell_above.x0).abs() < MAX_EDGE_DIFFERENCE;
    let is_open = !cell_above.text.ends_with(['.', '!', '?', ':', ';']);
    let is_long = page.content(above).words.len() >= MIN_SENTENCE_WORDS;
    (same_edge && is_open && is_long).then(|| last_words(&cell_above.text, MAX_WORDS))
}

/// The first words of a text, at most `count`.
fn first_words(text: &str, count: usize) -> Words {
    let words = Words::of(cut(text, MAX_BYTES));
    match count.checked_sub(1).filter(|_| words.len() > count) {
        Some(last) => Words::of(&text[..words.span(last).1]),
        None => words,
    }
}

/// The last words of a text, at most `count`.
fn last_words(text: &str, count: usize) -> Words {
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(MAX_BYTES))..];
    let words = Words::of(text);
    if words.len() <= count {
        return words;
    }
    Words::of(&text[words.span(words.len() - count).0..])
}

/// How many lines a column of dates and labels extends at most above and below one of its dates.
const MAX_COLUMN_LINES: usize = 12;
/// Maximum number of lines between a date and its label below.
const MAX_LINES_BELOW: usize = 3;
/// Most words of a cell with a date.
const MAX_DATE_WORDS: usize = 8;
const MAX_WORDS_BELOW: usize = 4;

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Date,
    Label,
}

/// The label below a date that is alone in its cell.
///
/// There is one only in a PDF, in a column of several dates with their labels below them.
fn cell_below(page: &Page<'_>, at: Place) -> Option<Place> {
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

/// The role of a cell of such a column. A label with a date to its right is not part of one.
fn part(page: &Page<'_>, at: Place) -> Option<Part> {
    let content = page.content(at);
    if let Some(date) = content.dates.first().filter(|_| content.words.len() <= MAX_DATE_WORDS) {
        let before = Words::of(&page.cell(at).text[..date.start]);
        return (!Role::of(&before).is_named()).then_some(Part::Date);
    }
    let beside_date = page
        .right(at)
        .is_some_and(|right| !page.content(right).dates.is_empty());
    let is_label = content.words.len() <= MAX_WORDS_BELOW && Role::of(&content.words).is_named() && !beside_date;
    is_label.then_some(Part::Label)
}
