//! Amounts of money as exact decimals. No binary floats are used for arithmetic.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Metadata, Schema, SchemaObject};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The units of an amount of 1.
const SCALE: i64 = 10_000;
const DECIMALS: usize = 4;
/// At most eleven digits before the decimal point, so that an amount has at most fifteen digits. A client that reads the JSON
/// number into a binary float gets these exactly.
const MAX_UNITS: i64 = 100_000_000_000 * SCALE - 1;

/// An amount of money, without its currency: at most eleven integer digits and four decimals.
///
/// ```
/// use parser_model::Money;
/// let rent: Money = "9876.50".parse().unwrap();
/// assert_eq!(rent.to_string(), "9876.5");
/// assert_eq!(serde_json::to_string(&rent).unwrap(), "9876.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// Why a text or number is not a [`Money`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not of the form `-?digits(.digits)?`.
    #[error("not a decimal number")]
    Malformed,
    /// More than eleven integer digits or four decimals.
    #[error("more than eleven integer digits or four decimals")]
    OutOfRange,
}

impl Money {
    /// An amount of 0.
    pub const ZERO: Money = Money(0);

    /// The amount of a number of ten-thousandths, as the database stores it.
    pub const fn from_units(units: i64) -> Result<Self, MoneyError> {
        if units > MAX_UNITS || units < -MAX_UNITS {
            return Err(MoneyError::OutOfRange);
        }
        Ok(Money(units))
    }

    /// The number of ten-thousandths, as the database stores it.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Whether the amount is below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Whether the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The amount without its sign.
    #[must_use]
    pub const fn abs(self) -> Money {
        Money(self.0.abs())
    }

    /// The sum. `None` if it is out of range.
    pub fn checked_add(self, other: Money) -> Option<Money> {
        Money::from_units(self.0 + other.0).ok()
    }

    /// The product with an integer. `None` if it is out of range.
    pub fn checked_mul(self, times: i64) -> Option<Money> {
        Money::from_units(self.0.checked_mul(times)?).ok()
    }
}

impl FromStr for Money {
    type Err = MoneyError;

    /// Parses decimals with a point, such as `-12.5`. Formats of a locale are not accepted.
    fn from_str(text: &str) -> Result<Self, MoneyError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let numeric = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !numeric(whole) || !numeric(fraction) || digits.ends_with('.') {
            return Err(MoneyError::Malformed);
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > DECIMALS || whole.trim_start_matches('0').len() > 11 {
            return Err(MoneyError::OutOfRange);
        }
        let units: i64 = format!("{whole}{fraction:0<DECIMALS$}")
            .parse()
            .map_err(|_| MoneyError::OutOfRange)?;
        Money::from_units(if negative { -units } else { units })
    }
}

impl fmt::Display for Money {
    /// Writes the canonical form: a decimal point, no trailing zeros, no digit grouping.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.abs() / SCALE, self.0.abs() % SCALE);
        let fraction = format!("{fraction:0DECIMALS$}");
        let fraction = fraction.trim_end_matches('0');
        let text = if fraction.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{fraction}")
        };
        f.pad(&text)
    }
}

impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(-self.0)
    }
}

impl Add for Money {
    type Output = Money;
    /// Saturates at the limits of the range. [`Money::checked_add`] does not.
    fn add(self, other: Money) -> Money {
        Money((self.0 + other.0).clamp(-MAX_UNITS, MAX_UNITS))
    }
}

impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        self + -other
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

impl Serialize for Money {
    /// Writes a JSON number without trailing zeros. A binary float holds fifteen digits exactly, and its shortest
    /// representation is these digits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % SCALE == 0 {
            return serializer.serialize_i64(self.0 / SCALE);
        }
        let nearest: f64 = self.to_string().parse().map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(nearest)
    }
}

impl<'de> Deserialize<'de> for Money {
    /// Reads a JSON number by its shortest decimal representation, the inverse of serialising.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        number.to_string().parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Money {
    fn schema_name() -> String {
        "Money".into()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SchemaObject {
            instance_type: Some(InstanceType::Number.into()),
            format: Some("decimal".into()),
            metadata: Some(Box::new(Metadata {
                description: Some("An exact decimal: at most eleven integer digits and four decimals.".into()),
                ..Metadata::default()
            })),
            ..SchemaObject::default()
        }
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_written_in_the_canonical_form() {
        for (text, canonical) in [
            ("0", "0"),
            ("9876", "9876"),
            ("9876.50", "9876.5"),
            ("-0.0001", "-0.0001"),
            ("007.10", "7.1"),
        ] {
            assert_eq!(text.parse::<Money>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "-", ".5", "5.", "1e3", "1,5", "--1", "1.2.3", "+1"] {
            assert_eq!(text.parse::<Money>(), Err(MoneyError::Malformed), "{text}");
        }
        for text in ["123456789012", "0.00001"] {
            assert_eq!(text.parse::<Money>(), Err(MoneyError::OutOfRange), "{text}");
        }
    }

    proptest! {
        // Shows: Lists | Amounts are exact, from the page to the JSON number
        #[test]
        fn json_is_read_back_as_the_same_amount(units in -MAX_UNITS..=MAX_UNITS) {
            let money = Money::from_units(units).unwrap();
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(&json, &money.to_string());
            prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
        }

        #[test]
        fn text_is_read_back_as_the_same_amount(units in -MAX_UNITS..=MAX_UNITS) {
            let money = Money::from_units(units).unwrap();
            prop_assert_eq!(money.to_string().parse::<Money>().unwrap(), money);
        }
    }
}
