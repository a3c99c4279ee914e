//! The values of JSON-LD.

use scraper::node::Element;
use serde_json::Value;

use super::slots::{Hint, Slot};

/// Whether an element is a JSON-LD script.
pub fn is_script(element: &Element) -> bool {
    let kind = element.attr("type").unwrap_or_default();
    element.name() == "script" && kind.trim().eq_ignore_ascii_case("application/ld+json")
}

/// What the name of a value says of it. `parent` is the name of the object that it belongs to.
pub fn hint(name: &str, parent: &str) -> Hint {
    const PEOPLE: &[&str] = &[
        "customer",
        "recipient",
        "undername",
        "passenger",
        "attendee",
        "member",
        "buyer",
        "person",
    ];
    let name = name.to_ascii_lowercase();
    let parent = parent.to_ascii_lowercase();
    match name.as_str() {
        "streetaddress" => Hint::Street,
        "postalcode" => Hint::PostalCode,
        "addresslocality" => Hint::Town,
        "givenname" | "familyname" | "additionalname" => Hint::Person,
        "name" if PEOPLE.contains(&parent.as_str()) => Hint::Person,
        name if PEOPLE.contains(&name) => Hint::Person,
        "price" | "amount" | "value" | "total" | "totalpaymentdue" | "minimumpaymentdue" | "discount" | "tax" => {
            Hint::Money
        }
        name if name.ends_with("price") || name.ends_with("amount") => Hint::Money,
        _ => Hint::None,
    }
}

/// The texts and numbers of a script. Invalid JSON has none.
pub fn slots(script: &str) -> Vec<Slot> {
    let Ok(mut value) = serde_json::from_str::<Value>(script) else {
        return Vec::new();
    };
    let mut slots = Vec::new();
    visit(&mut value, ("", ""), &mut |value, hint| {
        slots.push(Slot::new(&text(value), hint));
    });
    slots
}

/// The script with other texts. Invalid JSON becomes an empty object.
pub fn with(script: &str, texts: &[&str]) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(script) else {
        return "{}".to_owned();
    };
    let mut texts = texts.iter();
    visit(&mut value, ("", ""), &mut |value, _| {
        let Some(text) = texts.next() else { return };
        *value = match value {
            Value::Number(_) => serde_json::from_str(text).unwrap_or_else(|_| (*text).into()),
            _ => (*text).into(),
        };
    });
    // `</script>` in a text would end the script.
    serde_json::to_string_pretty(&value)
        .unwrap_or_default()
        .replace("</", "<\\/")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Calls `visitor` for each text and number except the names of types. `names` are those of the value and of its parent.
fn visit(value: &mut Value, names: (&str, &str), visitor: &mut impl FnMut(&mut Value, Hint)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| visit(value, names, visitor)),
        Value::Object(map) => {
            let kind = map.get("@type").and_then(Value::as_str).unwrap_or_default();
            let parent = if kind == "Person" {
                "person".to_owned()
            } else {
                names.0.to_owned()
            };
            for (name, value) in map.iter_mut().filter(|(name, _)| !name.starts_with('@')) {
                visit(value, (name, &parent), visitor);
            }
        }
        Value::String(_) | Value::Number(_) => visitor(value, hint(names.0, names.1)),
        Value::Bool(_) | Value::Null => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_hints_of_their_names() {
        let script = r#"{"@type": "Order", "customer": {"name": "A"}, "seller": {"name": "B"}, "price": 12.5, "x": [{"postalCode": "1"}]}"#;
        let found: Vec<(String, Hint)> = slots(script).into_iter().map(|slot| (slot.text, slot.hint)).collect();
        let has = |text: &str, hint: Hint| found.contains(&(text.to_owned(), hint));
        assert!(
            has("A", Hint::Person) && has("B", Hint::None) && has("12.5", Hint::Money) && has("1", Hint::PostalCode)
        );
        let texts: Vec<&str> = found
            .iter()
            .map(|(text, _)| if text == "12.5" { "25.0" } else { text })
            .collect();
        assert!(with(script, &texts).contains("\"price\": 25.0"));
        assert_eq!(with("{", &[]), "{}");
    }
}
