//! Dates, all shifted by the same number of weeks and written as before.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate, TimeDelta};
use parser_extract::dates::{self, DayOrder, ParsedDate};
use parser_extract::phrases;
use parser_extract::words::Words;
use regex::Regex;

use super::months::Months;

/// How the dates of a page are shifted.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The number of days: a multiple of 7, so that the days of the week stay.
    pub days: i64,
    /// Which part of `03/04/2026` is the day.
    pub order: DayOrder,
    /// The year of dates without one.
    pub year: i32,
    /// The names of months.
    pub months: Months,
}

/// A number in a date, such as the day.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Year,
    Month,
    Day,
}

static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(\d{1,2})(?:st|nd|rd|th|:[ae]|\.)? ?(?:de |of )?(\p{L}{3,12})\b").expect("the pattern is valid")
});
static MONTH_DAY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?\b").expect("the pattern is valid"));
static MONTH_YEAR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(\p{L}{3,12})\.? ((?:19|20)\d\d)\b").expect("the pattern is valid"));

impl Shift {
    /// The day that a day becomes.
    pub fn day(&self, day: NaiveDate) -> NaiveDate {
        day.checked_add_signed(TimeDelta::days(self.days)).unwrap_or(day)
    }

    /// The dates of a text with what they become.
    pub fn dates(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let mut found: Vec<(Range<usize>, String)> = Vec::new();
        for date in dates::find(text, &Words::of(text)) {
            let part = date.start..date.end;
            if let Some(new) = self.shifted(&text[part.clone()], date.parsed) {
                if let Some(first) = self.first_day(text, date.start, date.parsed) {
                    found.push(first);
                }
                found.push((part, new));
            }
        }
        for (pattern, month_at, number_at) in [(&*DAY_MONTH, 2, 1), (&*MONTH_DAY, 1, 2), (&*MONTH_YEAR, 1, 2)] {
            for captures in pattern.captures_iter(text) {
                let (Some(month), Some(number)) = (captures.get(month_at), captures.get(number_at)) else {
                    continue;
                };
                let start = month.start().min(number.start());
                let end = month.end().max(number.end());
                let is_free = found.iter().all(|(part, _)| end <= part.start || part.end <= start);
                if let Some(new) = self.partial(month.as_str(), number.as_str()).filter(|_| is_free) {
                    let own =
                        text[start..end]
                            .replacen(month.as_str(), "\u{1}", 1)
                            .replacen(number.as_str(), &new.1, 1);
                    found.push((start..end, own.replacen('\u{1}', &new.0, 1)));
                }
            }
        }
        found
    }

    /// The first day of a range such as `21–23 August 2026`.
    fn first_day(&self, text: &str, start: usize, last: ParsedDate) -> Option<(Range<usize>, String)> {
        if !dates::ends_in_first_day(&text[..start]) {
            return None;
        }
        let head = text[..start].trim_end_matches(|c: char| !c.is_ascii_digit());
        let before = head.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = before
            .trim_end_matches(|c: char| !c.is_alphabetic())
            .rsplit(|c: char| !c.is_alphabetic());
        let is_named = word.take(1).any(is_month);
        if is_named {
            return None;
        }
        let first = last.date(self.order)?.with_day(head[before.len()..].parse().ok()?)?;
        Some((before.len()..head.len(), self.day(first).day().to_string()))
    }

    /// A month with a day or with a year.
    fn partial(&self, month: &str, number: &str) -> Option<(String, String)> {
        let named = phrases::month(&month.to_lowercase())?;
        let number: u32 = number.parse().ok()?;
        if number > 31 {
            let new = self.day(NaiveDate::from_ymd_opt(number.try_into().ok()?, named, 15)?);
            return Some((self.months.like(month, new.month())?, new.year().to_string()));
        }
        let new = self.day(NaiveDate::from_ymd_opt(self.year, named, number)?);
        Some((self.months.like(month, new.month())?, new.day().to_string()))
    }

    /// A date in the form of `text`.
    fn shifted(&self, text: &str, parsed: ParsedDate) -> Option<String> {
        let order = match (parsed.day_order(), self.order) {
            (DayOrder::Unknown, DayOrder::MonthFirst) => DayOrder::MonthFirst,
            (DayOrder::Unknown, _) => DayOrder::DayFirst,
            (known, _) => known,
        };
        let day = parsed.date(order)?;
        let new = self.day(day);
        let tokens = tokens(text);
        let parts = parts(&tokens, day)?;
        let mut written = String::new();
        let mut shifted = parts.into_iter();
        let mut after_day = false;
        for token in tokens {
            let is_number = token.starts_with(|c: char| c.is_ascii_digit());
            let is_name = is_month(token);
            let is_suffix = after_day && matches!(token, "st" | "nd" | "rd" | "th");
            after_day = false;
            if is_number && let Some(part) = shifted.next() {
                after_day = part == Part::Day;
                written += &number(token, part, new, text);
            } else if is_name {
                written += &self.months.like(token, new.month())?;
            } else if is_suffix {
                written += ordinal(new.day());
            } else {
                written += token;
            }
        }
        Some(written)
    }
}

/// A number of a date, as wide as the number before it.
fn number(token: &str, part: Part, date: NaiveDate, text: &str) -> String {
    let value = match part {
        Part::Year if token.len() == 2 => u32::try_from(date.year().rem_euclid(100)).unwrap_or_default(),
        Part::Year => u32::try_from(date.year()).unwrap_or_default(),
        Part::Month => date.month(),
        Part::Day => date.day(),
    };
    let is_named = tokens(text).into_iter().any(is_month);
    let is_padded = token.starts_with('0') || token.len() == 2 && !is_named && !text.contains(' ');
    if is_padded {
        format!("{value:02}")
    } else {
        value.to_string()
    }
}

fn is_month(word: &str) -> bool {
    phrases::month(&word.to_lowercase()).is_some()
}

fn ordinal(day: u32) -> &'static str {
    match day {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    }
}

/// Runs of digits, of letters, and of others.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != kind(c)) {
            tokens.push(&text[start..at]);
            start = at;
        }
        before = Some(kind(c));
    }
    tokens.push(&text[start..]);
    tokens
}

/// What the numbers of a date are, from left to right.
fn parts(tokens: &[&str], date: NaiveDate) -> Option<Vec<Part>> {
    let has_name = tokens.iter().any(|token| is_month(token));
    let forms: &[&[Part]] = if has_name {
        &[&[Part::Day, Part::Year], &[Part::Year, Part::Day]]
    } else {
        &[
            &[Part::Year, Part::Month, Part::Day],
            &[Part::Day, Part::Month, Part::Year],
            &[Part::Month, Part::Day, Part::Year],
        ]
    };
    let numbers: Vec<&str> = tokens
        .iter()
        .filter(|token| token.starts_with(|c: char| c.is_ascii_digit()))
        .copied()
        .collect();
    let fits = |(token, part): (&&str, &Part)| {
        let value: Option<i32> = token.parse().ok();
        let year = if token.len() == 2 {
            date.year() % 100
        } else {
            date.year()
        };
        value.is_some_and(|value| match part {
            Part::Year => value == year,
            Part::Month => i64::from(value) == i64::from(date.month()),
            Part::Day => i64::from(value) == i64::from(date.day()),
        })
    };
    let form = forms
        .iter()
        .find(|form| numbers.len() >= form.len() && numbers.iter().zip(**form).all(fits));
    form.map(|form| form.to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shift(days: i64) -> Shift {
        Shift {
            days,
            order: DayOrder::Unknown,
            year: 2026,
            months: Months::of("maj", None),
        }
    }

    fn shifted(text: &str) -> String {
        let mut all = shift(21).dates(text);
        all.sort_by_key(|(part, _)| part.start);
        all.into_iter().rev().fold(text.to_owned(), |text, (part, new)| {
            format!("{}{new}{}", &text[..part.start], &text[part.end..])
        })
    }

    #[test]
    fn a_shifted_date_is_written_as_before() {
        for (before, after) in [
            ("Orderdatum: 4 maj 2026.", "Orderdatum: 25 maj 2026."),
            ("2026-05-29T10:20:00+02:00", "2026-06-19T10:20:00+02:00"),
            ("29.05.26, 29/05/2026", "19.06.26, 19/06/2026"),
            ("May 21st, 2026", "June 11th, 2026"),
            ("den 14 DEC 2026", "den 4 JAN 2027"),
            ("9/5 2026", "30/5 2026"),
            ("3–5 augusti 2026", "24–26 augusti 2026"),
            ("senast den 4 maj", "senast den 25 maj"),
            ("Period: maj 2026", "Period: juni 2026"),
            ("05/21/2026", "06/11/2026"),
            ("Aug 21 – Sep 21, 2026", "Sep 11 – Okt 12, 2026"),
            ("2026-12-29T11:10", "2027-01-19T11:10"),
            ("2026-05-29T11:10", "2026-06-19T11:10"),
        ] {
            assert_eq!(shifted(before), after);
        }
    }

    proptest! {
        #[test]
        fn every_form_is_read_as_the_shifted_day(offset in 0..9_000_i64, weeks in 1..60_i64, form in 0..6_usize) {
            let day = NaiveDate::from_ymd_opt(2001, 1, 1).unwrap() + TimeDelta::days(offset);
            let forms = ["%Y-%m-%d", "%d.%m.%Y", "%-d %B %Y", "%B %-d, %Y", "%-d %b %Y", "%-d/%-m %Y"];
            let text = day.format(forms[form]).to_string();
            // May is a short name as well as a full one.
            prop_assume!(!text.contains("May"));
            let shift = Shift { months: Months::of("january", Some("en")), ..shift(7 * weeks) };
            let new = &shift.dates(&text)[0].1;
            prop_assert_eq!(dates::certain(new), Some(day + TimeDelta::days(7 * weeks)));
            prop_assert_eq!(new, &(day + TimeDelta::days(7 * weeks)).format(forms[form]).to_string());
        }
    }
}
