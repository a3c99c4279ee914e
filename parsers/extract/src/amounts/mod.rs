//! Amounts of money in a text.
//!
//! `[sign] [currency] [sign] number [":-"] [sign] [currency]`, brackets are a minus. Scanned by
//! hand in one pass, so that no text, however long its run of digits, costs more than its length.

mod cents;
mod divided;
mod hours;
mod number;

use std::cmp::Ordering;

use parser_document::steps;
use parser_model::Money;

use crate::currency::{self, Mark};
pub use cents::is_hundredths;
pub use number::DecimalSign;
use number::Number;

/// Longer cells are not searched.
const MAX_SEARCHED: usize = 1_500;

#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    pub value: Money,
    /// The currency next to it: the code, if there are both a code and a symbol.
    pub mark: Option<Mark>,
    /// Whether it can hardly be anything but money: a currency, `:-`, or exactly two decimals.
    pub strong: bool,
    /// The start in the text, in bytes, including the currency.
    pub start: usize,
    pub end: usize,
}

/// The sign that the texts of a document write more often, of `d,dd` and `d.dd`.
pub fn decimal_sign<'t>(texts: impl Iterator<Item = &'t str>) -> DecimalSign {
    let (mut points, mut commas) = (0, 0);
    for text in texts {
        steps::spend(text.len());
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        for (at, byte) in bytes.iter().enumerate() {
            let pair = at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2);
            if pair && !digit(at + 3) && !matches!(bytes.get(at + 3), Some(b'.' | b',')) {
                points += usize::from(*byte == b'.');
                commas += usize::from(*byte == b',');
            }
        }
    }
    match points.cmp(&commas) {
        Ordering::Greater => DecimalSign::Point,
        Ordering::Less => DecimalSign::Comma,
        Ordering::Equal => DecimalSign::Unknown,
    }
}

/// Every amount in a text, from left to right.
///
/// A number that is part of something else (a date, a time, a percentage, an article number) is none. `decimals` is the
/// document's decimal sign: `1.234` isn't an amount if `.` is that sign.
pub fn find(text: &str, decimals: DecimalSign) -> Vec<Amount> {
    let text = parser_document::text::cut(text, MAX_SEARCHED);
    steps::spend(text.len());
    let bytes = text.as_bytes();
    let others = [hours::find(text), divided::find(text)].concat();
    let mut amounts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        if let Some(other) = others.iter().find(|other| other.contains(&at)) {
            at = other.end;
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

fn amount_at(text: &str, number: &Number<'_>, decimals: DecimalSign, from: usize) -> Option<Amount> {
    let (value, fraction) = number.value(decimals)?;
    let mut prefix = &text[from..number.start];
    if fraction == 2 {
        // Stars keep others from writing digits before an amount: `***125,00`.
        prefix = prefix.trim_end_matches('*');
    }
    let may_be_rand = fraction == 2 && text.as_bytes()[number.end - 3] == b'.';
    let before = Before::read(prefix, from, may_be_rand)?;
    let after = After::read(&text[number.end..], fraction == 2 || before.mark.is_some())?;
    let mark = match (before.mark, after.mark) {
        (Some(Mark::Code(code)), _) | (_, Some(Mark::Code(code))) => Some(Mark::Code(code)),
        (before, after) => before.or(after),
    };
    // `12.500000 kWh` is no sum. `142.666 TND` is one in thousandths or in thousands, if no other amount tells.
    let is_dinar = matches!(mark, Some(Mark::Code(code)) if ["KWD", "TND"].contains(&code.as_str()));
    let is_either = is_dinar && decimals == DecimalSign::Unknown && number.has_one_group();
    if is_either || number.is_padded() && mark.is_none() {
        return None;
    }
    let strong = mark.is_some() || after.no_cents || fraction == 2;
    let mut end = number.end + after.length;
    let mut value = value;
    if mark.is_some()
        && fraction == 0
        && let Some((cents, length)) = cents::behind(&text[end..])
    {
        value = format!("{value}.{cents:02}").parse().ok()?;
        end += length;
    }
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

/// The text before a number: currency, sign.
struct Before {
    mark: Option<Mark>,
    minus: bool,
    bracket: bool,
    start: usize,
}

impl Before {
    /// `None` if this text makes the number part of something else. `may_be_rand`: an `R` before it is a currency if it
    /// begins the text or follows a colon. Elsewhere it is a size or the code of a tax.
    fn read(text: &str, offset: usize, may_be_rand: bool) -> Option<Self> {
        let mut rest = text;
        let mut minus = take_minus(&mut rest)?;
        let spaced = rest.trim_end();
        // The sign can end the label: `Valor a pagar R$: 12,50`.
        let spaced = spaced
            .strip_suffix(':')
            .filter(|label| label.ends_with(['$', '€', '£']))
            .unwrap_or(spaced);
        let rand = || currency::rand_at_end(spaced).filter(|_| may_be_rand && offset == 0);
        let mark = currency::at_end(spaced).or_else(rand).map(|(mark, length)| {
            rest = &spaced[..spaced.len() - length];
            mark
        });
        let mark = match mark {
            Some(Mark::Symbol(_) | Mark::Dollar) => code_before(&mut rest).or(mark),
            mark => mark,
        };
        if mark.is_some() && !minus {
            minus = take_minus(&mut rest)?;
        }
        if mark.is_some() {
            // Plain text writes bold with stars: `*$64.00*`.
            rest = rest.trim_end_matches('*');
        }
        let last = rest.chars().next_back();
        let bracket = last == Some('(');
        let glued = |c: char| c.is_alphanumeric() || "#/.,*_@\u{fffd}".contains(c);
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

/// Takes the code off the end that says what the sign after it means: `EUR €120.00`.
fn code_before(rest: &mut &str) -> Option<Mark> {
    let text = rest.trim_end();
    let (mark, length) = currency::at_end(text).filter(|(mark, _)| matches!(mark, Mark::Code(_)))?;
    *rest = &text[..text.len() - length];
    Some(mark)
}

/// Takes a minus off the end; `None` if it joins words or numbers (`A-12`, `10-12`).
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

/// The text after a number: `:-`, sign, currency.
struct After {
    mark: Option<Mark>,
    minus: bool,
    no_cents: bool,
    length: usize,
}

impl After {
    /// `None` if this text makes the number part of something else. `is_money`: without it, too, it is a sum.
    fn read(text: &str, is_money: bool) -> Option<Self> {
        let signs = ["/-", ":-", ",-", ".-", ":–", ",–", ",—"];
        let behind_sign = signs.iter().find_map(|sign| text.strip_prefix(sign));
        let no_cents = behind_sign.is_some();
        let mut rest = behind_sign.unwrap_or(text);
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', ')']) || currency::at_start(rest).is_some();
        let signed = rest.strip_prefix(MINUSES).filter(|rest| !no_cents && ends(rest));
        rest = signed.unwrap_or(rest);
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
        let behind_stars = rest.trim_start_matches('*');
        let is_bold = rest.len() > behind_stars.len() && !behind_stars.starts_with(char::is_alphanumeric);
        if is_bold && (is_money || mark.is_some()) {
            rest = behind_stars;
        }
        let mut following = rest.chars();
        let next = following.next().filter(|_| !(mark.is_some() && is_for_a_term(rest)));
        if let Some(c) = next {
            let glued = c.is_alphanumeric() || "%/:@_*\u{fffd}".contains(c);
            let spaced_percent = c == ' ' && following.clone().next() == Some('%');
            let joined = c == '-' && following.next().is_some_and(char::is_alphanumeric);
            let label = c == ':' && mark.is_some();
            if (glued && !label) || joined || spaced_percent {
                return None;
            }
        }
        Some(After {
            mark,
            minus: signed.is_some(),
            no_cents,
            length: text.len() - rest.len(),
        })
    }
}

/// `/månad`, `/year`: what a subscription's sum is written with. A rate of anything else isn't a sum.
fn is_for_a_term(after: &str) -> bool {
    const TERMS: [&str; 16] = [
        "mån", "månad", "md", "mnd", "måned", "mo", "month", "monat", "mois", "maand", "kk", "år", "year", "yr",
        "jahr", "an",
    ];
    let Some(term) = after.strip_prefix('/') else {
        return false;
    };
    let letters = term.trim_start().chars().take_while(|c| c.is_alphabetic());
    let word: String = letters.take(7).collect();
    TERMS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests;
