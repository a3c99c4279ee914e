//! Parameters of pages.

use serde::{Deserialize, Deserializer};

/// A parameter `limit` of at least 1.
pub(crate) fn limit_up_to<'de, D: Deserializer<'de>>(most: u16, deserializer: D) -> Result<Option<u16>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let limit = text.parse().ok().filter(|limit| (1..=most).contains(limit));
    let wrong = || serde::de::Error::custom(format!("limit must be 1 to {most}"));
    limit.map(Some).ok_or_else(wrong)
}
