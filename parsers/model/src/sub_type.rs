//! The category of a retail invoice.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{TextError, is_slug};

/// The name of a retail category, such as `food-delivery`: lower-case letters, digits and single hyphens between them, at most
/// 64 bytes. The [`crate::Catalogue`] has the names that exist.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SubType(Arc<str>);

impl SubType {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SubType {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        if is_slug(text) {
            Ok(SubType(text.into()))
        } else {
            Err(TextError(
                "not a category name: small letters, digits and single hyphens",
            ))
        }
    }
}

crate::text_conversions!(SubType);

impl fmt::Display for SubType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
