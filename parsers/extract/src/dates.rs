//! Dates in a text: `2026-07-31`, `31.07.2026`, `31/07/2026`, `31 July 2026`, `July 31, 2026`, `2026 July 31`.
//!
//! A date such as `03/04/2026` is ambiguous. Its document's [`DayOrder`] says which part is the day, if it is known.

use chrono::NaiveDate;

use crate::pattern::{Pattern, pattern};
use crate::phrases::month;
use crate::words::Words;
use parser_document::steps;

/// Which part of `03/04/2026` is the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayOrder {
    /// It is not known. Ambiguous dates are left out.
    #[default]
    Unknown,
    DayFirst,
    MonthFirst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsedDate {
    /// It can be read in one way only.
    Certain(NaiveDate),
    /// The day and the month in either order, and the year: `31/07/2026`, `07/31/2026`.
    Ambiguous(u32, u32, i32),
    /// `26-11-30`, read with the year first, and whether it is certain: its last part is no year, or [its page says so](years_first).
    YearFirst(NaiveDate, bool),
}

impl ParsedDate {
    /// The date, if the order of its parts is known or does not matter.
    pub fn date(self, order: DayOrder) -> Option<NaiveDate> {
        match (self, order) {
            (ParsedDate::Certain(date) | ParsedDate::YearFirst(date, true), _) => Some(date),
            (ParsedDate::Ambiguous(a, b, year), _) if a == b => valid_date(year, b, a),
            (ParsedDate::Ambiguous(a, b, year), DayOrder::DayFirst) => valid_date(year, b, a),
            (ParsedDate::Ambiguous(a, b, year), DayOrder::MonthFirst) => valid_date(year, a, b),
            (ParsedDate::Ambiguous(..), DayOrder::Unknown) | (ParsedDate::YearFirst(_, false), _) => None,
        }
    }

    /// The order of the parts, if one of them is above 12 and therefore the day.
    pub fn day_order(self) -> DayOrder {
        match self {
            ParsedDate::Ambiguous(a, b, _) if a > 12 && b <= 12 => DayOrder::DayFirst,
            ParsedDate::Ambiguous(a, b, _) if b > 12 && a <= 12 => DayOrder::MonthFirst,
            _ => DayOrder::Unknown,
        }
    }
}

/// A date and its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateMatch {
    pub parsed: ParsedDate,
    pub start: usize,
    pub end: usize,
    pub first_word: usize,
    /// The index after its last word.
    pub end_word: usize,
}

/// The years of documents and of what they mention.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2045;

/// Years of two digits that documents have.
const LIKELY_YEARS: std::ops::RangeInclusive<u32> = 15..=30;

fn valid_date(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    YEARS
        .contains(&year)
        .then(|| NaiveDate::from_ymd_opt(year, month, day))?
}

/// Steps of the search for a date that begins with a word.
const STEPS_OF_WORD: usize = 16;

/// Every date in a text, from left to right. `words` are the text's.
pub fn find(text: &str, words: &Words) -> Vec<DateMatch> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() && steps::spend(STEPS_OF_WORD) {
        let parser = Parser { text, words };
        match parser.date_at(at) {
            Some((parsed, end_word)) => {
                let (start, end) = (words.span(at).0, words.span(end_word - 1).1);
                found.push(DateMatch {
                    parsed,
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

struct Parser<'a> {
    text: &'a str,
    words: &'a Words,
}

impl Parser<'_> {
    /// The date that starts with the word at this index, and the index after its last word.
    fn date_at(&self, at: usize) -> Option<(ParsedDate, usize)> {
        let first = self.words.word(at).as_bytes().first()?;
        if first.is_ascii_digit() {
            self.numeric(at).or_else(|| self.day_first(at))
        } else {
            self.month_first(at)
        }
    }

    /// `31.07.2026`, `31/07/2026`, `2026-07-31`.
    fn numeric(&self, at: usize) -> Option<(ParsedDate, usize)> {
        let (a, b) = (self.words.word(at), self.words.word(at + 1));
        let c = leading_digits(self.words.word(at + 2));
        let separator = self.between(at);
        // Swedes write `3/3 2026` and `3/3-26`.
        let slash_then = |sign: &str| separator == "/" && self.between(at + 1) == sign;
        let same = separator == self.between(at + 1) || slash_then("-") || slash_then(" ") && c.len() == 4;
        let dots = matches!(separator, "." | ". ") && matches!(self.between(at + 1), "." | ". ");
        if !(same && matches!(separator, "-" | "/" | "." | "−" | "–") || dots) || self.is_joined(at, at + 2) {
            return None;
        }
        let (first, second, third) = (number(a)?, number(b)?, number(c)?);
        if a.len() == 4 && b.len() <= 2 && c.len() <= 2 {
            let date = valid_date(i32::try_from(first).ok()?, second, third)?;
            return Some((ParsedDate::Certain(date), at + 3));
        }
        if a.len() > 2 || b.len() > 2 {
            return None;
        }
        let year = match c.len() {
            4 => i32::try_from(third).ok()?,
            2 if separator == "-" => {
                let date = short_date(first, second, third)?;
                let parsed = ParsedDate::YearFirst(date, !LIKELY_YEARS.contains(&third));
                return Some((parsed, at + 3));
            }
            2 => 2000 + i32::try_from(third).ok()?,
            _ => return None,
        };
        if !YEARS.contains(&year) {
            return None;
        }
        // With the day first, the year of `26.05.05` would be long ago.
        if dots
            && c.len() == 2
            && let Some(date) = year_first(first, second, third)
        {
            return Some((ParsedDate::Certain(date), at + 3));
        }
        let parsed = if dots || slash_then(" ") || slash_then("-") {
            ParsedDate::Certain(valid_date(year, second, first)?)
        } else {
            ParsedDate::Ambiguous(first, second, year)
        };
        let possible = parsed.date(DayOrder::DayFirst).or(parsed.date(DayOrder::MonthFirst));
        possible.map(|_| (parsed, at + 3))
    }

    /// `31 July 2026`, `3 de marzo de 2026`, `2026 July 31`.
    fn day_first(&self, at: usize) -> Option<(ParsedDate, usize)> {
        let mut next = at + 1;
        if matches!(self.words.word(next), "a" | "e") && self.between(at) == ":" {
            next += 1;
        }
        next += usize::from(matches!(self.words.word(next), "de" | "of"));
        let month = month(self.words.word(next))?;
        next += 1;
        let first = self.words.word(at);
        // `21st` has four characters, too.
        if first.len() == 4 && number(first).is_some() {
            let date = valid_date(
                number(first)?.try_into().ok()?,
                month,
                day_number(self.words.word(next))?,
            )?;
            return Some((ParsedDate::Certain(date), next + 1));
        }
        next += usize::from(matches!(self.words.word(next), "de" | "del" | "of"));
        let year = self.year(next).or_else(|| self.short_year(next))?;
        let date = valid_date(year, month, day_number(first)?)?;
        Some((ParsedDate::Certain(date), next + 1))
    }

    /// `July 31, 2026`, `Jul 31 12:44:36 CET 2026`.
    fn month_first(&self, at: usize) -> Option<(ParsedDate, usize)> {
        let month = month(self.words.word(at))?;
        let day = day_number(self.words.word(at + 1))?;
        let is_timed = self.between(at + 2) == ":" && self.between(at + 3) == ":";
        let mut next = if is_timed { at + 5 } else { at + 2 };
        next += usize::from(is_timed && self.words.word(next).starts_with(char::is_alphabetic));
        let date = valid_date(self.year(next)?, month, day)?;
        Some((ParsedDate::Certain(date), next + 1))
    }

    /// A year of four digits.
    fn year(&self, at: usize) -> Option<i32> {
        let digits = leading_digits(self.words.word(at));
        let year = (digits.len() == 4).then(|| number(digits))??;
        i32::try_from(year).ok()
    }

    /// `04 MAY 26`, `4-May-26`: a year of two digits behind a month's name, at the end of the text or joined. `4 maj 26 kr` and `4 maj 20:15`
    /// have none.
    fn short_year(&self, at: usize) -> Option<i32> {
        let is_last = self.text[self.words.span(at).1..].trim_matches(['.', ' ']).is_empty();
        let is_joined =
            at > 1 && matches!(self.between(at - 1), "-" | "/") && self.between(at - 2) == self.between(at - 1);
        let word = self.words.word(at);
        let year = number(word).filter(|year| word.len() == 2 && LIKELY_YEARS.contains(year));
        year.filter(|_| is_last || is_joined)
            .and_then(|year| i32::try_from(2000 + year).ok())
    }

    /// The text between a word and the next.
    fn between(&self, at: usize) -> &str {
        let (from, to) = (self.words.span(at).1, self.words.span(at + 1).0);
        self.text.get(from..to).unwrap_or("")
    }

    /// Whether more words are joined to these: a number or word before them, a number after them.
    fn is_joined(&self, first: usize, last: usize) -> bool {
        let joins = |between: &str| matches!(between, "-" | "/" | "." | "−");
        let digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let before = first > 0 && joins(self.between(first - 1));
        let after = joins(self.between(last)) && digit(self.words.word(last + 1));
        before || after
    }
}

/// `26-07-08`, as Swedish documents have it; `None` if the last part could be a year as well.
fn year_first(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    (!LIKELY_YEARS.contains(&day)).then(|| short_date(year, month, day))?
}

fn short_date(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    let year = LIKELY_YEARS.contains(&year).then_some(2000 + year)?;
    valid_date(year.try_into().ok()?, month, day)
}

/// Makes dates such as `26-11-30` certain if their page has one whose last part is no year.
pub fn years_first(dates: &mut [&mut DateMatch]) {
    let has_one = dates
        .iter()
        .any(|date| matches!(date.parsed, ParsedDate::YearFirst(_, true)));
    for date in dates {
        if let ParsedDate::YearFirst(_, is_certain) = &mut date.parsed {
            *is_certain |= has_one;
        }
    }
}

/// The digits of a word of digits, or of one that a `T` and a time follow: `31` of `31T10`.
fn leading_digits(word: &str) -> &str {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    if end == word.len() || word[end..].starts_with('t') {
        &word[..end]
    } else {
        ""
    }
}

/// A number of at most four digits.
fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().ok())?
}

/// The day of a month: `31`, `31st`, `1er`.
fn day_number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    let suffix = &word[digits.len()..];
    let known = matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "er" | "e" | "a" | "º" | "°");
    (known && digits.len() <= 2).then(|| number(digits))?
}

/// The first date of a text, if it can be read in one way only.
pub fn certain(text: &str) -> Option<NaiveDate> {
    let found = find(text, &Words::of(text));
    found.first()?.parsed.date(DayOrder::Unknown)
}

static TIME: Pattern = pattern!(r"(?:^|[ T])[0-2]?[0-9][:.][0-5][0-9](?:[^0-9]|$)");
static FIRST_DAY: Pattern = pattern!(r"(?:^|[ (])[0-3]?[0-9]\.? ?[-–—] ?$");

/// Whether a text contains a time of day: `07:15`, `kl. 18.40`.
pub fn has_time(text: &str) -> bool {
    TIME.is_match(text)
}

/// Whether a text ends in the first day of a range whose last day follows: `21–` before `23 August 2026`.
pub fn ends_in_first_day(text: &str) -> bool {
    FIRST_DAY.is_match(text)
}

#[cfg(test)]
mod tests;
