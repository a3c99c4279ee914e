//! Parameters of pages.

use chrono::NaiveDate;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::{Deserialize, Deserializer};

use crate::date;
use crate::error::ApiError;

/// A deserializer of a parameter whose errors name it.
macro_rules! named {
    ($function:ident, $name:literal, $type:ty) => {
        fn $function<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$type>, D::Error> {
            use serde::de::{Error, IntoDeserializer, value};
            let text = String::deserialize(deserializer)?;
            let read = <$type>::deserialize(IntoDeserializer::<value::Error>::into_deserializer(text.as_str()));
            read.map(Some)
                .map_err(|error| D::Error::custom(format!("{}: {error}", $name)))
        }
    };
}
pub(crate) use named;

/// A parameter `from`.
pub(crate) fn from<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    day("from", deserializer)
}

/// A parameter `to`.
pub(crate) fn to<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    day("to", deserializer)
}

fn day<'de, D: Deserializer<'de>>(name: &str, deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || serde::de::Error::custom(format!("{name}: {}", date::EXPECTED));
    date::strict(&text).map(Some).ok_or_else(wrong)
}

/// Checks that the days of a list are in order.
pub(crate) fn check_days(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<(), ApiError> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err(ApiError::invalid_request("from must not be after to")),
        _ => Ok(()),
    }
}

/// Maximum number of a page's items: 1 to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit<const MOST: u16>(u16);

impl<const MOST: u16> From<Limit<MOST>> for usize {
    fn from(limit: Limit<MOST>) -> usize {
        limit.0.into()
    }
}

impl<'de, const MOST: u16> Deserialize<'de> for Limit<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let limit = text.parse().ok().filter(|limit| (1..=MOST).contains(limit));
        let wrong = || serde::de::Error::custom(format!("limit must be 1 to {MOST}"));
        limit.map(Limit).ok_or_else(wrong)
    }
}

impl<const MOST: u16> JsonSchema for Limit<MOST> {
    fn schema_name() -> String {
        format!("Limit{MOST}")
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = u16::json_schema(generator).into_object();
        let limits = schema.number();
        (limits.minimum, limits.maximum) = (Some(1.0), Some(MOST.into()));
        schema.into()
    }
}
