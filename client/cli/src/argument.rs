//! Arguments of commands.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// A word of the API, such as a scope, for a command's argument. The error names the valid ones, which that of `FromStr` does not.
pub fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}
