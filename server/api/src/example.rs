//! Examples of the types on the wire, which the document shows. All of them are invented.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

/// A type whose schema shows an example.
pub(crate) trait Example: JsonSchema {
    /// The value in JSON.
    fn example() -> Value;
}

/// Examples by the name of their schema.
#[derive(Default)]
pub(crate) struct Examples(BTreeMap<String, Value>);

impl Examples {
    /// The same with the example of `T`.
    #[must_use]
    pub(crate) fn with<T: Example>(mut self) -> Self {
        self.0.insert(T::schema_name(), T::example());
        self
    }

    /// The same with the example of a schema that is not a type of this crate.
    #[must_use]
    pub(crate) fn with_schema(mut self, name: impl Into<String>, example: Value) -> Self {
        self.0.insert(name.into(), example);
        self
    }

    pub(crate) fn get(&self, schema: &str) -> Option<&Value> {
        self.0.get(schema)
    }
}

impl Extend<Examples> for Examples {
    fn extend<I: IntoIterator<Item = Examples>>(&mut self, others: I) {
        self.0.extend(others.into_iter().flat_map(|examples| examples.0));
    }
}
