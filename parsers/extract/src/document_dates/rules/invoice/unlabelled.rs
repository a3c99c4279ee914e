//! The rules for dates without a label.

use chrono::NaiveDate;

use super::super::page_dates::day_order_unknown;
use super::candidates::Candidates;
use crate::choice::{Choice, only};

/// The lines in which a date alone in its cell may be a letter's.
const HEAD_LINES: usize = 4;

pub(super) fn booking(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    of.is_booking
        .then(|| Choice::refused("the dates of a booking without a label are those of the journey or stay"))
}

pub(super) fn day_order(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let is_ambiguous = of.dates.all.iter().any(|date| of.day(date).is_none());
    is_ambiguous.then(day_order_unknown)
}

pub(super) fn only_one_day(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let dates = of.dates.all;
    let day = only(dates.iter().filter_map(|date| of.day(date)))?;
    (dates.len() > 1).then(|| Choice::taken(day, "every date is of that day"))
}

pub(super) fn only_date_in_cell(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let half = of.page.lines.len().div_ceil(2);
    let early = of.unlabelled.iter().filter(|date| date.alone && date.at.line < half);
    let day = only(early.filter_map(|date| of.day(date)))?;
    Some(Choice::taken(day, "the only date alone in its cell"))
}

pub(super) fn only_unlabelled(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let day = only(of.unlabelled.iter().filter_map(|date| of.day(date)))?;
    Some(Choice::taken(day, "the only date without a label"))
}

pub(super) fn only_in_head(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let head = of.unlabelled.iter().filter(|date| date.at.line < HEAD_LINES);
    let alone = head.filter(|date| date.alone && !date.timed && !date.own_label);
    let day = only(alone.filter_map(|date| of.day(date)))?;
    Some(Choice::taken(day, "the only date alone in the head"))
}

pub(super) fn several(of: &Candidates<'_>) -> Option<Choice<NaiveDate>> {
    let has_day = of.unlabelled.iter().any(|date| of.day(date).is_some());
    has_day.then(|| Choice::refused("several dates without a label"))
}
