//! Forms of the numbers of invoices that have a year or a series before a sign, or a point between their digits.

use crate::pattern::{Pattern, pattern};

/// `A/70881`, `FT26/12`: the series of an invoice and its number, behind the code of the document in Portugal.
static SERIES: Pattern = pattern!(r"^[A-Z]{1,4}[0-9]{0,4}/[0-9]{1,8}$");
static YEAR_AND_COUNT: Pattern = pattern!(r"^(?:[A-Z]{1,3}-)?20[0-9]{2}:[0-9]{1,6}");
static THOUSANDS: Pattern = pattern!(r"^[1-9][0-9]{0,2}\.[0-9]{3}$");

pub(super) fn is_series(number: &str) -> bool {
    SERIES.is_match(number)
}

/// `2026:14`, `F-2026:14` at the start of a text: the year and the count of an invoice in it, and no time.
pub(super) fn year_and_count(text: &str) -> Option<&str> {
    let value = YEAR_AND_COUNT.find(text)?.as_str();
    let goes_on = text[value.len()..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '/'));
    (!goes_on).then_some(value)
}

/// `30.441`: a number whose digits are grouped as those of an amount.
pub(super) fn is_grouped_by_point(value: &str) -> bool {
    THOUSANDS.is_match(value)
}
