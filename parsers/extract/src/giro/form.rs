//! The forms of payment references and giro numbers.

use std::ops::RangeInclusive;

use parser_document::text;

use crate::pattern::{Pattern, pattern};
use crate::{luhn, mod97};

/// How many digits a payment reference has; that of a Swiss QR-bill has 27.
const OCR_DIGITS: RangeInclusive<usize> = 4..=27;

static BANKGIRO: Pattern = pattern!(r"^([0-9]{3,4})[-–‑]([0-9]{4})(?:[^0-9-]|$)");
static PLUSGIRO: Pattern = pattern!(r"^([0-9][0-9 ]{0,9})[-–‑] ?([0-9])(?:[^0-9-]|$)");
static DANISH_SLIP: Pattern = pattern!(r"^\+7[0-9] *< *([0-9]{15,16})(?:[^0-9]|$)");

/// Whether the check digits of a payment reference with or without separators are right.
pub fn check_digit_holds(number: &str) -> bool {
    if is_creditor_reference(number) {
        return creditor_reference_holds(number);
    }
    let digits = digits_of(number);
    if STRUCTURED.iter().any(|sign| number.starts_with(sign)) {
        return structured_holds(&digits);
    }
    luhn::is_valid(&digits)
}

/// The payment reference at the start of a text: digits, an RF reference, or a structured communication.
pub(super) fn ocr_at(text: &str) -> Option<String> {
    if let Some(found) = creditor_reference_at(text).or_else(|| marked_at(text)) {
        return Some(found);
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let run = &text[..text.len() - rest.len()];
    let digits: String = run.chars().take(34).filter(char::is_ascii_digit).collect();
    // `00618402NOV26` is a number of another form.
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && (run.ends_with(' ') || !rest.starts_with(char::is_alphanumeric));
    (is_number && OCR_DIGITS.contains(&digits.len())).then_some(digits)
}

/// The signs around a structured communication.
const STRUCTURED: [&str; 2] = ["+++", "***"];

/// The payment number of a Danish payment slip at the start of a text, `+71<000003304172020+86123456<`: 15 or 16 digits whose check
/// digit is right.
fn slip_number_at(text: &str) -> Option<String> {
    const MAX_BYTES: usize = 64;
    let number = &DANISH_SLIP.captures(text::cut(text, MAX_BYTES))?[1];
    luhn::is_valid(number).then(|| number.to_owned())
}

/// The Belgian structured communication or the Danish payment number at the start of a text.
pub(super) fn marked_at(text: &str) -> Option<String> {
    structured_at(text).or_else(|| slip_number_at(text))
}

/// The Belgian structured communication at the start of a text, `+++090/9337/55493+++`, if its check digits are right: the rest
/// of the first ten digits divided by 97, with 97 for a remainder of zero.
fn structured_at(text: &str) -> Option<String> {
    let sign = STRUCTURED.into_iter().find(|sign| text.starts_with(sign))?;
    let inner = &text[sign.len()..];
    let end = inner.find(sign)?;
    let (number, digits) = (&inner[..end], digits_of(&inner[..end]));
    let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'/' || b == b' ');
    (is_number && structured_holds(&digits)).then(|| format!("{sign}{}{sign}", number.trim()))
}

fn structured_holds(digits: &str) -> bool {
    let number_of = |digits: &str| digits.parse::<u64>().ok();
    let Some((number, check)) = digits.split_at_checked(10).filter(|(_, check)| check.len() == 2) else {
        return false;
    };
    number_of(number)
        .map(|number| if number % 97 == 0 { 97 } else { number % 97 })
        .is_some_and(|rest| number_of(check) == Some(rest))
}

fn is_creditor_reference(number: &str) -> bool {
    number.starts_with("RF") && number[2..].starts_with(|c: char| c.is_ascii_digit())
}

/// The creditor reference at the start of a text, `RF18 5390 0754 7034` (ISO 11649), without blanks, if its check digits are right.
fn creditor_reference_at(text: &str) -> Option<String> {
    if !is_creditor_reference(text) {
        return None;
    }
    let in_reference = |c: &char| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == ' ';
    let run = text.chars().take(32).take_while(in_reference);
    let reference: String = run.filter(|c| *c != ' ').collect();
    creditor_reference_holds(&reference).then_some(reference)
}

fn creditor_reference_holds(reference: &str) -> bool {
    (5..=25).contains(&reference.len()) && mod97::is_valid(reference)
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The Bankgiro number at the start of a text, as `123-4567` or `1234-5678`.
pub(super) fn bankgiro_at(text: &str) -> Option<String> {
    let found = BANKGIRO.captures(text)?;
    Some(format!("{}-{}", &found[1], &found[2]))
}

/// The Plusgiro number at the start of a text, as it is written: `12 34 56-7`.
pub(super) fn plusgiro_at(text: &str) -> Option<String> {
    let found = PLUSGIRO.captures(text)?;
    let (front, check) = (found[1].trim(), &found[2]);
    let digits = front.bytes().filter(u8::is_ascii_digit).count();
    (digits <= 7).then(|| format!("{front}-{check}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_of_other_countries_have_check_digits() {
        assert_eq!(
            ocr_at("RF18 5390 0754 7034 and more").as_deref(),
            Some("RF18539007547034")
        );
        assert_eq!(ocr_at("RF18 5390 0754 7035"), None);
        assert_eq!(ocr_at("+++090/9337/55493+++").as_deref(), Some("+++090/9337/55493+++"));
        assert_eq!(ocr_at("+++090/9337/55494+++"), None);
        assert_eq!(
            ocr_at("+71<000003304172020+86123456<").as_deref(),
            Some("000003304172020")
        );
        assert!(check_digit_holds("RF18539007547034") && check_digit_holds("+++090/9337/55493+++"));
        assert!(!check_digit_holds("RF19539007547034") && check_digit_holds("48213003"));
    }
}
