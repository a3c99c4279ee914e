//! What the rules of the invoice date decide on, and what they share.

use chrono::NaiveDate;

use super::super::page_dates::PageDates;
use crate::cell::CellContent;
use crate::choice::{Choice, most_frequent, only};
use crate::dates::DateMatch;
use crate::document_dates::{LabelledDate, Role};
use crate::numbers::{Number, NumberKind};
use crate::page::Page;
use crate::phrases::Dates;
use crate::total::Labelled;
use crate::words::Words;

/// The lines in which a document says that it is about a booking.
const HEAD_LINES: usize = 6;

/// The dates of a document, and what the rules need to know of the rest of it.
pub(super) struct Candidates<'a> {
    pub page: &'a Page<'a>,
    pub dates: PageDates<'a>,
    /// The numbers of the document, such as the order's.
    pub numbers: &'a [Number],
    /// The amount that was chosen as the total.
    pub total: Option<&'a Labelled>,
    /// The days of dates with a plain label.
    pub generic: Vec<NaiveDate>,
    /// The days of dates in running text.
    pub prose: Vec<NaiveDate>,
    /// Dates without a label that are in no range.
    pub unlabelled: Vec<&'a LabelledDate>,
    /// Whether the head mentions a journey, a stay or an event.
    pub is_booking: bool,
}

impl<'a> Candidates<'a> {
    pub fn new(dates: PageDates<'a>, numbers: &'a [Number], total: Option<&'a Labelled>) -> Self {
        Candidates {
            page: dates.page,
            dates,
            numbers,
            total,
            generic: generic(dates),
            prose: dates.days(Role::Prose),
            unlabelled: dates.with_role(Role::None).collect(),
            is_booking: is_booking(dates.page),
        }
    }

    /// Whether nothing before a date in its cell can be a label that is not known: at most a word, such as that of a weekday, a place
    /// with a comma, or a number directly before it, as on a till's receipt.
    pub fn is_bare(&self, date: &LabelledDate) -> bool {
        let (text, content) = (&self.page.cell(date.at).text, self.page.content(date.at));
        let found = content.dates.iter().find(|found| found.parsed == date.parsed);
        let before = found.map_or("", |found| &text[..found.start]);
        let (place, word) = before.rsplit_once(',').unwrap_or(("", before));
        let number = before.trim_end_matches([' ', '-', '–', '(', ')']);
        let is_numbered = number.ends_with(|c: char| c.is_ascii_digit());
        let is_placed = Words::of(place).len() <= MAX_PLACE_WORDS && Words::of(word).len() <= 1;
        !before.trim_end().ends_with(':') && (is_placed || is_numbered)
    }

    /// The day that a date means; `None` if it is ambiguous.
    pub fn day(&self, date: &LabelledDate) -> Option<NaiveDate> {
        self.dates.day(date)
    }
}

/// The days of dates with a plain label: of those with the label in their own cell, which is no sentence, if there are any.
fn generic(dates: PageDates<'_>) -> Vec<NaiveDate> {
    const MAX_WORDS: usize = 9;
    let is_short = |date: &LabelledDate| dates.page.content(date.at).words.len() <= MAX_WORDS;
    // `Date : 16 juin 2026` over a table whose column is headed `Date`.
    let own_label = dates
        .with_role(Role::Generic)
        .filter(|date| date.own_label && is_short(date));
    let days: Vec<NaiveDate> = own_label.filter_map(|date| dates.day(date)).collect();
    if days.is_empty() {
        dates.days(Role::Generic)
    } else {
        days
    }
}

/// Lines with amounts do not count: `Booking fee` is the label of one.
fn is_booking(page: &Page<'_>) -> bool {
    let lines = page.lines.iter().take(HEAD_LINES);
    let head = lines.filter(|line| line.iter().all(|cell| cell.amounts.is_empty()));
    let words = head.flatten().map(|cell| cell.words.folded());
    let texts = [page.title.folded(), page.subject.folded()];
    Dates::BookingHeading.contains_folded(&texts.into_iter().chain(words).collect::<String>())
}

/// Most words of a place.
const MAX_PLACE_WORDS: usize = 3;
/// Maximum number of bytes between a date and the total of its sentence.
const MAX_DISTANCE: usize = 60;

pub(super) fn first_of_pdf(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let first = of.generic.first().filter(|_| !of.page.is_mail())?;
    Some(Choice::taken(*first, "the first of several"))
}

/// `du 3 septembre 2026` below a title, `Villebourg, le 3 septembre 2026`, `Borgo, 3 settembre 2026`: a line of the head with the day and
/// at most a place.
pub(super) fn in_short_line(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let has_amount = |line: &Vec<CellContent>| line.iter().any(CellContent::has_money);
    let goods = of.page.lines.iter().position(has_amount)?;
    // A ticket has the place and the day of its event.
    let is_letter = of.numbers.iter().any(|number| number.kind == NumberKind::Invoice) && !of.is_booking;
    if !is_letter && most_frequent(&of.prose).is_some() {
        return None;
    }
    let is_place = |text: &str| {
        let is_name = text.starts_with(char::is_uppercase) && !text.contains(|c: char| c.is_ascii_digit());
        is_name && Words::of(text).len() <= MAX_PLACE_WORDS
    };
    let is_short = |date: &LabelledDate| {
        let text = of.page.cell(date.at).text.as_str();
        let [found] = of.page.content(date.at).dates.as_slice() else {
            return false;
        };
        let before = &text[..found.start];
        let (place, preposition) = before
            .split_once(',')
            .map_or((None, before), |(place, rest)| (Some(place), rest));
        let is_letters = date.role == Role::Prose || place.is_some() && is_letter;
        let is_short = place.is_none_or(is_place) && Words::of(preposition).len() <= 1;
        is_letters && is_short && text[found.end..].trim().is_empty()
    };
    let dates = [Role::Prose, Role::None]
        .into_iter()
        .flat_map(|role| of.dates.with_role(role));
    let head = dates.filter(|date| date.at.line < goods && is_short(date));
    let day = only(head.filter_map(|date| of.day(date)))?;
    (!of.page.is_mail()).then(|| Choice::taken(day, "alone or after a place in its line"))
}

pub(super) fn several() -> Choice<NaiveDate> {
    Choice::refused("several dates without a better label")
}

/// `Den 2 september 2026 drog vi 129 kronor`: the date nearest to the total, if it is in the same sentence.
pub(super) fn with_total(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let total = of.total?;
    let (text, content) = (of.page.cell(total.at).text.as_str(), of.page.content(total.at));
    let amount = total.written(of.page);
    let between = |date: &DateMatch| {
        let (from, to) = if date.end <= amount.start {
            (date.end, amount.start)
        } else {
            (amount.end, date.start)
        };
        text.get(from..to)
    };
    let near = content
        .dates
        .iter()
        .filter_map(|date| Some((between(date)?, date)))
        .filter(|(text, _)| text.len() <= MAX_DISTANCE && !text.contains(". ") && !text.contains('!'))
        .min_by_key(|(text, _)| text.len())?
        .1;
    let may_be_payment = |date: &LabelledDate| {
        let same = date.at == total.at && date.parsed == near.parsed && !date.in_range;
        same && matches!(date.role, Role::Prose | Role::None | Role::Generic)
    };
    let date = of.dates.all.iter().find(|date| may_be_payment(date))?;
    Some(Choice::taken(of.day(date)?, "the date in the sentence of the sum"))
}
