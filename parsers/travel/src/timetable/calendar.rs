//! The days of a journey. A day in a heading holds for the stops below it.

use chrono::NaiveDate;
use parser_kit::Page;
use parser_kit::document_dates::{self, Role};

use super::stop::{Stop, day_without_year};

/// Maximum number of words of a cell that is not prose.
pub(super) const MAX_WORDS: usize = 8;

/// The days that the page states for a journey, each with its line, from top to bottom.
pub(super) struct Calendar(Vec<(usize, NaiveDate)>);

impl Calendar {
    /// Reads a page. `known` is a day before the journey, such as that of the booking.
    pub fn of(page: &Page<'_>, known: Option<NaiveDate>) -> Self {
        // A date with a general label (`Datum: 2026-07-18`) is a day of the journey if it is after the booking.
        let is_later = |day: Option<NaiveDate>| known.is_some() && day > known;
        let dated = document_dates::find(page);
        let dated = dated.iter().filter(|d| match d.role {
            Role::None | Role::Other | Role::Prose => true,
            Role::Generic => is_later(d.parsed.date(page.day_order)),
            _ => false,
        });
        let mut days: Vec<(usize, NaiveDate)> = dated
            .filter_map(|d| Some((d.at.line, d.parsed.date(page.day_order)?)))
            .collect();
        if let Some(known) = known {
            for at in page.places() {
                let content = page.content(at);
                if content.dates.is_empty() && content.words.len() <= MAX_WORDS {
                    days.extend(day_without_year(&content.words, known).map(|day| (at.line, day)));
                }
            }
        }
        // The day of the booking is a day of the journey only if the page states no other.
        if days.iter().any(|(_, day)| Some(*day) != known) {
            days.retain(|(_, day)| Some(*day) != known);
        }
        days.sort_by_key(|(line, _)| *line);
        Calendar(days)
    }

    /// The day of the stops in a line: the last day stated in or above it, else the first below.
    pub fn day(&self, line: usize) -> Option<NaiveDate> {
        let before = self.0.iter().rfind(|(at, _)| *at <= line);
        before.or_else(|| self.0.first()).map(|(_, day)| *day)
    }
}

/// A part of a journey. Values may be missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    pub from: Stop,
    pub to: Stop,
    pub number: Option<String>,
}
