//! Vendor ids and mail addresses.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

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

/// Why a text is not a value of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub(crate) &'static str);

/// Conversions between an identifier and its text, for serde's `try_from` and `into`.
#[doc(hidden)]
#[macro_export]
macro_rules! text_conversions {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = <$name as std::str::FromStr>::Err;
            fn try_from(text: String) -> Result<Self, Self::Error> {
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

/// Whether a text has the form of category names and vendor ids.
pub(crate) fn is_slug(text: &str) -> bool {
    let is_part = |p: &str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= 64 && text.split('-').all(is_part)
}

/// A vendor's id: lower-case letters, digits and single hyphens or underscores between them, at most 64 bytes. Ids that
/// differ only in hyphens and underscores are equal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VendorId {
    /// With hyphens, because underscores separate the parts of an object key.
    hyphenated: String,
    configured: String,
}

impl VendorId {
    /// The id with hyphens, as object keys and the database contain it. `Display` writes the same.
    pub fn as_str(&self) -> &str {
        &self.hyphenated
    }

    /// The id as the settings spell it. It survives serde, but not the database.
    pub fn as_configured(&self) -> &str {
        &self.configured
    }
}

impl PartialEq for VendorId {
    fn eq(&self, other: &Self) -> bool {
        self.hyphenated == other.hyphenated
    }
}

impl Eq for VendorId {}

impl PartialOrd for VendorId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for VendorId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.hyphenated.cmp(&other.hyphenated)
    }
}

impl Hash for VendorId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hyphenated.hash(state);
    }
}

impl FromStr for VendorId {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let hyphenated = text.replace('_', "-");
        if is_slug(&hyphenated) {
            Ok(VendorId {
                hyphenated,
                configured: text.to_owned(),
            })
        } else {
            Err(IdError("vendor id"))
        }
    }
}

impl fmt::Display for VendorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.hyphenated)
    }
}

impl TryFrom<String> for VendorId {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<VendorId> for String {
    fn from(id: VendorId) -> String {
        id.configured
    }
}

/// The longest mail address in characters: 64 before the `@` and 255 after it (RFC 5321, section 4.5.3.1).
const MAX_ADDRESS: usize = 320;

/// The mail address of an account or sender, in lower case and NFC: exactly one `@`, text on both sides of it, no whitespace.
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
        let text: String = text.trim().to_lowercase().nfc().collect();
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
