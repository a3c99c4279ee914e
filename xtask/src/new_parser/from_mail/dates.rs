//! Dates, all shifted by the same number of weeks and written in their form.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate, TimeDelta};
use parser_extract::dates::{self, DayOrder};
use parser_extract::phrases;
use parser_extract::words::Words;
use regex::{Captures, Regex};

/// Names of months that readers know in every language.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "maj", "jun", "jul", "aug", "sep", "okt", "nov", "dec",
];

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

static TOKEN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+|\p{L}+"));
/// The day before the name of its month.
static DAY: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})(?:st|nd|rd|th|:[ae]|\.)? ?(?:de |of )?$"));
/// The day or year after it.
static AFTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\.? ((?:19|20)\d\d|\d{1,2})(?:st|nd|rd|th)?\b"));
/// The first day of a range, before the last one.
static FIRST: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})\.? ?[-–—] ?$"));

/// How the dates of a page are shifted.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    days: i64,
    /// Which part of `03/04/2026` is the day.
    order: DayOrder,
    /// The year of dates without one.
    year: i32,
}

impl Shift {
    /// A shift by weeks, so that the days of the week stay.
    pub fn new(seed: u64, order: DayOrder, received_on: Option<NaiveDate>) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        Shift {
            days: 7 * rng.i64(4..40) * if rng.bool() { 1 } else { -1 },
            order,
            year: received_on.map_or(2026, |day| day.year()),
        }
    }

    /// The day that a day becomes.
    pub fn day(&self, day: NaiveDate) -> NaiveDate {
        day.checked_add_signed(TimeDelta::days(self.days)).unwrap_or(day)
    }

    /// The dates of a text with their replacements. A month with a day or a year counts as a date. If two overlap, the first one
    /// counts.
    pub fn dates(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let mut found: Vec<(Range<usize>, String)> = Vec::new();
        let mut first_days = Vec::new();
        for date in dates::find(text, &Words::of(text)) {
            let order = date.parsed.day_order();
            let order = if order == DayOrder::Unknown { self.order } else { order };
            let part = date.start..date.end;
            let day = date.parsed.date(order).or(date.parsed.date(DayOrder::DayFirst));
            let Some((day, new)) = day.and_then(|day| Some((day, self.shifted(&text[part.clone()], day)?))) else {
                continue;
            };
            let first = FIRST.captures(&text[..date.start]).and_then(|first| first.get(1));
            let first_day = first.and_then(|first| day.with_day(first.as_str().parse().ok()?));
            first_days.extend(
                first
                    .zip(first_day)
                    .map(|(part, day)| (part.range(), self.day(day).day().to_string())),
            );
            found.push((part, new));
        }
        for name in TOKEN.find_iter(text) {
            let Some(month) = month(name.as_str()) else { continue };
            let before = DAY.captures(&text[..name.start()]).and_then(|day| day.get(1));
            let after = AFTER.captures(&text[name.end()..]).and_then(|after| after.get(1));
            let part = match (before, after) {
                (Some(day), _) => day.start()..name.end(),
                (_, Some(after)) => name.start()..name.end() + after.end(),
                _ => continue,
            };
            let number = before
                .or(after)
                .and_then(|number| number.as_str().parse().ok())
                .unwrap_or(0);
            let day = match u32::try_from(number) {
                Ok(day) if day <= 31 => NaiveDate::from_ymd_opt(self.year, month, day),
                _ => NaiveDate::from_ymd_opt(number, month, 15),
            };
            let new = day.and_then(|day| self.shifted(&text[part.clone()], day));
            found.extend(new.map(|new| (part, new)));
        }
        found.extend(first_days);
        found
    }

    /// A date in the form of `text`. `None` if its numbers are not the date's.
    fn shifted(&self, text: &str, date: NaiveDate) -> Option<String> {
        let is_named = TOKEN.find_iter(text).any(|token| month(token.as_str()).is_some());
        let forms: &[&[u8]] = if is_named {
            &[b"dY", b"Yd", b"d", b"Y"]
        } else {
            &[b"Ymd", b"dmY", b"mdY"]
        };
        let numbers = TOKEN
            .find_iter(text)
            .filter_map(|token| Some((token.len(), token.as_str().parse::<i32>().ok()?)));
        let numbers: Vec<(usize, i32)> = numbers.collect();
        let fits = |form: &&&[u8]| {
            let mut pairs = numbers.iter().zip(**form);
            numbers.len() >= form.len() && pairs.all(|((width, value), part)| *value == number(date, *part, *width))
        };
        let mut form = forms.iter().find(fits)?.iter();
        let new = self.day(date);
        let shifted = |token: &Captures<'_>| {
            let token = &token[0];
            if token.starts_with(|c: char| c.is_ascii_digit()) {
                let width = if token.starts_with('0') || !is_named {
                    token.len()
                } else {
                    0
                };
                let value = form.next().map(|part| number(new, *part, token.len()));
                return value.map_or(token.to_owned(), |value| format!("{value:0width$}"));
            }
            match month(token) {
                Some(old) if old != new.month() => in_case_of(token, MONTHS[new.month0() as usize]),
                _ => token.to_owned(),
            }
        };
        Some(TOKEN.replace_all(text, shifted).into_owned())
    }
}

/// The year, month or day of a date.
fn number(date: NaiveDate, part: u8, width: usize) -> i32 {
    match part {
        b'Y' if width == 2 => date.year() % 100,
        b'Y' => date.year(),
        b'm' => date.month().cast_signed(),
        _ => date.day().cast_signed(),
    }
}

fn month(word: &str) -> Option<u32> {
    phrases::month(&word.to_lowercase())
}

/// A word in the case of another: `MAJ`, `Maj`, `maj`.
fn in_case_of(model: &str, word: &str) -> String {
    let mut upper = model.chars().map(char::is_uppercase);
    match (upper.next(), upper.next()) {
        (Some(true), Some(true)) => word.to_uppercase(),
        (Some(true), _) => word[..1].to_uppercase() + &word[1..],
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shifted_date_keeps_its_form() {
        let shift = Shift {
            days: 21,
            order: DayOrder::Unknown,
            year: 2026,
        };
        for (before, after) in [
            ("Orderdatum: 4 maj 2026.", "Orderdatum: 25 maj 2026."),
            ("2026-05-29T10:20:00+02:00", "2026-06-19T10:20:00+02:00"),
            ("29.05.26, 29/05/2026", "19.06.26, 19/06/2026"),
            ("den 14 DEC 2026", "den 4 JAN 2027"),
            ("9/5 2026", "30/5 2026"),
            ("3–5 augusti 2026", "24–26 augusti 2026"),
            ("senast den 29 maj", "senast den 19 jun"),
            ("Period: Maj 2026", "Period: Jun 2026"),
            ("05/21/2026", "06/11/2026"),
            ("Aug 21 – Sep 21, 2026", "Sep 11 – Okt 12, 2026"),
        ] {
            let mut all = shift.dates(before);
            all.sort_by_key(|(part, _)| part.start);
            let mut text = before.to_owned();
            all.dedup_by(|next, one| next.0.start < one.0.end);
            all.into_iter()
                .rev()
                .for_each(|(part, new)| text.replace_range(part, &new));
            assert_eq!(text, after);
        }
    }
}
