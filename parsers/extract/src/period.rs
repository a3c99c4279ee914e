//! The period that a payment covers.

use chrono::{Datelike, NaiveDate};

use crate::choice::{Because, Choice};
use crate::document_dates::LabelledDate;
use crate::page::{Page, Place};
use crate::words::Words;
use crate::{date_range, dates};
use parser_document::text::cut;

/// Days that are further apart aren't a period, unless their dates were found as a range.
const MAX_DAYS: i64 = 800;
/// Maximum length of the cell's text in the reason, in bytes.
const MAX_SHOWN: usize = 80;

/// The period that the page states: the first range of two days in one cell.
///
/// A first day without a year is in the last day's year or, if it would be after the last day, in the year before.
pub fn find(page: &Page<'_>, dates: &[LabelledDate]) -> Choice<(NaiveDate, NaiveDate)> {
    let in_cell = || page.places().find_map(|at| Some((at, range_in_cell(page, at)?)));
    match range_of_two(page, dates).or_else(in_cell) {
        Some((at, period)) => Choice::taken(
            period,
            Because::quoting("the range", cut(&page.cell(at).text, MAX_SHOWN)),
        ),
        None => Choice::nothing(),
    }
}

/// The first two dates of a range that are in one cell: `2026-02-01 – 2026-02-28`.
fn range_of_two(page: &Page<'_>, dates: &[LabelledDate]) -> Option<(Place, (NaiveDate, NaiveDate))> {
    let in_range: Vec<&LabelledDate> = dates.iter().filter(|date| date.in_range).collect();
    let pair = in_range.windows(2).find(|pair| pair[0].at == pair[1].at)?;
    let order = page.day_order;
    let (start, end) = (pair[0].parsed.date(order)?, pair[1].parsed.date(order)?);
    (start <= end).then_some((pair[0].at, (start, end)))
}

fn range_in_cell(page: &Page<'_>, at: Place) -> Option<(NaiveDate, NaiveDate)> {
    let text = page.cell(at).text.as_str();
    let dates = &page.content(at).dates;
    let date = |index: usize| dates[index].parsed.date(page.day_order);
    let joined = (1..dates.len()).find(|index| {
        let between = &text[dates[index - 1].end..dates[*index].start];
        date_range::joins(between)
    });
    if let Some(index) = joined {
        return period(date(index - 1)?, date(index)?);
    }
    (0..dates.len()).find_map(|index| {
        let first_day = date_range::first_day(&text[..dates[index].start])?;
        let end = date(index)?;
        let in_year = |year: i32| {
            let with_year = format!("{first_day} {year}");
            let found = dates::find(&with_year, &Words::of(&with_year));
            found.first()?.parsed.date(page.day_order)
        };
        let start = in_year(end.year()).filter(|start| *start <= end);
        period(start.or_else(|| in_year(end.year() - 1))?, end)
    })
}

/// These days, if they are in order and no more than [`MAX_DAYS`] apart.
fn period(start: NaiveDate, end: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    (0..=MAX_DAYS)
        .contains(&(end - start).num_days())
        .then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document_dates;
    use parser_document::Document;

    fn read(text: &str) -> Option<(String, String)> {
        let document = Document::from_plain(text);
        let page = Page::new(&document, None);
        let (start, end) = find(&page, &document_dates::find(&page)).value?;
        Some((start.to_string(), end.to_string()))
    }

    #[test]
    fn a_period_is_found_whatever_joins_its_days() {
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
