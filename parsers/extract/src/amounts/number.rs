//! How a number is written: groups, separators, decimals.

use parser_model::Money;

use crate::currency;

/// The decimal sign, if a document shows which one it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimalSign {
    #[default]
    Unknown,
    /// `12.50`
    Point,
    /// `12,50`
    Comma,
}

impl DecimalSign {
    fn as_char(self) -> Option<char> {
        match self {
            DecimalSign::Unknown => None,
            DecimalSign::Point => Some('.'),
            DecimalSign::Comma => Some(','),
        }
    }
}

/// Stands for a character that was lost. Between digits that was a blank or an apostrophe: points and commas are never lost.
const LOST: char = '\u{fffd}';

/// Groups of digits with the signs between them.
pub struct Number<'a> {
    groups: Vec<&'a str>,
    signs: Vec<char>,
    /// The start in the text.
    pub start: usize,
    pub end: usize,
}

impl<'a> Number<'a> {
    /// Reads the longest number that begins at `start`, which must be a digit.
    pub fn read(text: &'a str, start: usize) -> Self {
        let digits_end = |from: usize| {
            text[from..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |n| from + n)
        };
        let mut end = digits_end(start);
        let mut groups = vec![&text[start..end]];
        let mut signs = Vec::new();
        while let Some(sign) = text[end..]
            .chars()
            .next()
            .filter(|c| ".,' ’".contains(*c) || *c == LOST)
        {
            let next = end + sign.len_utf8();
            let next_end = digits_end(next);
            let group = &text[next..next_end];
            let grouped = group.len() == 3 && groups[0].len() <= 3 && groups[1..].iter().all(|g| g.len() == 3);
            let before_decimals = !signs.iter().any(|s| matches!(s, '.' | ','));
            let is_lost = sign == LOST;
            let only_groups = sign == ' ' || is_lost;
            if group.is_empty() || (only_groups && !(grouped && before_decimals)) || groups.len() > 8 {
                break;
            }
            // Without cents it may have been a dash, `100–150`, and before a point another sign: `2×150.00`.
            if is_lost && !text[next_end..].starts_with(',') {
                break;
            }
            signs.push(if is_lost { ' ' } else { sign });
            groups.push(group);
            end = next_end;
        }
        if let Some(cents) =
            cents_after_colon(&groups, &text[end..]).filter(|_| !signs.iter().any(|s| matches!(s, '.' | ',')))
        {
            signs.push(':');
            groups.push(cents);
            end += 1 + cents.len();
        }
        Number {
            groups,
            signs,
            start,
            end,
        }
    }

    /// Its value with how many decimals it writes, and whether blanks group it.
    pub fn value(&self, decimals: DecimalSign) -> Option<(Money, usize)> {
        let split = match self.signs.as_slice() {
            [] | [' '] => None,
            [one] if self.groups[1].len() == 3 => {
                let groups = matches!(self.groups[0].len(), 1..=3) && !self.groups[0].starts_with('0');
                if !groups || decimals.as_char() == Some(*one) {
                    return None;
                }
                None
            }
            [_] => Some(1),
            [first, .., last] if first != last => Some(self.groups.len() - 1),
            _ => None,
        };
        let (whole, fraction) = self.groups.split_at(split.unwrap_or(self.groups.len()));
        let separators = &self.signs[..whole.len() - 1];
        if separators.windows(2).any(|pair| pair[0] != pair[1]) || !well_grouped(whole) {
            return None;
        }
        let fraction = fraction.first().copied().unwrap_or("");
        let fraction = fraction.get(..2).filter(|_| self.is_padded()).unwrap_or(fraction);
        let most = if whole.len() > 1 { 2 } else { 4 };
        let digits = whole.concat();
        if fraction.len() > most || digits.len() > 9 || self.signs.last() == Some(&'\'') && !fraction.is_empty() {
            return None;
        }
        // `FT-0091`: a number of something.
        if fraction.is_empty() && digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        let text = if fraction.is_empty() {
            digits
        } else {
            format!("{digits}.{fraction}")
        };
        Some((text.parse().ok()?, fraction.len()))
    }

    /// Whether one sign has three digits behind it: `142.666`.
    pub fn has_one_group(&self) -> bool {
        matches!(self.signs[..], ['.' | ',']) && self.groups[1].len() == 3
    }

    /// Whether zeros follow the cents: `120.500000`.
    pub fn is_padded(&self) -> bool {
        let last = self
            .groups
            .last()
            .filter(|last| self.groups.len() > 1 && last.len() > 4);
        last.is_some_and(|last| last[2..].bytes().all(|byte| byte == b'0'))
    }

    pub fn has_blanks(&self) -> bool {
        self.signs.contains(&' ')
    }
}

/// `500:40 kr`: the two digits after a colon, before a currency. Without one it may be a time of day, unless it ends the text and
/// has no number of hours or minutes before it: `212:50`.
fn cents_after_colon<'a>(whole: &[&str], text: &'a str) -> Option<&'a str> {
    let cents = text.strip_prefix(':')?.get(..2)?;
    let rest = &text[1 + cents.len()..];
    let is_time = || whole.len() == 1 && whole[0].parse().is_ok_and(|number: u32| number < 60);
    let is_money =
        currency::at_start(rest.strip_prefix(' ').unwrap_or(rest)).is_some() || rest.is_empty() && !is_time();
    (cents.bytes().all(|b| b.is_ascii_digit()) && is_money).then_some(cents)
}

/// Groups of three, or Indian ones: two digits a group except for the last.
fn well_grouped(whole: &[&str]) -> bool {
    let [first, middle @ .., last] = whole else { return true };
    let threes = first.len() <= 3 && middle.iter().all(|g| g.len() == 3);
    let indian = first.len() <= 2 && !middle.is_empty() && middle.iter().all(|g| g.len() == 2);
    last.len() == 3 && (threes || indian)
}
