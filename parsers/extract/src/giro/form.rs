//! The forms of payment references and giro numbers.

use std::ops::RangeInclusive;

use crate::luhn;
use crate::scanner::Scanner;

/// How many digits a payment reference has.
pub(super) const OCR_DIGITS: RangeInclusive<usize> = 4..=25;
/// The signs before the last digits of a giro number.
const HYPHENS: [char; 3] = ['-', '–', '‑'];

/// The warning about a payment reference whose check digit is wrong.
pub const OCR_WARNING: &str = "the check digit of the OCR number does not hold";

/// Whether the check digit of a number with or without separators is right.
pub fn check_digit_holds(number: &str) -> bool {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    luhn::is_valid(&digits)
}

/// The digits of the payment reference at the start of a text.
pub(super) fn ocr_at(text: &str) -> Option<String> {
    let run = Scanner::new(text).take_while(|c| c.is_ascii_digit() || c == ' ');
    let digits: String = run.chars().take(34).filter(char::is_ascii_digit).collect();
    (text.starts_with(|c: char| c.is_ascii_digit()) && OCR_DIGITS.contains(&digits.len())).then_some(digits)
}

/// The Bankgiro number at the start of a text, as `123-4567` or `1234-5678`.
pub(super) fn bankgiro_at(text: &str) -> Option<String> {
    let mut scanner = Scanner::new(text);
    let front = scanner.digits(3..=4)?;
    let back = scanner.one_of(&HYPHENS).then(|| scanner.digits(4..=4))??;
    is_at_end(&scanner).then(|| format!("{front}-{back}"))
}

/// The Plusgiro number at the start of a text, as it is written: `12 34 56-7`.
pub(super) fn plusgiro_at(text: &str) -> Option<String> {
    let mut scanner = Scanner::new(text);
    let front = scanner.take_while(|c| c.is_ascii_digit() || c == ' ');
    let digits = front.bytes().filter(u8::is_ascii_digit).count();
    let has_length = (1..=7).contains(&digits) && front.len() <= 10 && !front.starts_with(' ');
    if !has_length || !scanner.one_of(&HYPHENS) {
        return None;
    }
    scanner.one_of(&[' ']);
    let check = scanner.digits(1..=1)?;
    is_at_end(&scanner).then(|| format!("{}-{check}", front.trim()))
}

/// Whether a giro number ends here.
fn is_at_end(scanner: &Scanner<'_>) -> bool {
    scanner.ends_before(|c| !c.is_ascii_digit() && c != '-')
}
