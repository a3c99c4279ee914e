//! Numbers that blanks or a sign of no use divide: neither piece is a sum.

use std::ops::Range;

use crate::pattern::{Pattern, pattern};

/// `1 250 , 40`, `1~250,40`, and with nothing but a label before it `1. 250,40`
static DIVIDED: Pattern = pattern!(
    r"(?:\b[0-9](?:[0-9 .]*[0-9])? [.,] [0-9]{2}|\b[0-9]{1,3}~[0-9]{3}(?:[.,][0-9]{2})?|(?:^|: ?|[€$£] ?)[0-9]{1,3}(?:\. [0-9]{3},|, [0-9]{3}\.|;[0-9]{3}[.,])[0-9]{2})\b",
);

/// The places of such numbers in a text.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    // Most texts have none, and needn't be searched.
    let is_like_one = |bytes: &[u8]| match bytes {
        [b'.' | b',', b' ', digit] => digit.is_ascii_digit(),
        [before, sign, after] => before.is_ascii_digit() && after.is_ascii_digit() && b"~;".contains(sign),
        _ => false,
    };
    if !text.as_bytes().windows(3).any(is_like_one) {
        return vec![];
    }
    DIVIDED.find_iter(text).map(|found| found.range()).collect()
}
