//! The days that headings state for the stops below them.

use chrono::NaiveDate;
use parser_kit::Page;
use parser_kit::document_dates::{self, Role};

use super::stop::day_without_year;

/// A cell of more words is prose.
pub(super) const MAX_WORDS: usize = 8;

/// The days that the page states for a journey, by line.
pub(super) struct Calendar(Vec<(usize, NaiveDate)>);

impl Calendar {
    pub fn of(page: &Page<'_>, known: Option<NaiveDate>) -> Self {
        // `Datum: 2026-07-18` is one to travel on where it is later than the booking.
        let later = |day: Option<NaiveDate>| known.is_some() && day > known;
        let dated = document_dates::find(page);
        let dated = dated.iter().filter(|d| match d.role {
            Role::None | Role::Other | Role::Prose => true,
            Role::Generic => later(d.parsed.date(page.day_order)),
            _ => false,
        });
        let mut days: Vec<(usize, NaiveDate)> = dated
            .filter_map(|d| Some((d.at.line, d.parsed.date(page.day_order)?)))
            .collect();
        if let Some(known) = known {
            for at in page.places() {
                let reads = page.reads(at);
                if reads.dates.is_empty() && reads.words.len() <= MAX_WORDS {
                    days.extend(day_without_year(&reads.words, known).map(|day| (at.line, day)));
                }
            }
        }
        // The day of the booking is one to travel on only where no other is named.
        if days.iter().any(|(_, day)| Some(*day) != known) {
            days.retain(|(_, day)| Some(*day) != known);
        }
        days.sort_by_key(|(line, _)| *line);
        Calendar(days)
    }

    /// The day that holds in a line: the last stated up to there, else the first after.
    pub fn day(&self, line: usize) -> Option<NaiveDate> {
        let before = self.0.iter().rfind(|(at, _)| *at <= line);
        before.or_else(|| self.0.first()).map(|(_, day)| *day)
    }
}
