//! Swedish payment references: OCR, Bankgiro, Plusgiro.
//!
//! A labelled number is returned even where its check digit fails (with a warning); an unlabelled one never is.

pub mod slip;

use std::sync::LazyLock;

use crate::choice::Choice;
use crate::luhn;
use crate::page::{Page, Place};
use crate::phrases::{Numbers, Phrases};
use crate::scanner::Scanner;
use parser_document::Document;

static OCR: LazyLock<Phrases> = LazyLock::new(|| Numbers::PaymentReference.phrases());
static BANKGIRO: LazyLock<Phrases> = LazyLock::new(|| Numbers::Bankgiro.phrases());
static PLUSGIRO: LazyLock<Phrases> = LazyLock::new(|| Numbers::Plusgiro.phrases());

/// How many digits a payment reference has.
const OCR_DIGITS: std::ops::RangeInclusive<usize> = 4..=25;
/// What stands before the last digits of a giro number.
const HYPHENS: [char; 3] = ['-', '–', '‑'];

/// What is said of a payment reference whose check digit fails.
pub const OCR_WARNING: &str = "the check digit of the OCR number does not hold";

/// The payment reference: 4 to 25 digits.
pub fn ocr(page: &Page<'_>) -> Choice<String> {
    let on_slip: Vec<String> = on_slips(page).map(|(_, digits)| digits).collect();
    pick("the payment slip's form", on_slip).or_else(|| {
        let found = labelled_ocr(page);
        let valid = found.iter().filter(|digits| luhn::holds(digits)).cloned().collect();
        pick("its label, and its check digit holds", valid).or_else(|| pick("its label", found))
    })
}

/// Every payment reference, labelled or in a slip's form, with its line. A page may have several slips.
pub fn ocr_lines(page: &Page<'_>) -> Vec<(usize, String)> {
    let labelled = after_label(page, &OCR, ocr_digits)
        .into_iter()
        .map(|(at, digits)| (at.line, digits));
    on_slips(page).chain(labelled).collect()
}

fn labelled_ocr(page: &Page<'_>) -> Vec<String> {
    values(after_label(page, &OCR, ocr_digits))
}

fn on_slips<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, String)> + 'p {
    let lines = page.document.lines.iter().enumerate();
    let marked = lines.filter(|(_, line)| line.iter().any(|cell| cell.text.contains('#')));
    let digits = |(at, line)| Some((at, slip_digits(&Document::line_text(line))?.to_owned()));
    marked.filter_map(digits).filter(|(_, digits)| luhn::holds(digits))
}

/// `# 1234567 #`: the reference's form on a payment slip.
fn slip_digits(line: &str) -> Option<&str> {
    line.match_indices('#').find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 1..]);
        let before = before.strip_suffix(' ').unwrap_or(before);
        let head = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &before[head.len()..];
        let apart = head.is_empty() || head.ends_with(['#', ' ']);
        let ends = Scanner::new(after).ends_before(|c| c == ' ' || c.is_ascii_digit());
        (apart && ends && OCR_DIGITS.contains(&digits.len())).then_some(digits)
    })
}

fn ocr_digits(text: &str) -> Option<String> {
    let run = Scanner::new(text).take_while(|c| c.is_ascii_digit() || c == ' ');
    let digits: String = run.chars().take(34).filter(char::is_ascii_digit).collect();
    (text.starts_with(|c: char| c.is_ascii_digit()) && OCR_DIGITS.contains(&digits.len())).then_some(digits)
}

/// The Bankgiro number as `123-4567` or `1234-5678`.
pub fn bankgiro(page: &Page<'_>) -> Choice<String> {
    pick("its label", values(after_label(page, &BANKGIRO, bankgiro_at)))
}

/// The Bankgiro number that begins a text.
fn bankgiro_at(text: &str) -> Option<String> {
    let mut form = Scanner::new(text);
    let front = form.digits(3..=4)?;
    let back = form.one_of(&HYPHENS).then(|| form.digits(4..=4))??;
    ends_number(&form).then(|| format!("{front}-{back}"))
}

fn ends_number(form: &Scanner<'_>) -> bool {
    form.ends_before(|c| !c.is_ascii_digit() && c != '-')
}

/// The Plusgiro number as it is written: `12 34 56-7`.
pub fn plusgiro(page: &Page<'_>) -> Choice<String> {
    pick("its label", values(after_label(page, &PLUSGIRO, plusgiro_at)))
}

/// The Plusgiro number that begins a text.
fn plusgiro_at(text: &str) -> Option<String> {
    let mut form = Scanner::new(text);
    let front = form.take_while(|c| c.is_ascii_digit() || c == ' ');
    let digits = front.bytes().filter(u8::is_ascii_digit).count();
    let sized = (1..=7).contains(&digits) && front.len() <= 10 && !front.starts_with(' ');
    if !sized || !form.one_of(&HYPHENS) {
        return None;
    }
    form.one_of(&[' ']);
    let check = form.digits(1..=1)?;
    ends_number(&form).then(|| format!("{}-{check}", front.trim()))
}

/// Whether the check digit of a number with or without separators holds.
pub fn check_digit_holds(number: &str) -> bool {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    luhn::holds(&digits)
}

fn pick(why: &str, mut found: Vec<String>) -> Choice<String> {
    found.dedup();
    let all = found.clone();
    found.sort();
    found.dedup();
    match found.as_slice() {
        [] => Choice::nothing(),
        [one] => Choice::taken(one.clone(), why),
        _ => Choice::refused("several different ones").among(all),
    }
}

fn values(found: Vec<(Place, String)>) -> Vec<String> {
    found.into_iter().map(|(_, value)| value).collect()
}

/// What `read` makes of the text right after a label: in its cell, in the cell to the right, in one below; else in the words
/// of its sentence on the line above.
fn after_label(page: &Page<'_>, labels: &Phrases, read: impl Fn(&str) -> Option<String>) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for at in page.places() {
        let words = &page.reads(at).words;
        let mut from = 0;
        while let Some(range) = labels.find_from(words, from) {
            from = range.end.max(from + 1);
            let text = page.cell(at).text.as_str();
            let rest = text[words.span(range.end - 1).1..].trim_start_matches(skipped);
            let joined = ["är ", "is ", "nr ", "nummer "]
                .iter()
                .find_map(|word| rest.strip_prefix(word));
            let rest = joined.map_or(rest, |rest| rest.trim_start_matches(skipped));
            let is_label = || rest.is_empty() || range.start == 0 && words.len() <= 4;
            if let Some(value) = read(rest) {
                found.push((at, value));
            } else if !rest.starts_with(|c: char| c.is_ascii_digit()) && is_label() {
                let value = |place: Place| Some((place, read(page.cell(place).text.trim_start_matches(skipped))?));
                let value = beside(page, at).find_map(value);
                found.extend(value.or_else(|| sentence_above(page, at, &read)));
            }
        }
    }
    found
}

/// `Ange 12345678 som` above `OCR`: the number that the sentence which ends in the label begins with.
fn sentence_above(page: &Page<'_>, at: Place, read: impl Fn(&str) -> Option<String>) -> Option<(Place, String)> {
    let above = page.above(at, 2).next()?;
    let text = page.cell(above).text.as_str();
    let sentence = text.strip_suffix(" som").or_else(|| text.strip_suffix(" as"))?;
    let start = sentence.find(|c: char| c.is_ascii_digit())?;
    Some((above, read(&sentence[start..])?))
}

/// The cell to the right, then those below, then what stands alone in the next line, further to the right.
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

fn skipped(c: char) -> bool {
    matches!(c, ' ' | ':' | '#' | '.' | '(' | ')' | '-' | '–')
}
