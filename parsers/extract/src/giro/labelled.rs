//! Payment references and giro numbers with a label.

use super::form::ocr_at;
use crate::page::{Page, Place};
use crate::phrases::{Numbers, Phrases};

/// The labelled payment references of a page.
pub(super) fn ocr(page: &Page<'_>) -> Vec<(Place, String)> {
    find(page, &Numbers::PaymentReference, ocr_at)
}

/// The values that `read` finds after the labels: in the label's cell, to its right, below it, or in the line above.
pub(super) fn find(page: &Page<'_>, labels: &Phrases, read: impl Fn(&str) -> Option<String>) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for at in page.places() {
        let words = &page.content(at).words;
        let mut from = 0;
        while let Some(range) = labels.find_from(words, from) {
            from = range.end.max(from + 1);
            let text = page.cell(at).text.as_str();
            let rest = skip_joining(&text[words.span(range.end - 1).1..]);
            let is_short = words.len() <= 4 || text.ends_with(')');
            let is_label = || rest.is_empty() || range.start == 0 && is_short;
            let wrapped = || Some(format!("{} {}", rest, rest_in_next_line(page, at, rest)?));
            if let Some(value) = wrapped().and_then(|text| read(&text)).or_else(|| read(rest)) {
                found.push((at, value));
            } else if !rest.starts_with(|c: char| c.is_ascii_digit()) && is_label() {
                let value = |place: Place| Some((place, read(page.cell(place).text.trim_start_matches(is_skipped))?));
                let value = beside(page, at).find_map(value);
                found.extend(value.or_else(|| in_sentence_above(page, at, &read)));
            }
        }
    }
    found
}

/// `… betalingskenmerk 7030 8871 0211` over `8447.`: the last group of a number in groups that a sentence ends with in the next line.
fn rest_in_next_line<'a>(page: &'a Page<'_>, at: Place, number: &str) -> Option<&'a str> {
    let (_, group) = number.rsplit_once(' ')?;
    let is_grouped = number.bytes().all(|b| b.is_ascii_digit() || b == b' ');
    let is_last = page.lines[at.line].len() == at.cell + 1;
    let is_left = |below: &Place| page.cell(*below).x0 <= page.cell(at).x0;
    let below = page.below(at, 1).next().filter(is_left)?;
    let end = page.cell(below).text.strip_suffix('.')?;
    let is_end = (1..=group.len()).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_digit());
    (is_grouped && is_last && is_end).then_some(end)
}

/// The text after a label without the words and signs that join the two.
fn skip_joining(after: &str) -> &str {
    let rest = after.trim_start_matches(is_skipped);
    let joined = ["är ", "is ", "nr ", "nummer "]
        .iter()
        .find_map(|word| rest.strip_prefix(word));
    joined.map_or(rest, |rest| rest.trim_start_matches(is_skipped))
}

fn is_skipped(c: char) -> bool {
    matches!(c, ' ' | ':' | '#' | '.' | '(' | ')' | '-' | '–' | '•' | '●' | '·')
}

/// `Ange 12345678 som` above `OCR`: the first number of a sentence that ends in the label.
fn in_sentence_above(page: &Page<'_>, at: Place, read: impl Fn(&str) -> Option<String>) -> Option<(Place, String)> {
    let above = page.above(at, 2).next()?;
    let text = page.cell(above).text.as_str();
    let sentence = text.strip_suffix(" som").or_else(|| text.strip_suffix(" as"))?;
    let start = sentence.find(|c: char| c.is_ascii_digit())?;
    Some((above, read(&sentence[start..])?))
}

/// The cell to the right, then those below, then the only cell of the next line if it is further to the right.
fn beside<'a>(page: &'a Page<'_>, at: Place) -> impl Iterator<Item = Place> + 'a {
    let next = Place {
        line: at.line + 1,
        cell: 0,
    };
    let alone = page.lines[at.line].len() == 1 && page.lines.get(next.line).is_some_and(|line| line.len() == 1);
    let indented = alone && page.cell(next).page == page.cell(at).page && page.cell(next).x0 >= page.cell(at).x0;
    let below = page.below(at, 2).chain(indented.then_some(next));
    page.right(at).into_iter().chain(below)
}
