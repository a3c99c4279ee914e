//! Amounts of money in a text.
//!
//! `[sign] [currency] [sign] number [":-"] [sign] [currency]`, brackets are a minus. Scanned by
//! hand in one pass, so that no text, however long its run of digits, costs more than its length.

use invoices_domain::Money;

use crate::currency::{self, Mark};

/// Longer cells are not searched.
const MAX_SEARCHED: usize = 1_500;

/// An amount, where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// The amount, signed.
    pub value: Money,
    /// What stands beside it; a code where both a code and a symbol do.
    pub mark: Option<Mark>,
    /// Whether it can hardly be anything but money: a currency, `:-`, or exactly two decimals.
    pub strong: bool,
    /// Where it begins in the text, in bytes, its currency included.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The sign before decimals, where a document shows which it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimalSign {
    /// It does not show.
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

/// Counts `d,dd` and `d.dd` and says which a document writes more often.
#[derive(Debug, Default)]
pub struct DecimalCount {
    points: usize,
    commas: usize,
}

impl DecimalCount {
    /// Counts in a text.
    pub fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        for (at, byte) in bytes.iter().enumerate() {
            let pair = at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2);
            if pair && !digit(at + 3) && !matches!(bytes.get(at + 3), Some(b'.' | b',')) {
                self.points += usize::from(*byte == b'.');
                self.commas += usize::from(*byte == b',');
            }
        }
    }

    /// The sign that is written more often.
    pub fn sign(&self) -> DecimalSign {
        match self.points.cmp(&self.commas) {
            std::cmp::Ordering::Greater => DecimalSign::Point,
            std::cmp::Ordering::Less => DecimalSign::Comma,
            std::cmp::Ordering::Equal => DecimalSign::Unknown,
        }
    }
}

/// Every amount in a text, from left to right.
///
/// A number that is part of something else (a date, a time, a percentage, an article number) is
/// none. `decimals` is the document's decimal sign: `1.234` is no amount where `.` is that sign.
pub fn find(text: &str, decimals: DecimalSign) -> Vec<Amount> {
    let text = crate::text::cut(text, MAX_SEARCHED);
    let bytes = text.as_bytes();
    let mut amounts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let number = Number::read(text, at);
        if let Some(amount) = amount_at(text, &number, decimals, amounts.last().map_or(0, |a: &Amount| a.end)) {
            at = amount.end.max(number.end);
            amounts.push(amount);
        } else {
            at = number.end;
        }
    }
    amounts
}

/// The amount that a text is, such as a machine-readable price: `200.00 USD`, `1 234,50`.
pub fn only(text: &str) -> Option<Amount> {
    let mut all = find(text, DecimalSign::Unknown);
    let one = all.pop()?;
    (all.is_empty() && one.start == 0 && one.end == text.trim_end().len()).then_some(one)
}

/// Groups of digits with the signs between them.
struct Number<'a> {
    groups: Vec<&'a str>,
    signs: Vec<char>,
    start: usize,
    end: usize,
}

impl<'a> Number<'a> {
    /// Reads the longest number that begins at `start`, where a digit stands.
    fn read(text: &'a str, start: usize) -> Self {
        let digits_end = |from: usize| {
            text[from..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |n| from + n)
        };
        let mut end = digits_end(start);
        let mut groups = vec![&text[start..end]];
        let mut signs = Vec::new();
        while let Some(sign) = text[end..].chars().next().filter(|c| ".,' ’".contains(*c)) {
            let next = end + sign.len_utf8();
            let next_end = digits_end(next);
            let group = &text[next..next_end];
            let grouped = group.len() == 3 && groups[0].len() <= 3 && groups[1..].iter().all(|g| g.len() == 3);
            let before_decimals = !signs.iter().any(|s| matches!(s, '.' | ','));
            if group.is_empty() || (sign == ' ' && !(grouped && before_decimals)) || groups.len() > 8 {
                break;
            }
            signs.push(sign);
            groups.push(group);
            end = next_end;
        }
        Number {
            groups,
            signs,
            start,
            end,
        }
    }

    /// Its value with how many decimals it writes, and whether blanks group it.
    fn value(&self, decimals: DecimalSign) -> Option<(Money, usize)> {
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
        let most = if whole.len() > 1 { 2 } else { 4 };
        let digits = whole.concat();
        if fraction.len() > most || digits.len() > 9 || self.signs.last() == Some(&'\'') && !fraction.is_empty() {
            return None;
        }
        let text = if fraction.is_empty() {
            digits
        } else {
            format!("{digits}.{fraction}")
        };
        Some((text.parse().ok()?, fraction.len()))
    }

    fn has_blanks(&self) -> bool {
        self.signs.contains(&' ')
    }
}

/// Groups of three, or Indian ones: two digits a group but for the last.
fn well_grouped(whole: &[&str]) -> bool {
    let [first, middle @ .., last] = whole else { return true };
    let threes = first.len() <= 3 && middle.iter().all(|g| g.len() == 3);
    let indian = first.len() <= 2 && !middle.is_empty() && middle.iter().all(|g| g.len() == 2);
    last.len() == 3 && (threes || indian)
}

fn amount_at(text: &str, number: &Number<'_>, decimals: DecimalSign, from: usize) -> Option<Amount> {
    let (value, fraction) = number.value(decimals)?;
    let before = Before::read(&text[from..number.start], from)?;
    let after = After::read(&text[number.end..])?;
    let mark = match (before.mark, after.mark) {
        (Some(Mark::Code(code)), _) | (_, Some(Mark::Code(code))) => Some(Mark::Code(code)),
        (before, after) => before.or(after),
    };
    let strong = mark.is_some() || after.no_cents || fraction == 2;
    let end = number.end + after.length;
    let alone = before.start == 0 && end == text.len();
    if number.has_blanks() && !strong && !alone {
        return None;
    }
    let negative = before.minus || after.minus || (before.bracket && text[end..].starts_with(')'));
    Some(Amount {
        value: if negative { -value } else { value },
        mark,
        strong,
        start: before.start,
        end,
    })
}

const MINUSES: [char; 3] = ['-', '−', '–'];

/// What stands before a number: currency, sign.
struct Before {
    mark: Option<Mark>,
    minus: bool,
    bracket: bool,
    start: usize,
}

impl Before {
    /// `None` where what stands there makes the number part of something else.
    fn read(text: &str, offset: usize) -> Option<Self> {
        let mut rest = text;
        let mut minus = take_minus(&mut rest)?;
        let spaced = rest.trim_end();
        let mark = currency::at_end(spaced).map(|(mark, length)| {
            rest = &spaced[..spaced.len() - length];
            mark
        });
        if mark.is_some() && !minus {
            minus = take_minus(&mut rest)?;
        }
        let last = rest.chars().next_back();
        let bracket = last == Some('(');
        let glued = |c: char| c.is_alphanumeric() || "#/.,*_@".contains(c);
        if last.is_some_and(glued) && !(mark.is_some() && last == Some('.')) {
            return None;
        }
        if last == Some(':') && rest.chars().rev().nth(1).is_some_and(|c| c.is_ascii_digit()) {
            return None;
        }
        Some(Before {
            mark,
            minus,
            bracket,
            start: offset + rest.len(),
        })
    }
}

/// Takes a minus off the end; `None` where it joins words or numbers (`A-12`, `10-12`).
fn take_minus(rest: &mut &str) -> Option<bool> {
    let Some(last) = rest.chars().next_back().filter(|c| MINUSES.contains(c)) else {
        return Some(false);
    };
    let head = &rest[..rest.len() - last.len_utf8()];
    if head.ends_with(|c: char| c.is_alphanumeric()) && currency::at_end(head).is_none() {
        return None;
    }
    *rest = head;
    Some(true)
}

/// What stands after a number: `:-`, sign, currency.
struct After {
    mark: Option<Mark>,
    minus: bool,
    no_cents: bool,
    length: usize,
}

impl After {
    /// `None` where what stands there makes the number part of something else.
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let no_cents = [":-", ",-", ".-", ":–", ",–", ",—"]
            .iter()
            .any(|sign| take(&mut rest, sign));
        let minus = !no_cents
            && MINUSES.iter().any(|m| {
                let after = rest.strip_prefix(*m).map(|r| r.chars().next());
                let ends = after.is_some_and(|next| {
                    next.is_none_or(|c| c == ' ' || c == ')' || currency::at_start(&rest[m.len_utf8()..]).is_some())
                });
                ends && {
                    rest = &rest[m.len_utf8()..];
                    true
                }
            });
        let mut mark = None;
        for _ in 0..2 {
            let spaced = rest.strip_prefix(' ').unwrap_or(rest);
            let Some((found, length)) = currency::at_start(spaced) else {
                break;
            };
            // A sign after a blank belongs to the number that follows it: `12 $ 5`.
            let next = spaced[length..].trim_start().chars().next();
            if spaced.len() < rest.len()
                && !spaced.starts_with(char::is_alphabetic)
                && next.is_some_and(|c| c.is_ascii_digit())
            {
                break;
            }
            if mark.is_some() && !matches!(found, Mark::Code(_)) {
                break;
            }
            mark = Some(found);
            rest = &spaced[length..];
        }
        let mut following = rest.chars();
        let next = following.next();
        if let Some(c) = next {
            let glued = c.is_alphanumeric() || "%/:@_*".contains(c);
            let spaced_percent = c == ' ' && following.clone().next() == Some('%');
            let joined = c == '-' && following.next().is_some_and(char::is_alphanumeric);
            let label = c == ':' && mark.is_some();
            if (glued && !label) || joined || spaced_percent {
                return None;
            }
        }
        Some(After {
            mark,
            minus,
            no_cents,
            length: text.len() - rest.len(),
        })
    }
}

fn take(rest: &mut &str, prefix: &str) -> bool {
    rest.strip_prefix(prefix).is_some_and(|after| {
        *rest = after;
        true
    })
}

#[cfg(test)]
mod tests {
    use invoices_domain::Currency;
    use proptest::prelude::*;

    use super::*;

    fn values(text: &str) -> Vec<String> {
        find(text, DecimalSign::Unknown)
            .iter()
            .map(|a| a.value.to_string())
            .collect()
    }

    #[test]
    fn reads_amounts_in_every_dress() {
        for (text, value) in [
            ("9 876,00", "9876"),
            ("9 876 kr", "9876"),
            ("9.876,00", "9876"),
            ("9876:-", "9876"),
            ("9 876,50 SEK", "9876.5"),
            ("173,50", "173.5"),
            ("$1,234.50", "1234.5"),
            ("-12,50 kr", "-12.5"),
            ("12,50- kr", "-12.5"),
            ("−99 kr", "-99"),
            ("($5.00)", "-5"),
            ("€ -5,00", "-5"),
            ("1'234.00 CHF", "1234"),
            ("Rs. 1,23,456.00", "123456"),
            ("1.046 kronor", "1046"),
            ("kr 100", "100"),
            ("Summa:100 kr", "100"),
            ("49,-", "49"),
            ("50.00€", "50"),
        ] {
            assert_eq!(values(text), [value], "{text}");
        }
    }

    #[test]
    fn leaves_alone_what_is_no_amount() {
        for text in [
            "25%",
            "25 %",
            "12:30",
            "2026-07-31",
            "31.07.2026",
            "A-1234",
            "#1234",
            "10/12",
            "x@1.se",
            "1-2",
            "1234567890",
            "3x",
            "556677-8899",
            "12,50,00",
        ] {
            assert_eq!(values(text), Vec::<String>::new(), "{text}");
        }
        assert!(find("1.234", DecimalSign::Point).is_empty());
        assert_eq!(values("1.234"), ["1234"]);
        assert!(values("qty 1 258 st").is_empty());
    }

    #[test]
    fn a_code_beats_a_symbol() {
        let one = |text: &str| find(text, DecimalSign::Unknown)[0].clone();
        assert_eq!(one("$50.00 CAD").mark, Some(Mark::Code("CAD".parse().unwrap())));
        assert_eq!(one("466,00 kr SEK").mark, Some(Mark::Code(Currency::SEK)));
        assert_eq!(one("$5").mark, Some(Mark::Dollar));
        assert!(!one("17").strong && one("17:-").strong);
    }

    #[test]
    fn several_stand_in_one_text() {
        assert_eq!(values("Totalt 120,00 kr varav moms 24,00 kr"), ["120", "24"]);
        assert_eq!(values("2 x 49,50 kr"), ["2", "49.5"]);
    }

    proptest! {
        #[test]
        fn nothing_panics_and_places_are_ordered(text in "[0-9 .,:'()€$kr\\-−SEK%xåA]{0,80}") {
            let mut last = 0;
            for amount in find(&text, DecimalSign::Comma) {
                prop_assert!(amount.start >= last && amount.start < amount.end && amount.end <= text.len());
                last = amount.end;
            }
        }

        #[test]
        fn a_swedish_amount_is_read_back(units in 0_i64..99_999_999) {
            let (kronor, ore) = (units / 100, units % 100);
            let digits = kronor.to_string();
            let grouped: Vec<String> = digits.as_bytes().rchunks(3).rev().map(|g| String::from_utf8_lossy(g).into_owned()).collect();
            let text = format!("{},{ore:02} kr", grouped.join(" "));
            let found = find(&text, DecimalSign::Comma);
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(found[0].value, Money::from_units(units * 100).unwrap());
        }
    }
}
