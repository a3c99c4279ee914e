//! The features of each day that a document names.

use chrono::NaiveDate;
use parser_document::steps;

use super::{LabelledDate, Role};
use crate::numbers::Number;
use crate::page::Page;
use crate::ranking::{Candidates, Features};
use crate::total::Labelled;

/// Distance in lines at which a number counts as next to a date.
const BESIDE: usize = 1;

/// The days of a page but those that only labels of due dates name. `total` is the amount that was chosen as the total.
pub(super) fn candidates(
    page: &Page<'_>,
    dates: &[LabelledDate],
    numbers: &[Number],
    total: Option<&Labelled>,
) -> Candidates<NaiveDate> {
    let other_days = super::not_own(page, dates);
    let mut candidates = Candidates::new();
    for (index, date) in dates.iter().enumerate() {
        let Some(day) = date.parsed.date(page.day_order) else {
            continue;
        };
        if other_days.contains(&day) {
            continue;
        }
        let features = candidates.of(day);
        add_place(features, date, total);
        features.add_if(index == 0, "first date of the page");
        features.add(role_name(date.role));
        features.add_if(date.alone, "alone in its cell");
        if date.alone {
            features.add(format!("{}, alone in its cell", role_name(date.role)));
        }
        features.add_if(date.own_label, "its label is in its own cell");
        features.add_if(date.timed, "with a time of day");
        steps::spend(numbers.len());
        let is_beside = |number: &Number| number.at.is_some_and(|at| at.line.abs_diff(date.at.line) <= BESIDE);
        features.add_if(numbers.iter().any(is_beside), "beside a number");
    }
    compare(&mut candidates, page.is_mail());
    candidates
}

fn add_place(features: &mut Features, date: &LabelledDate, total: Option<&Labelled>) {
    features.add(match date.at.line {
        0..=5 => "in the first lines",
        6..=14 => "in the upper lines",
        _ => "further down",
    });
    if let Some(total) = total {
        features.add_if(total.at.line == date.at.line, "in the total's line");
        features.add_if(total.at.line > date.at.line, "above the total");
    }
}

fn compare(candidates: &mut Candidates<NaiveDate>, is_mail: bool) {
    let days: Vec<NaiveDate> = candidates.all().iter().map(|(day, _)| *day).collect();
    let (earliest, latest) = (days.iter().min().copied(), days.iter().max().copied());
    let count = match days.len() {
        1 => "the only day",
        2 => "one of two days",
        3 => "one of three days",
        _ => "one of many days",
    };
    for (day, features) in candidates.iter_mut() {
        features.add_if(Some(*day) == earliest, "the earliest day");
        features.add_if(Some(*day) == latest, "the latest day");
        features.add(count);
        features.add(if is_mail { "in a mail" } else { "in a PDF" });
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Due => "labelled as the due date",
        Role::Invoice => "labelled as the invoice date",
        Role::Order => "labelled as the order's day",
        Role::Generic => "labelled as a date",
        Role::Prose => "in a sentence",
        Role::Other | Role::Foreign => "labelled as another day",
        Role::None => "without a label",
    }
}
