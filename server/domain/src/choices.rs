//! Several values of an enum.

use std::fmt;
use std::str::FromStr;

/// Some values of an enum: at least one, each once, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<T>(Vec<T>);

impl<T: Ord> Choices<T> {
    /// `None` without any.
    pub fn new(values: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut values: Vec<T> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        (!values.is_empty()).then_some(Choices(values))
    }

    /// The values.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T: fmt::Display> fmt::Display for Choices<T> {
    /// Separated by commas, as the database keeps them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&names.join(","))
    }
}

impl<T: Ord + FromStr> FromStr for Choices<T> {
    type Err = T::Err;
    fn from_str(text: &str) -> Result<Self, T::Err> {
        let values: Vec<T> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Choices::new(values).expect("a split text has a part"))
    }
}
