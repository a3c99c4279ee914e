//! Finds the dates of a page, each with its label.

use std::cell::LazyCell;

use chrono::NaiveDate;
use parser_document::Line;
use parser_document::text::cut;

use super::label::find_label;
use super::role::Role;
use crate::date_range;
use crate::dates::{DateMatch, ParsedDate, ends_in_first_day, has_time};
use crate::numbers::{Number, find_earlier_invoices};
use crate::page::{Page, Place};
use crate::phrases::Dates;
use crate::statements::says_paid;
use crate::words::Words;

/// A cell with a date and no more words than these besides contains the date only.
const MAX_OTHER_WORDS: usize = 3;
/// The same for a date with a time of day: the words of `4:07:33 AM` belong to it.
const MAX_OTHER_WORDS_WITH_TIME: usize = 6;
/// Bytes after a date in which words can make it the due date.
const MAX_AFTER_DATE: usize = 40;

#[allow(clippy::struct_excessive_bools, reason = "the facts are independent of each other")]
#[derive(Clone, Debug)]
pub struct LabelledDate {
    /// The date, whose day and month may be ambiguous.
    pub parsed: ParsedDate,
    /// Its meaning by its label.
    pub role: Role,
    pub label: String,
    /// The cell that contains it.
    pub at: Place,
    /// Whether its cell has next to no other words.
    pub alone: bool,
    /// Whether a time of day follows it in its cell.
    pub timed: bool,
    /// Whether it is the first or last day of a range: `1/3 – 31/3`.
    pub in_range: bool,
    /// Whether words are before it in its own cell: `Date : 16 juin 2026`.
    pub own_label: bool,
}

pub fn find(page: &Page<'_>) -> Vec<LabelledDate> {
    let mut found = Vec::new();
    for at in page.places() {
        let dates = page.content(at).dates.len();
        found.extend((0..dates).map(|index| labelled_date(page, at, index)));
        find_digits_only(page, at, &mut found);
    }
    correct_payment_days(page, &mut found);
    found
}

/// `Payment date` is a due date until it is paid. One with a time of day was paid, unless the time stands for the whole day.
fn correct_payment_days(page: &Page<'_>, dates: &mut [LabelledDate]) {
    let days = dates
        .iter_mut()
        .filter(|date| date.role == Role::Due && is_payment_day(&date.label));
    let is_paid = LazyCell::new(|| says_paid(page));
    for date in days {
        if date.timed && !has_time_of_whole_day(&page.cell(date.at).text) || *is_paid {
            date.role = Role::Order;
        }
    }
}

/// `00:00:00`, `11:59 PM`: times that programs write for a whole day.
fn has_time_of_whole_day(text: &str) -> bool {
    const TIMES: [&str; 4] = ["00:00", "0:00", "24:00", "23:59"];
    let is_of_whole_day = |word: &str| TIMES.iter().any(|time| word.starts_with(time));
    let text = text.to_uppercase();
    // `2026-12-29T00:00:00`
    text.split([' ', 'T']).any(is_of_whole_day) || text.contains("12:00 AM") || text.contains("11:59 PM")
}

/// The dates with [`Role::Foreign`] for those that are certainly not the document's.
pub(super) fn with_foreign(page: &Page<'_>, dates: &[LabelledDate]) -> Vec<LabelledDate> {
    let earlier = LazyCell::new(|| find_earlier_invoices(page));
    // The day after may be today elsewhere.
    let last = page.received.filter(|_| page.is_mail()).and_then(|day| day.succ_opt());
    let is_foreign = |date: &LabelledDate| {
        let is_weak = matches!(date.role, Role::Generic | Role::Prose | Role::None);
        let day = || date.parsed.date(page.day_order);
        let is_later = || last.is_some_and(|last| day().is_some_and(|day| day > last));
        let is_named = matches!(date.role, Role::Due | Role::Invoice);
        is_weak && is_later()
            || is_of_browser(page, date)
            || !is_named && earlier.iter().any(|invoice| follows(page, date, invoice))
    };
    let changed = |date: &LabelledDate| LabelledDate {
        role: if is_foreign(date) { Role::Foreign } else { date.role },
        ..date.clone()
    };
    dates.iter().map(changed).collect()
}

/// Whether a label can name the day of a payment that was made.
fn is_payment_day(label: &str) -> bool {
    let words = Words::of(label);
    Dates::DueDate.matches_all(&words) && Dates::OrderDate.matches_all(&words)
}

/// Whether a date is the time of printing that browsers put on each sheet, where they also put the address and the sheet's number.
fn is_of_browser(page: &Page<'_>, date: &LabelledDate) -> bool {
    if !(date.timed && date.alone) || date.own_label || page.is_mail() {
        return false;
    }
    let sheet = page.cell(date.at).page;
    let lines = &page.document.lines;
    let on_sheet = |line: &Line| line[0].page == sheet;
    let (Some(top), Some(bottom)) = (lines.iter().position(on_sheet), lines.iter().rposition(on_sheet)) else {
        return false;
    };
    let mut edges = lines[top].iter().chain(&lines[bottom]);
    let is_edge = date.at.line == top || date.at.line == bottom;
    is_edge && edges.clone().any(|cell| cell.text.starts_with("http")) && edges.any(|cell| is_sheet_number(&cell.text))
}

/// `1/2`, `1 of 2`
fn is_sheet_number(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let between = text.trim_matches(|c: char| c.is_ascii_digit());
    let parts = text.split_once(between);
    let joins = between == "/" || between.starts_with(' ') && between.ends_with(' ') && between.len() <= 8;
    joins && parts.is_some_and(|(number, count)| is_number(number) && is_number(count))
}

/// Whether a date directly follows the number of an invoice in its cell: `faktura 1044 (14.07.2026)`.
fn follows(page: &Page<'_>, date: &LabelledDate, invoice: &Number) -> bool {
    const MAX_BETWEEN: usize = 12;
    let text = page.cell(date.at).text.as_str();
    let is_same = |found: &&DateMatch| found.parsed == date.parsed;
    let Some(found) = page.content(date.at).dates.iter().find(is_same) else {
        return false;
    };
    let number_end = text[..found.start]
        .rfind(&invoice.value)
        .map(|start| start + invoice.value.len());
    invoice.at == Some(date.at) && number_end.is_some_and(|end| found.start - end <= MAX_BETWEEN)
}

/// One of a cell's dates with its label.
fn labelled_date(page: &Page<'_>, at: Place, index: usize) -> LabelledDate {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    let date = content.dates[index];
    let from = if index > 0 { content.dates[index - 1].end } else { 0 };
    let before = &text[from..date.start];
    let after = &text[date.end..];
    let other_words = content.words.len() - (date.end_word - date.first_word);
    let timed = has_time(after);
    let alone = other_words
        <= if timed {
            MAX_OTHER_WORDS_WITH_TIME
        } else {
            MAX_OTHER_WORDS
        };
    let (mut role, label) = find_label(page, at, before, alone);
    // `ist am 08.07.2026 fällig`
    if matches!(role, Role::Prose | Role::None)
        && Dates::DueAfterDate.starts_with(&Words::of(cut(after, MAX_AFTER_DATE)))
    {
        role = Role::Due;
    }
    LabelledDate {
        parsed: date.parsed,
        role,
        label,
        at,
        alone,
        timed,
        in_range: is_in_range(text, &content.dates, index),
        own_label: Words::of(before).has_letters(),
    }
}

/// Whether the date before or after this one in the text, or a day before it, makes a range with it.
fn is_in_range(text: &str, dates: &[DateMatch], index: usize) -> bool {
    let date = dates[index];
    let ends_range = match index {
        0 => ends_in_first_day(&text[..date.start]),
        _ => date_range::joins(&text[dates[index - 1].end..date.start]),
    };
    let next = dates.get(index + 1);
    ends_range || next.is_some_and(|next| date_range::joins(&text[date.end..next.start]))
}

/// Adds dates of digits only, `260531` and `20260531`. They are dates only if a label says so.
fn find_digits_only(page: &Page<'_>, at: Place, found: &mut Vec<LabelledDate>) {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    for index in 0..content.words.len() {
        let word = content.words.word(index);
        let format = match word.len() {
            6 => "%y%m%d",
            8 => "%Y%m%d",
            _ => continue,
        };
        let (from, to) = content.words.span(index);
        let joined = text[to..].starts_with(['-', '/']) || text[..from].ends_with(['-', '/']);
        let date = NaiveDate::parse_from_str(word, format).ok();
        let Some(date) = date.filter(|_| !joined && word.bytes().all(|b| b.is_ascii_digit())) else {
            continue;
        };
        let alone = content.words.len() <= 4;
        let (role, label) = find_label(page, at, &text[..from], alone);
        if matches!(role, Role::Due | Role::Invoice | Role::Order) || role == Role::Generic && word.len() == 6 {
            found.push(LabelledDate {
                parsed: ParsedDate::Certain(date),
                role,
                label,
                at,
                alone,
                in_range: false,
                own_label: true,
                timed: false,
            });
        }
    }
}
