//! The numbers of a page, each with its label.

use std::ops::Range;

use parser_document::text;

use super::form::{self, Expected, LONGEST_DATE, is_only_date};
use super::labels::{Labels, Number, NumberKind, contains_label, is_label, labels_in, of_earlier_invoice};
use super::title::number_of_title;
use crate::cell::CellContent;
use crate::dates;
use crate::page::{Page, Place};
use crate::phrases::{Numbers, Payments, Phrases};
use crate::words::Words;

/// Every labelled number of a page.
pub fn find(page: &Page<'_>) -> Vec<Number> {
    let mut found = Vec::new();
    for at in page.places() {
        found.extend(number_of_title(page, at));
        for labels in labels_in(&page.content(at).words) {
            find_labelled(page, at, labels, &mut found);
        }
    }
    find_beside_dates(page, &mut found);
    find_of_order(page, &mut found);
    for title in page.titles() {
        for labels in labels_in(title.1) {
            found.extend(find_after_labels(page, title, None, labels));
        }
    }
    find_marked(page, &mut found);
    found
}

pub(crate) fn find_earlier_invoices(page: &Page<'_>) -> Vec<Number> {
    let labels = of_earlier_invoice();
    let mut found = Vec::new();
    for title in page.titles() {
        found.extend(find_after_labels(page, title, None, labels));
    }
    for at in page.places() {
        find_labelled(page, at, labels, &mut found);
    }
    found
}

fn find_labelled(page: &Page<'_>, at: Place, labels: &Labels, found: &mut Vec<Number>) {
    let text = page.cell(at).text.as_str();
    let words = &page.content(at).words;
    let numbers = find_after_labels(page, (text, words), Some(at), labels);
    if numbers.is_empty() && (labels.are_all_of(words) || leads_to_date(labels, text, words)) {
        let beside = beside_label(page, at, labels);
        found.extend(beside.map(|(value, rank)| Number {
            value,
            kind: labels.kind,
            rank,
            label: words.folded().trim().to_owned(),
            at: Some(at),
        }));
    }
    found.extend(numbers);
}

/// `Facture du 18/09/2026`, with the number in a cell of its own.
fn leads_to_date(labels: &Labels, text: &str, words: &Words) -> bool {
    let label = labels.find_from(words, 0).filter(|(range, _)| range.start == 0);
    label.is_some_and(|(range, _)| is_only_date(&text[words.span(range.end - 1).1..]))
}

/// The number in the cell to the right of a label or below it, and its rank.
fn beside_label(page: &Page<'_>, at: Place, labels: &Labels) -> Option<(String, u8)> {
    let explicit = labels.is_explicit(&page.content(at).words);
    // Below the title of an invoice `22/08` is a day.
    let is_day = |value: &String| form::is_day_and_month(value) && !explicit;
    let expected = Expected::of_label(labels, page, explicit, true);
    let number = |place: Place| {
        number_of_cell(page, place, expected).filter(|value| !is_day(value) && !is_only_day(page, value))
    };
    let right = page.right(at).filter(|right| !is_label(page, *right));
    if let Some(value) = right.and_then(number) {
        return Some((value, 0));
    }
    // `HRB 00001` below a title
    let is_other = |place: &Place| !explicit && Numbers::OtherNumber.find_at(&page.content(*place).words, 0).is_some();
    let mut below = page
        .below(at, 2)
        .take_while(|below| !is_label(page, *below) && !is_other(below));
    let value = below.find_map(number).filter(|_| !heads_list(page, at, expected))?;
    Some((value, 1))
}

/// Whether a label heads the numbers of several invoices, each in a line with its amount: those that are paid together.
fn heads_list(page: &Page<'_>, label: Place, expected: Expected) -> bool {
    const LINES: usize = 4;
    let has_amount = |at: &Place| page.lines[at.line].iter().any(CellContent::has_money);
    let rows = page.below(label, LINES).zip(label.line + 1..);
    let rows = rows.take_while(|(at, line)| at.line == *line && has_amount(at));
    let mut numbers: Vec<String> = rows.map_while(|(at, _)| number_of_cell(page, at, expected)).collect();
    numbers.dedup();
    let are_alike = numbers
        .iter()
        .all(|number| number.len() == numbers[0].len() && number.len() > 1);
    expected.kind == NumberKind::Invoice && numbers.len() > 1 && are_alike
}

/// Whether a value looks like a day, and the page states no other.
fn is_only_day(page: &Page<'_>, value: &str) -> bool {
    let days = || page.places().flat_map(|place| &page.content(place).dates);
    // `87/03/2026` is no day.
    let may_be_day = form::is_dated(value) && !dates::find(value, &Words::of(value)).is_empty();
    may_be_day
        && days()
            .next()
            .is_none_or(|first| days().all(|other| other.parsed == first.parsed))
}

/// The number that is all of a cell.
fn number_of_cell(page: &Page<'_>, at: Place, expected: Expected) -> Option<String> {
    let text = page.cell(at).text.trim().trim_start_matches(['#', ':', ' ']);
    // Below a heading such as `FAKTURA` the number follows a short label: `Nr. 1001`.
    let text = form::after_number_word(text).unwrap_or(text);
    let value = form::number_at(text, expected)?;
    let rest = &text[value.len()..];
    let is_all = rest.is_empty() || rest == "-" || is_only_date(rest);
    whole_number(page, Some(at), text, value).filter(|_| is_all)
}

/// A number with what is below its cell, if the cell ends in a hyphen after it: `1001-2002-` over `3003`. `None` if that is no part of a
/// number: a part alone is another number.
fn whole_number(page: &Page<'_>, at: Option<Place>, text: &str, value: &str) -> Option<String> {
    let Some(at) = at.filter(|_| text.strip_suffix('-').is_some_and(|text| text.ends_with(value))) else {
        return Some(value.to_owned());
    };
    let below = page.below(at, 1).next()?;
    let next = page.cell(below).text.as_str();
    let is_alone = page.lines[below.line].len() == 1 && page.content(below).dates.is_empty();
    let is_part = is_alone
        && next.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && next.bytes().any(|b| b.is_ascii_digit());
    is_part.then(|| format!("{value}-{next}"))
}

/// Finds numbers next to dates, if a line has no other cells: the head of a receipt without labels.
fn find_beside_dates(page: &Page<'_>, found: &mut Vec<Number>) {
    for (line, cells) in page.lines.iter().enumerate().filter(|(_, cells)| cells.len() == 2) {
        let is_date = |cell: usize| cells[cell].dates.len() == 1 && cells[cell].words.len() <= 5;
        let cell = match (is_date(0), is_date(1)) {
            (true, false) => 1,
            (false, true) => 0,
            _ => continue,
        };
        let at = Place { line, cell };
        // In a PDF many texts are beside dates.
        if !page.is_mail() && !page.cell(at).text.starts_with('#') {
            continue;
        }
        let is_amount = cells[cell].has_money();
        let number = number_of_cell(page, at, Expected::OF_ORDER).filter(|value| value.len() >= 4 && !is_amount);
        let is_labelled = |value: &String| found.iter().any(|known| known.value == *value);
        if let Some(value) = number.filter(|value| !is_labelled(value)) {
            found.push(Number {
                value,
                kind: NumberKind::Receipt,
                rank: 4,
                label: "beside a date".into(),
                at: Some(at),
            });
        }
    }
}

/// Lines below the heading of an order that may state its number.
const MAX_LINES_OF_ORDER: usize = 4;
/// Fewest digits of such a number: its label need not be known.
const MIN_DIGITS_OF_ORDER: usize = 9;

/// Finds the number below a heading such as `Order information`, if no label names the order's: shops have words of their own for it,
/// such as `Contract | 400-0000001-0000001`.
fn find_of_order(page: &Page<'_>, found: &mut Vec<Number>) {
    if found.iter().any(|number| number.kind == NumberKind::Order) {
        return;
    }
    let mut lines = page.lines.iter();
    let Some(heading) = lines.position(|line| matches!(line.as_slice(), [head] if is_heading_of_order(&head.words)))
    else {
        return;
    };
    let below = (heading + 1..page.lines.len())
        .take(MAX_LINES_OF_ORDER)
        .map(|line| Place { line, cell: 0 });
    let mut numbers = below.filter_map(|at| {
        let label = &page.content(at).words;
        let right = page
            .right(at)
            .filter(|_| page.lines[at.line].len() == 2 && is_own_word(label))?;
        let value = number_of_cell(page, right, Expected::OF_ORDER)?;
        let is_long = value.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS_OF_ORDER;
        is_long.then(|| (value, label.folded().trim().to_owned(), at))
    });
    if let (Some((value, label, at)), None) = (numbers.next(), numbers.next()) {
        found.push(Number {
            value,
            kind: NumberKind::Order,
            rank: 3,
            label,
            at: Some(at),
        });
    }
}

/// The lines of a mail in which a number without a label may stand.
const MAX_LINES_OF_HEAD: usize = 6;
/// Fewest digits of such a number.
const MIN_DIGITS_OF_MARKED: usize = 6;

/// Finds `#104682915` in a cell of its own in the head of a mail that states no other number.
fn find_marked(page: &Page<'_>, found: &mut Vec<Number>) {
    if !page.is_mail() || !found.is_empty() {
        return;
    }
    let head = page.places().take_while(|at| at.line < MAX_LINES_OF_HEAD);
    let mut marked = head.filter(|at| page.cell(*at).text.starts_with('#')).filter_map(|at| {
        let value = number_of_cell(page, at, Expected::OF_ORDER)?;
        let is_long = value.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS_OF_MARKED;
        is_long.then_some((value, at))
    });
    if let (Some((value, at)), None) = (marked.next(), marked.next()) {
        found.push(Number {
            value,
            kind: NumberKind::Order,
            rank: 4,
            label: "#".into(),
            at: Some(at),
        });
    }
}

/// `Order details`, `Informazioni sull'ordine`
fn is_heading_of_order(words: &Words) -> bool {
    const MAX_WORDS: usize = 4;
    let is_order = |labels: &Labels| labels.kind == NumberKind::Order;
    (1..=MAX_WORDS).contains(&words.len()) && labels_in(words).any(is_order)
}

/// A word that names no other number, or a contract, which an order is.
fn is_own_word(words: &Words) -> bool {
    let is_unknown = words.len() == 1 && words.has_letters() && !contains_label(words);
    is_unknown || Numbers::Contract.matches_all(words)
}

/// Whether a label is of another value: `Tax invoice. ABN 00 000 000 001`, `Bank-giro 5050-1055`, `Metoda płatności: Przelewy24`.
fn is_of_other_value(words: &Words, label: &Range<usize>, explicit: bool) -> bool {
    let is_part_of = |class: &Phrases| class.find(words).is_some_and(|whole| whole.contains(&label.start));
    let is_giro = is_part_of(&Numbers::Bankgiro) || is_part_of(&Numbers::Plusgiro);
    let is_other = || Numbers::OtherNumber.find_at(words, label.end).is_some() || is_part_of(&Payments::MethodLabel);
    is_giro || !explicit && is_other()
}

/// The numbers after the labels of one kind in a title or the text of a cell.
fn find_after_labels(
    page: &Page<'_>,
    (text, words): (&str, &Words),
    at: Option<Place>,
    labels: &Labels,
) -> Vec<Number> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((range, explicit)) = labels.find_from(words, from) {
        from = range.end.max(from + 1);
        let before = range.start.checked_sub(1).map_or("", |before| words.word(before));
        if labels.excluded_by(page, before) {
            continue;
        }
        if is_of_other_value(words, &range, explicit) {
            continue;
        }
        let (rest, announced) = match letter_of_number(text, words, &range) {
            Some(number) => (number, false),
            None => skip_joining(text, words, range.end),
        };
        let expected = Expected::of_label(labels, page, explicit, explicit || announced);
        // `Fecha de la factura: 30 de junio de 2026`
        let start = text::cut(rest, LONGEST_DATE);
        let is_date = dates::find(start, &Words::of(start))
            .first()
            .is_some_and(|date| date.start == 0);
        let is_title = range.start == 0 && !page.is_mail() && labels.kind == NumberKind::Invoice;
        let short = || form::short_number(rest).filter(|_| is_title);
        let bracketed =
            || form::bracketed_number(&text[words.span(range.end - 1).1..], expected).filter(|_| page.is_mail());
        let is_day = |value: &&str| is_date && !form::is_dated(value) || is_only_day(page, value);
        let number = form::number_at(rest, expected);
        let is_of_amount =
            |value: &str| !explicit && at.is_some_and(|at| is_part_of_amount(page, at, text.len() - rest.len(), value));
        if let Some(value) = number
            .filter(|value| !is_of_amount(value))
            .or_else(short)
            .or_else(bracketed)
            .filter(|value| !is_day(value))
            .and_then(|value| whole_number(page, at, text, value))
        {
            let label = &words.folded()[words.start(range.start)..words.start(range.end)];
            let rank = match at {
                None => 1,
                Some(_) if expected.announced => 0,
                Some(_) => 2,
            };
            found.push(Number {
                value,
                kind: labels.kind,
                rank,
                label: label.trim().to_owned(),
                at,
            });
        }
    }
    found
}

/// `Kvar att betala efter denna avi: 11 250,00 kr`: whether a value at byte `start` is a part of an amount of its cell.
fn is_part_of_amount(page: &Page<'_>, at: Place, start: usize, value: &str) -> bool {
    let mut amounts = page.content(at).amounts.iter();
    amounts.any(|amount| amount.start <= start && amount.end > start + value.len())
}

/// `order N-77210934`: the text from a label's last letter, if that belongs to the number.
fn letter_of_number<'t>(text: &'t str, words: &Words, label: &Range<usize>) -> Option<&'t str> {
    let last = label.end.checked_sub(1).filter(|last| *last > label.start)?;
    let (from, to) = words.span(last);
    let mut after = text[to..].chars();
    let is_joined = after.next() == Some('-') && after.next().is_some_and(|c| c.is_ascii_digit());
    (is_joined && text[from..to].bytes().all(|b| b.is_ascii_uppercase())).then(|| &text[from..])
}

/// The text after a label without the words and signs that join the two, and whether these announce a number. `end` is the
/// word after the label.
fn skip_joining<'t>(text: &'t str, words: &Words, mut end: usize) -> (&'t str, bool) {
    let skip = |phrases: &Phrases, from: usize| {
        let found = phrases.find_at(words, from).filter(|found| found.end < words.len());
        found.map(|found| found.end)
    };
    end = skip(&Numbers::JoiningWord, end).unwrap_or(end);
    let has_number = skip(&Numbers::HasNumber, end);
    end = has_number.unwrap_or(end);
    let after = &text[words.span(end - 1).1..];
    let rest = after.trim_start_matches([
        ' ', ':', '#', '.', '-', '–', '(', ')', '"', '“', '”', '№', '*', 'º', '°', 'ª', '•', '●', '·',
    ]);
    let signs = &after[..after.len() - rest.len()];
    // `Invoice INV#20417`
    if let Some((prefix, number)) = rest.split_once('#')
        && (1..=4).contains(&prefix.len())
        && prefix.bytes().all(|b| b.is_ascii_uppercase())
    {
        return (number, true);
    }
    // `Handelsrechnung (380) Nr. 318044`: the code of the kind of document (UNTDID 1001)
    if let Some((code, number)) = rest.split_once(") ")
        && code.len() == 3
        && code.bytes().all(|b| b.is_ascii_digit())
        && let Some(number) = form::after_number_word(number)
    {
        return (number, true);
    }
    // `Numer faktury: nr FS/1/2026`
    if signs.contains(':')
        && let Some(number) = form::after_number_word(rest)
    {
        return (number, true);
    }
    (rest, has_number.is_some() || signs.contains([':', '#', '№']))
}
