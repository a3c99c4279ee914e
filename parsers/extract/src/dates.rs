//! Dates in a text.
//!
//! `2026-07-31`, `31.07.2026`, `31/07/2026`, `31 July 2026`, `July 31, 2026`, `2026 July 31`. Where
//! slashes leave open which part is the day, the document decides, or nobody (see [`DayOrder`]).

use chrono::NaiveDate;

use crate::phrases::month;
use crate::scanner::Scanner;
use crate::words::Words;

/// Which part of `03/04/2026` is the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayOrder {
    /// Nothing tells: such a date is no date.
    #[default]
    Unknown,
    /// The first.
    DayFirst,
    /// The second.
    MonthFirst,
}

/// A date as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It can be read one way only.
    Certain(NaiveDate),
    /// Two parts and a year; which is the day is not said.
    Parts(u32, u32, i32),
}

impl Form {
    /// The date, given which part is the day.
    pub fn date(self, order: DayOrder) -> Option<NaiveDate> {
        match (self, order) {
            (Form::Certain(date), _) => Some(date),
            (Form::Parts(a, b, year), _) if a == b => day(year, b, a),
            (Form::Parts(a, b, year), DayOrder::DayFirst) => day(year, b, a),
            (Form::Parts(a, b, year), DayOrder::MonthFirst) => day(year, a, b),
            (Form::Parts(..), DayOrder::Unknown) => None,
        }
    }

    /// What a part above 12 says of the order.
    pub fn tells(self) -> DayOrder {
        match self {
            Form::Parts(a, b, _) if a > 12 && b <= 12 => DayOrder::DayFirst,
            Form::Parts(a, b, _) if b > 12 && a <= 12 => DayOrder::MonthFirst,
            _ => DayOrder::Unknown,
        }
    }
}

/// A date, where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How it is written.
    pub form: Form,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The index of its first word.
    pub first_word: usize,
    /// The index after its last word.
    pub end_word: usize,
}

const YEARS: std::ops::RangeInclusive<i32> = 1990..=2045;

fn day(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    YEARS
        .contains(&year)
        .then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

/// Every date in a text, from left to right. `words` are the text's.
pub fn find(text: &str, words: &Words) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let reader = Reader { text, words };
        match reader.at(at) {
            Some((form, end_word)) => {
                let (start, end) = (words.span(at).0, words.span(end_word - 1).1);
                found.push(Found {
                    form,
                    start,
                    end,
                    first_word: at,
                    end_word,
                });
                at = end_word;
            }
            None => at += 1,
        }
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    words: &'a Words,
}

impl Reader<'_> {
    /// The date that begins with a word, and the index after its last.
    fn at(&self, at: usize) -> Option<(Form, usize)> {
        let first = self.words.word(at).as_bytes().first()?;
        if first.is_ascii_digit() {
            self.numeric(at).or_else(|| self.day_first(at))
        } else {
            self.month_first(at)
        }
    }

    fn numeric(&self, at: usize) -> Option<(Form, usize)> {
        let (a, b) = (self.words.word(at), self.words.word(at + 1));
        let c = digits_of(self.words.word(at + 2));
        let separator = self.between(at);
        let same = separator == self.between(at + 1) || separator == "/" && self.between(at + 1) == " " && c.len() == 4;
        let dots = matches!(separator, "." | ". ") && matches!(self.between(at + 1), "." | ". ");
        if !(same && matches!(separator, "-" | "/" | "." | "−" | "–") || dots) || self.joined(at, at + 2) {
            return None;
        }
        let (first, second, third) = (number(a)?, number(b)?, number(c)?);
        if a.len() == 4 && b.len() <= 2 && c.len() <= 2 {
            let date = day(i32::try_from(first).ok()?, second, third)?;
            return Some((Form::Certain(date), at + 3));
        }
        if a.len() > 2 || b.len() > 2 {
            return None;
        }
        let year = match c.len() {
            4 => i32::try_from(third).ok()?,
            2 if separator == "-" => return year_first(first, second, third).map(|date| (Form::Certain(date), at + 3)),
            2 => 2000 + i32::try_from(third).ok()?,
            _ => return None,
        };
        if !YEARS.contains(&year) {
            return None;
        }
        let form = if dots || self.between(at + 1) == " " {
            Form::Certain(day(year, second, first)?)
        } else {
            Form::Parts(first, second, year)
        };
        let possible = form.date(DayOrder::DayFirst).or(form.date(DayOrder::MonthFirst));
        possible.map(|_| (form, at + 3))
    }

    /// `31 July 2026`, `3 de marzo de 2026`, `2026 July 31`.
    fn day_first(&self, at: usize) -> Option<(Form, usize)> {
        let mut next = at + 1;
        if matches!(self.words.word(next), "a" | "e") && self.between(at) == ":" {
            next += 1;
        }
        next += usize::from(matches!(self.words.word(next), "de" | "of"));
        let month = month(self.words.word(next))?;
        next += 1;
        let first = self.words.word(at);
        if first.len() == 4 {
            let date = day(number(first)?.try_into().ok()?, month, ordinal(self.words.word(next))?)?;
            return Some((Form::Certain(date), next + 1));
        }
        next += usize::from(matches!(self.words.word(next), "de" | "of"));
        let year = digits_of(self.words.word(next));
        let date = (year.len() == 4).then(|| number(year))??;
        let date = day(i32::try_from(date).ok()?, month, ordinal(first)?)?;
        Some((Form::Certain(date), next + 1))
    }

    /// `July 31, 2026`.
    fn month_first(&self, at: usize) -> Option<(Form, usize)> {
        let month = month(self.words.word(at))?;
        let the_day = ordinal(self.words.word(at + 1))?;
        let year = digits_of(self.words.word(at + 2));
        let year = (year.len() == 4).then(|| number(year))??;
        let date = day(i32::try_from(year).ok()?, month, the_day)?;
        Some((Form::Certain(date), at + 3))
    }

    /// What stands between two words.
    fn between(&self, at: usize) -> &str {
        let (from, to) = (self.words.span(at).1, self.words.span(at + 1).0);
        self.text.get(from..to).unwrap_or("")
    }

    /// Whether more digits are joined to the run of words on either side.
    fn joined(&self, first: usize, last: usize) -> bool {
        let joins = |between: &str| matches!(between, "-" | "/" | "." | "−");
        let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let before = first > 0 && joins(self.between(first - 1));
        let after = joins(self.between(last)) && digit(self.words.word(last + 1));
        before || after
    }
}

/// `26-07-08`, as Sweden writes it, where the last part can't be the year of a document.
fn year_first(year: u32, month: u32, of_month: u32) -> Option<NaiveDate> {
    const OF_DOCUMENTS: std::ops::RangeInclusive<u32> = 15..=30;
    let year = OF_DOCUMENTS.contains(&year).then_some(2000 + year)?;
    (!OF_DOCUMENTS.contains(&of_month)).then(|| day(year.try_into().ok()?, month, of_month))?
}

/// The digits that begin a word: `31` of `31t10`.
fn digits_of(word: &str) -> &str {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    if end == word.len() || word[end..].starts_with('t') {
        &word[..end]
    } else {
        ""
    }
}

fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().ok())?
}

/// `31`, `31st`, `1er`.
fn ordinal(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    let suffix = &word[digits.len()..];
    let known = matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "er" | "e" | "a" | "º");
    (known && digits.len() <= 2).then(|| number(digits))?
}

/// The first date of a text, if it can be read in one way only.
pub fn certain(text: &str) -> Option<NaiveDate> {
    let found = find(text, &Words::of(text));
    found.first()?.form.date(DayOrder::Unknown)
}

/// `07:15`, `kl. 18.40` in a text.
pub fn has_time(text: &str) -> bool {
    text.match_indices([':', '.']).any(|(at, _)| {
        let hour = text[..at].trim_end_matches(|c: char| c.is_ascii_digit());
        let hours = &text[hour.len()..at];
        let apart = hour.is_empty() || hour.ends_with([' ', 'T']);
        let minutes = Scanner::new(&text[at + 1..]).digits(2..=2);
        let of_day = hours.len() == 1 || hours.len() == 2 && hours.starts_with(['0', '1', '2']);
        apart && of_day && minutes.is_some_and(|minutes| minutes.as_bytes()[0] <= b'5')
    })
}

/// `21–` before `23 August 2026`: whether a text ends in the first day of what the date ends.
pub fn ends_in_day_to(text: &str) -> bool {
    let without = |text: &'_ str, c: char| text.strip_suffix(c).map_or(text.len(), str::len);
    let text = &text[..without(text, ' ')];
    let Some(text) = text.strip_suffix(['-', '–', '—']) else {
        return false;
    };
    let text = &text[..without(text, ' ')];
    let text = &text[..without(text, '.')];
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let day = &text[before.len()..];
    let of_month = day.len() == 1 || day.len() == 2 && day.starts_with(['0', '1', '2', '3']);
    of_month && (before.is_empty() || before.ends_with([' ', '(']))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dates(text: &str) -> Vec<String> {
        let found = find(text, &Words::of(text));
        found
            .iter()
            .filter_map(|f| f.form.date(DayOrder::Unknown))
            .map(|d| d.to_string())
            .collect()
    }

    #[test]
    fn reads_dates_in_every_dress() {
        for text in [
            "2026-07-31",
            "2026-07-31T10:20:00+02:00",
            "31.07.2026",
            "31. 7. 2026",
            "31.07.26",
            "31 juli 2026",
            "den 31:a juli 2026",
            "Fri, July 31st, 2026 at 10:00",
            "31 de julio de 2026",
            "2026 July 31",
            "31. Juli 2026",
            "31/7 2026",
        ] {
            assert_eq!(dates(text), ["2026-07-31"], "{text}");
        }
    }

    #[test]
    fn leaves_alone_what_is_no_date() {
        for text in [
            "12.50",
            "2026",
            "31.13.2026",
            "1.2.3.2026",
            "07-31-26",
            "03/04/2026",
            "may 2026",
            "A-2026-07-31-1",
        ] {
            assert_eq!(dates(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_part_above_twelve_tells_the_order() {
        let form = |text: &str| find(text, &Words::of(text))[0].form;
        assert_eq!(form("31/07/2026").tells(), DayOrder::DayFirst);
        assert_eq!(form("07/31/2026").tells(), DayOrder::MonthFirst);
        assert_eq!(form("03/04/2026").tells(), DayOrder::Unknown);
        assert_eq!(
            form("04/04/2026").date(DayOrder::Unknown),
            NaiveDate::from_ymd_opt(2026, 4, 4)
        );
    }

    #[test]
    fn times_and_first_days_of_ranges_are_told_from_amounts() {
        assert!(has_time(" kl. 18.40") && has_time("T07:15:00") && has_time(" 9:05"));
        assert!(!has_time(" 118.40") && !has_time(" 18.405") && !has_time(" 18.75"));
        assert!(ends_in_day_to("21–") && ends_in_day_to("den 1. – ") && ends_in_day_to("(3-"));
        assert!(!ends_in_day_to("A21–") && !ends_in_day_to("45-") && !ends_in_day_to("21"));
    }

    proptest! {
        #[test]
        fn an_iso_date_is_read_back(days in 0..20_000_i64) {
            let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + chrono::TimeDelta::days(days);
            prop_assert_eq!(dates(&format!("Datum: {date}.")), [date.to_string()]);
        }

        #[test]
        fn nothing_panics(text in "[0-9 ./:a-júå-]{0,60}") {
            dates(&text);
        }
    }
}
