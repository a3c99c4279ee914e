//! Times of day that look like amounts.

use std::ops::Range;

use crate::currency::at_start;
use crate::pattern::Pattern;

/// `18.30 Uhr`, and both times of `8.30 - 12.30`.
static HOURS: Pattern = Pattern::new(
    r"(?i)\b(?:[01]?\d|2[0-4])\.[0-5]\d ?(?:uhr\b|hrs\b|(?:-|–|—|bis|to|till?|do) ?(?:[01]?\d|2[0-4])\.[0-5]\d\b)",
);

/// The places of the times of day in a text. A range with a currency is of prices.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    if !text.contains('.') {
        return vec![];
    }
    let found = HOURS.find_iter(text).map(|found| found.range());
    found
        .filter(|place| at_start(text[place.end..].trim_start()).is_none())
        .collect()
}
