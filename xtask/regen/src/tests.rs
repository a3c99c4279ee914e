//! Rules that the document with the categories of this build keeps.

use std::collections::BTreeSet;

use serde_json::Value;

fn document() -> Value {
    invoices_api::document(&invoices_parsers::catalogue().unwrap())
}

/// Calls `see` with every value of the document and the path to it.
fn walk(value: &Value, at: &str, see: &mut dyn FnMut(&str, &Value)) {
    see(at, value);
    match value {
        Value::Object(object) => object
            .iter()
            .for_each(|(key, value)| walk(value, &format!("{at}/{key}"), see)),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(n, value)| walk(value, &format!("{at}/{n}"), see)),
        _ => {}
    }
}

#[test]
fn the_contract_has_each_category() {
    let document = document();
    let names = document["components"]["schemas"]["KnownSubType"]["enum"]
        .as_array()
        .unwrap()
        .clone();
    for name in invoices_parsers::catalogue().unwrap().sub_types() {
        assert!(names.contains(&name.as_str().into()), "{name}");
    }
    let details = &document["components"]["schemas"]["InvoiceDetails"];
    assert_eq!(details["oneOf"].as_array().unwrap().len(), names.len());
}

#[test]
fn no_schema_was_renumbered_for_an_equal_name() {
    // Renumbering changes the names in generated clients, and depends on the order of linking.
    let document = document();
    let names: BTreeSet<String> = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    for name in &names {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        assert!(base == name || !names.contains(base), "{name} and {base} both exist");
    }
}

#[test]
fn the_schemas_of_a_category_carry_its_name() {
    let document = document();
    let mapping = document["components"]["schemas"]["InvoiceDetails"]["discriminator"]["mapping"].clone();
    for (sub_type, reference) in mapping.as_object().unwrap() {
        let name = reference.as_str().unwrap().rsplit('/').next().unwrap();
        let camel: String = sub_type
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..])
            .collect();
        assert!(name.starts_with(&camel), "{name} is a record of {sub_type}");
        let tag = &document["components"]["schemas"][name]["allOf"][1]["properties"]["sub_type"]["enum"];
        assert_eq!(tag[0], **sub_type);
    }
}

#[test]
fn everything_is_described_and_shown_by_example() {
    let document = document();
    let mut faults = vec![];
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let mut described = |what: &str, value: &Value| {
            if value["description"].as_str().is_none_or(str::is_empty) && value.get("$ref").is_none() {
                faults.push(format!("{name}{what} has no description"));
            }
        };
        described("", schema);
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            if !name.ends_with("Envelope") {
                described(&format!(".{field}"), property);
            }
        }
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                if parameter["description"].is_null() || parameter["example"].is_null() {
                    faults.push(format!("a parameter of {path} has no description or example"));
                }
            }
            walk(&operation["responses"], path, &mut |at, value| {
                let media = at.ends_with("/content/application/json");
                if media && value.get("example").or_else(|| value.get("examples")).is_none() {
                    faults.push(format!("{at} has no example"));
                }
            });
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    walk(&document, "", &mut |at, value| {
        if let Some(reference) = value["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            assert!(document.pointer(pointer).is_some(), "{at} points at {reference}");
        }
    });
}

#[test]
fn amounts_are_decimals_and_never_binary_floats() {
    let document = document();
    walk(&document["components"]["schemas"], "", &mut |at, value| {
        let lifetime = at.ends_with("/expires_in");
        if value["type"] == "number" && !lifetime {
            assert_eq!(value["format"], "decimal", "{at}");
        }
    });
}
