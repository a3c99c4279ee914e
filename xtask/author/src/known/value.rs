//! When two values are the same, however they are spelt.

use serde_json::Value;

/// A value without what spellings differ in: case, blanks and punctuation. Amounts to the hundredth. `None` is nothing stated.
pub fn plain(value: &Value) -> Option<String> {
    let plain: String = match value {
        Value::Number(number) => format!("{:.2}", number.as_f64()?),
        Value::String(text) => {
            let text = text.replace('³', "3").to_lowercase();
            text.chars().filter(|c| c.is_alphanumeric()).collect()
        }
        _ => return None,
    };
    (!plain.is_empty()).then_some(plain)
}

/// Whether one of two texts is a part of the other. A single letter is a part of nothing.
pub fn overlap(one: &str, other: &str) -> bool {
    one.contains(other) && other.chars().nth(1).is_some() || other.contains(one) && one.chars().nth(1).is_some()
}

/// The elements of a list; a value that isn't a list is its only element.
pub fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(values)) => values,
        Some(value) => std::slice::from_ref(value),
        None => &[],
    }
}
