//! What a payment covers: from one day to another.

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use regex::Regex;

use crate::dates;
use crate::page::{Page, Place};
use crate::when::{self, Dated};
use crate::words::Words;

/// Two days that are further apart are no period.
const MAX_DAYS: i64 = 800;

/// What joins the first day to the last.
static JOINS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^ ?(?:–|—|-|to|till|til|bis|t\.? ?o\.? ?m\.?|och med|through|until) ?(?:den |zum )?$")
        .expect("a constant pattern")
});
/// A day without its year before such a word: `Mar 3 –`, `1. Juli bis`.
static YEARLESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)([0-9]{1,2}\.? \p{L}{3,9}\.?|\p{L}{3,9}\.? [0-9]{1,2}) ?(?:–|—|-|to|till|til|bis|t\.? ?o\.? ?m\.?|through|until) ?(?:den |zum )?$")
        .expect("a constant pattern")
});

/// The period that the page states: the first range of two days. A first day without a year is in the second's, or the year before.
pub fn stated(page: &Page<'_>, found: &[Dated]) -> Option<(NaiveDate, NaiveDate)> {
    when::period(page, found).or_else(|| page.places().find_map(|at| in_cell(page, at)))
}

fn in_cell(page: &Page<'_>, at: Place) -> Option<(NaiveDate, NaiveDate)> {
    let text = page.cell(at).text.as_str();
    let dates = &page.reads(at).dates;
    let day = |at: usize| dates[at].form.date(page.day_order);
    let joined = (1..dates.len()).find(|at| {
        let between = &text[dates[at - 1].end..dates[*at].start];
        JOINS.is_match(between)
    });
    if let Some(at) = joined {
        return period(day(at - 1)?, day(at)?);
    }
    (0..dates.len()).find_map(|at| {
        let hit = YEARLESS.captures(&text[..dates[at].start])?;
        let end = day(at)?;
        let in_year = |year: i32| {
            let dated = format!("{} {year}", &hit[1]);
            dates::find(&dated, &Words::of(&dated))
                .first()?
                .form
                .date(page.day_order)
        };
        let start = in_year(end.year()).filter(|start| *start <= end);
        period(start.or_else(|| in_year(end.year() - 1))?, end)
    })
}

fn period(start: NaiveDate, end: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    (0..=MAX_DAYS)
        .contains(&(end - start).num_days())
        .then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parser_document::Document;

    fn read(text: &str) -> Option<(String, String)> {
        let document = Document::from_plain(text);
        let page = Page::new(&document, None);
        let (start, end) = stated(&page, &when::find(&page))?;
        Some((start.to_string(), end.to_string()))
    }

    #[test]
    fn a_period_is_read_however_it_is_joined() {
        for text in [
            "Period 2026-03-01 – 2026-03-31",
            "Gäller: 2026-03-01 till 2026-03-31",
            "Avser: 2026-03-01 t.o.m. 2026-03-31",
            "Mar 1 – Mar 31, 2026",
            "1 mars–31 mars 2026",
            "für den Zeitraum vom 1. März bis 31. März 2026 einen Betrag",
        ] {
            let wanted = ("2026-03-01".to_owned(), "2026-03-31".to_owned());
            assert_eq!(read(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_first_day_without_a_year_may_be_in_the_year_before() {
        let wanted = ("2025-12-15".to_owned(), "2026-01-14".to_owned());
        assert_eq!(read("Dec 15 – Jan 14, 2026"), Some(wanted));
    }

    #[test]
    fn two_dates_that_nothing_joins_are_no_period() {
        assert_eq!(read("Köpt 2026-03-01, levereras 2026-03-05"), None);
    }
}
