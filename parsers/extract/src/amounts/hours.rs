//! Times of day that look like amounts.

use std::ops::Range;

use crate::currency::at_start;
use crate::pattern::{Captures, Pattern, pattern};

/// `18.30 Uhr`, both times of `8.30 - 12.30`, and `kl. 18.30`.
static HOURS: Pattern = pattern!(
    r"(?i)(?:\b(?:kl\.?|klo|kello|kell|klockan) ?(?:[01]?\d|2[0-4])\.[0-5]\d\b|\b((?:[01]?\d|2[0-4])\.[0-5]\d) ?(?:uhr\b|hrs\b|(?:-|–|—|bis|to|till?|do) ?((?:[01]?\d|2[0-4])\.[0-5]\d)\b))",
);

/// The places of the times of day in a text. A range with a currency is of prices, and one that goes down is a price and what is
/// taken off it.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    // Most texts have none, and needn't be searched.
    let is_like_one =
        |bytes: &[u8]| matches!(bytes, [before, b'.', b'0'..=b'5', b'0'..=b'9'] if before.is_ascii_digit());
    if !text.as_bytes().windows(4).any(is_like_one) {
        return vec![];
    }
    let is_time = |found: &Captures<'_>| {
        let place = |nth| found.get(nth).map(|part| part.as_str());
        let later = place(2).is_none_or(|end| Some(padded(end)) > place(1).map(padded));
        later && at_start(text[found.range().end..].trim_start()).is_none()
    };
    let hours = HOURS.captures_iter(text).filter(is_time);
    hours.map(|found| found.range()).collect()
}

/// `08.30` of `8.30`, so that times compare as texts.
fn padded(time: &str) -> String {
    format!("{time:0>5}")
}
