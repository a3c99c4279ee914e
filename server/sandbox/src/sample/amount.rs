//! Amounts and check digits of the invented documents.

use std::fmt;
use std::iter::Sum;

/// An amount in hundredths: öre, cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(pub i64);

impl Amount {
    /// As Swedish documents write it: `9 876,50`.
    pub fn swedish(self) -> String {
        let digits = (self.0.abs() / 100).to_string();
        let mut whole = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                whole.push(' ');
            }
            whole.push(digit);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        format!("{sign}{whole},{:02}", self.0.abs() % 100)
    }
}

impl fmt::Display for Amount {
    /// The canonical decimal, with a point and without trailing zeros: `9876.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let text = format!("{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        Amount(amounts.map(|amount| amount.0).sum())
    }
}

/// Digits and their Luhn check digit (mod 10), as in an OCR reference or a giro number. Other characters are dropped.
///
/// ```
/// use invoices_sandbox::sample::with_check_digit;
/// assert_eq!(with_check_digit("7992739871"), "79927398713");
/// ```
pub fn with_check_digit(digits: &str) -> String {
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let sum: u32 = digits
        .bytes()
        .rev()
        .map(|byte| u32::from(byte - b'0'))
        .enumerate()
        .map(|(at, digit)| {
            if at % 2 == 0 {
                digit * 2 / 10 + digit * 2 % 10
            } else {
                digit
            }
        })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_written_in_two_ways() {
        for (hundredths, swedish, plain) in [
            (987_650, "9 876,50", "9876.5"),
            (123_456_700, "1 234 567,00", "1234567"),
            (-2005, "-20,05", "-20.05"),
            (5, "0,05", "0.05"),
            (0, "0,00", "0"),
        ] {
            let amount = Amount(hundredths);
            assert_eq!(
                (amount.swedish().as_str(), amount.to_string().as_str()),
                (swedish, plain)
            );
        }
    }
}
