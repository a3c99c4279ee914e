//! Currencies by their ISO 4217 code.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::TextError;

/// An ISO 4217 code: three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(transparent)]
pub struct Currency(#[schemars(with = "String", regex(pattern = r"^[A-Z]{3}$"))] [u8; 3]);

impl Currency {
    /// The Swedish krona.
    pub const SEK: Currency = Currency(*b"SEK");
    /// The currency of an amount whose document states none.
    pub const DEFAULT: Currency = Currency::SEK;

    /// The currency to show with an amount: the stated currency, else [`Currency::DEFAULT`].
    #[must_use]
    pub fn shown(stated: Option<Currency>) -> Currency {
        stated.unwrap_or(Currency::DEFAULT)
    }

    /// The code in capital letters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a currency is three ASCII letters")
    }
}

impl FromStr for Currency {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let bytes = <[u8; 3]>::try_from(text.as_bytes()).ok();
        bytes
            .filter(|bytes| bytes.iter().all(u8::is_ascii_alphabetic))
            .map(|bytes| Currency(bytes.map(|b| b.to_ascii_uppercase())))
            .ok_or(TextError("not a three-letter currency code"))
    }
}

crate::text_conversions!(Currency);

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_is_three_letters() {
        assert_eq!("sek".parse(), Ok(Currency::SEK));
        assert_eq!(Currency::shown(None), Currency::SEK);
        for text in ["", "SE", "SEKK", "S3K", "kr."] {
            assert_eq!(
                text.parse::<Currency>(),
                Err(TextError("not a three-letter currency code")),
                "{text}"
            );
        }
    }
}
