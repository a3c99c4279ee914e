//! A copy of the document for the generator, which knows less than OpenAPI does.
//!
//! The document itself is honest and is not bent: what is lost here is lost to the generated client alone.

use serde_json::{Map, Value, json};

use crate::Result;

/// A union whose members are told apart by a field.
pub struct TaggedUnion {
    /// The schema's name.
    pub name: String,
    /// The field.
    pub tag: String,
    /// Each member's schema and the field's value.
    pub members: Vec<(String, String)>,
}

/// Schemas of known words that may grow: a response's unknown word must not fail an old client.
const OPEN: [&str; 2] = ["SubType", "ErrorCode"];

/// Lowers the document in place and returns its tagged unions, whose tags are gone from their members.
pub fn lower(document: &mut Value) -> Result<Vec<TaggedUnion>> {
    for item in members(&mut document["paths"]) {
        for operation in members(item) {
            json_bodies_only(operation);
            uniform_errors(operation);
            nullable_where_empty(operation);
            if let Some(parameters) = operation.get_mut("parameters") {
                known_words_only(parameters);
            }
        }
    }
    for response in members(&mut document["components"]["responses"]) {
        response["content"] = error_content();
    }
    let schemas = &mut document["components"]["schemas"];
    let unions = untag(schemas)?;
    for (name, schema) in schemas.as_object_mut().into_iter().flatten() {
        if name.ends_with("Body") {
            known_words_only(schema);
        }
    }
    for name in OPEN {
        open(schemas, name);
    }
    without_limits(document);
    Ok(unions)
}

fn members(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flat_map(Map::values_mut)
}

/// Progenitor takes one content type a body.
fn json_bodies_only(operation: &mut Value) {
    if let Some(content) = operation
        .pointer_mut("/requestBody/content")
        .and_then(Value::as_object_mut)
    {
        content.retain(|content_type, _| content_type == "application/json");
    }
}

/// Progenitor takes one error type an operation; ours differ only in which codes they list.
fn uniform_errors(operation: &mut Value) {
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if status.starts_with(['4', '5']) && response.get("content").is_some() {
            response["content"] = error_content();
        }
    }
}

fn error_content() -> Value {
    json!({"application/json": {"schema": {"$ref": "#/components/schemas/ErrorEnvelope"}}})
}

/// Progenitor takes one success type an operation: beside an empty 204, every success may be null.
fn nullable_where_empty(operation: &mut Value) {
    let responses = &mut operation["responses"];
    if responses["204"].is_null() {
        return;
    }
    let schema = responses["200"]["content"]["application/json"]["schema"].clone();
    for (status, response) in responses.as_object_mut().into_iter().flatten() {
        if status.starts_with('2') {
            response["content"] = json!({"application/json": {"schema": {"nullable": true, "allOf": [schema]}}});
        }
    }
}

/// What a client sends is one of the words it knows.
fn known_words_only(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for name in OPEN {
                if object.get("$ref") == Some(&json!(format!("#/components/schemas/{name}"))) {
                    object.insert("$ref".into(), json!(format!("#/components/schemas/Known{name}")));
                }
            }
            object.values_mut().for_each(known_words_only);
        }
        Value::Array(list) => list.iter_mut().for_each(known_words_only),
        _ => {}
    }
}

/// `Name` becomes "`KnownName`, or any other text".
fn open(schemas: &mut Value, name: &str) {
    let known = format!("Known{name}");
    let description = schemas[name]["description"].clone();
    schemas[&known] = schemas[name].take();
    schemas[name] = json!({
        "description": description,
        "oneOf": [
            {"title": "Known", "allOf": [{"$ref": format!("#/components/schemas/{known}")}]},
            {"title": "Other", "type": "string"},
        ],
    });
}

/// Typify makes an untagged enum of a union, so the tag moves from the members to [`super::retag`].
fn untag(schemas: &mut Value) -> Result<Vec<TaggedUnion>> {
    let mut unions = vec![];
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        let Some(tag) = schema["discriminator"]["propertyName"].as_str() else {
            continue;
        };
        let mapping = schema["discriminator"]["mapping"].as_object();
        let mapping = mapping.ok_or_else(|| format!("the union {name} has no mapping"))?;
        let member = |(value, reference): (&String, &Value)| {
            let schema = reference.as_str()?.rsplit('/').next()?;
            Some((schema.to_owned(), value.clone()))
        };
        unions.push(TaggedUnion {
            name: name.clone(),
            tag: tag.to_owned(),
            members: mapping.iter().filter_map(member).collect(),
        });
    }
    for union in &unions {
        for (member, _) in &union.members {
            if let Some(properties) = schemas[member]["properties"].as_object_mut() {
                properties.remove(&union.tag);
            }
            if let Some(required) = schemas[member]["required"].as_array_mut() {
                required.retain(|name| *name != union.tag);
            }
        }
    }
    Ok(unions)
}

/// Limits make typify wrap every text and number in a type of its own; the server checks them.
fn without_limits(value: &mut Value) {
    match value {
        Value::Object(object) => {
            // Inside `properties`, these are names of fields, whose values are objects.
            object.retain(|key, value| {
                let limit = matches!(
                    key.as_str(),
                    "pattern"
                        | "minLength"
                        | "maxLength"
                        | "minimum"
                        | "maximum"
                        | "minItems"
                        | "maxItems"
                        | "example"
                        | "examples"
                );
                !limit || (value.is_object() && !key.starts_with("example"))
            });
            object.values_mut().for_each(without_limits);
        }
        Value::Array(list) => list.iter_mut().for_each(without_limits),
        _ => {}
    }
}
