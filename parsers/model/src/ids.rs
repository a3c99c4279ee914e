//! Vendor ids and mail addresses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::sub_type::is_slug;

/// Why a text is not an identifier of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a valid {0}")]
pub struct IdError(&'static str);

impl IdError {
    /// An error for a kind of identifier, given in lower case, such as `vendor id`.
    pub const fn new(kind: &'static str) -> Self {
        IdError(kind)
    }
}

/// Conversions between an identifier and its text, for serde's `try_from` and `into`.
#[doc(hidden)]
#[macro_export]
macro_rules! text_conversions {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = $crate::IdError;
            fn try_from(text: String) -> Result<Self, $crate::IdError> {
                text.parse()
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }
    };
}

/// A vendor's id: lower-case letters, digits and single hyphens between them, at most 64 bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VendorId(String);

impl VendorId {
    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for VendorId {
    type Err = IdError;
    /// Underscores become hyphens, because underscores separate the parts of an object key.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let text = text.replace('_', "-");
        if is_slug(&text) {
            Ok(VendorId(text))
        } else {
            Err(IdError("vendor id"))
        }
    }
}

impl fmt::Display for VendorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_conversions!(VendorId);

/// The longest mail address in characters: 64 before the `@` and 255 after it (RFC 5321, section 4.5.3.1).
const MAX_ADDRESS: usize = 320;

/// The mail address of an account or sender, in lower case: exactly one `@`, text on both sides of it, no whitespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MailAddress(String);

impl MailAddress {
    /// The address in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the `@`.
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl FromStr for MailAddress {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let is_short = text.chars().count() <= MAX_ADDRESS;
        let text = text.trim().to_lowercase();
        let is_plain = is_short && !text.chars().any(|c| c.is_whitespace() || c.is_control());
        match text.split_once('@') {
            Some((local, domain)) if is_plain && !local.is_empty() && !domain.is_empty() && !domain.contains('@') => {
                Ok(MailAddress(text))
            }
            _ => Err(IdError("mail address")),
        }
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_conversions!(MailAddress);
