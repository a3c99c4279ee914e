//! The number below an invoice's title, with no more than a word for it.

use super::form::{self, Expected, is_only_date};
use super::labels::{Number, NumberKind, is_invoice, labels_in};
use crate::page::{Page, Place};
use crate::phrases::{Dates, Numbers};
use crate::words::Words;

/// `Nr 61050` or `# 61050` right of the title of an invoice, or below it; the number can be in the next cell, or below `Nr`.
pub(super) fn number_of_title(page: &Page<'_>, at: Place) -> Option<Number> {
    let text = page.cell(at).text.as_str();
    let marked = || Some(text.strip_prefix('#')?.trim_start_matches([' ', ':']));
    let marked = form::after_number_word(text).or_else(marked);
    let bare = || Numbers::NumberWord.matches_all(&page.content(at).words).then_some("");
    let text = marked.or_else(bare)?;
    let expected = Expected {
        kind: NumberKind::Invoice,
        explicit: true,
        ..Expected::OF_ORDER
    };
    let beside = page.right(at).into_iter().chain(page.below(at, 1));
    let mut beside = beside.filter(|_| text.is_empty());
    let value_at = beside.find(|place| form::number_at(&page.cell(*place).text, expected).is_some());
    let text = value_at.map_or(text, |place| &page.cell(place).text);
    let alone_above = at.line.checked_sub(1).filter(|line| page.lines[*line].len() == 1);
    let alone_above = alone_above.map(|line| Place { line, cell: 0 });
    // Between the two may be a date, and the seller's address in another column; above `Number` also what has it: `VAT`.
    let up = if page.is_mail() || marked.is_none() { 1 } else { 3 };
    let mut near = page.left(at).into_iter().chain(page.above(at, up)).chain(alone_above);
    let value = form::number_at(text, expected)?;
    let rest = &text[value.len()..];
    let title = near.find(|place| {
        let words = &page.content(*place).words;
        is_invoice(words) || is_only_date(rest) && begins_with_invoice(words)
    });
    let (title, rank) = match title {
        Some(title) => (title, 1),
        None if value_at.is_some() && heads_invoice(page, at) => (at, 1),
        None => (value_at.and_then(|_| title_of_head(page, at))?, RANK_OF_HEAD),
    };
    // `#20-61 One Raffles Place`, `No. 125 High Street`, `# | 101 Lamps | 125.00`
    let value_at = value_at.unwrap_or(at);
    let is_of_item = page.lines[value_at.line][value_at.cell + 1..]
        .iter()
        .any(|cell| !cell.amounts.is_empty());
    if is_of_item || !(rest.trim().is_empty() || is_only_date(rest)) {
        return None;
    }
    Some(Number {
        value: value.to_owned(),
        kind: expected.kind,
        rank,
        label: page.content(title).words.folded().trim().to_owned(),
        at: Some(at),
    })
}

/// `Bolletta per la fornitura`, and `n. 922400747 del 19/02/2026` below it. `Rechnung zu Ihrer Bestellung` has the order's number below it.
fn begins_with_invoice(words: &Words) -> bool {
    let mut first = labels_in(words).filter_map(|labels| labels.find_from(words, 0));
    let is_first = first.any(|(range, _)| range.start == 0);
    is_first && labels_in(words).all(|labels| labels.kind == NumberKind::Invoice)
}

/// `Number | Date | Due`: whether a day that only invoices have is labelled in the line of a label.
fn heads_invoice(page: &Page<'_>, label: Place) -> bool {
    let is_day = |words: &Words| Dates::DueDate.starts_with(words) || Dates::InvoiceDate.starts_with(words);
    !page.is_mail() && page.lines[label.line].iter().any(|content| is_day(&content.words))
}

/// A number that is labelled otherwise comes first.
const RANK_OF_HEAD: u8 = 3;

/// `Invoice` above `Number | Date | Customer`: the title of an invoice that is next above a label in its column, with a day's in its line.
fn title_of_head(page: &Page<'_>, label: Place) -> Option<Place> {
    const LINES: usize = 8;
    let is_dated = page.lines[label.line]
        .iter()
        .any(|content| Dates::PlainDate.starts_with(&content.words));
    let above = page.above(label, LINES).next();
    above.filter(|place| is_dated && !page.is_mail() && is_invoice(&page.content(*place).words))
}
