//! A simpler copy of the document for progenitor, which does not support all of OpenAPI.
//!
//! The document itself stays complete: only the generated client does without what is removed here.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::project::Result;

/// A union whose members are distinguished by the value of a field.
pub struct TaggedUnion {
    /// The schema's name.
    pub name: String,
    /// The field.
    pub tag: String,
    /// Each member's schema and the field's value.
    pub members: Vec<(String, String)>,
}

/// Simplifies the document in place. Returns its tagged unions and removes the tags from their members.
pub fn lower(document: &mut Value) -> Result<Vec<TaggedUnion>> {
    without_pages(document);
    for item in members(&mut document["paths"]) {
        for operation in members(item) {
            one_body_type(operation);
            without_respond_async(operation);
            uniform_errors(operation);
            nullable_where_empty(operation);
        }
    }
    for response in members(&mut document["components"]["responses"]) {
        response["content"] = error_content();
    }
    let schemas = &mut document["components"]["schemas"];
    included_fields(schemas);
    nullable_references(schemas);
    open_enums(schemas);
    members(schemas).for_each(described_enum);
    let unions = untag(schemas)?;
    without_limits(document);
    Ok(unions)
}

/// Pages are for browsers.
fn without_pages(document: &mut Value) {
    let is_page = |operation: &Value| {
        let content = operation.pointer("/responses/200/content");
        content.is_some_and(|content| content.get("text/html").is_some() && content.get("application/pdf").is_none())
    };
    let Some(paths) = document["paths"].as_object_mut() else {
        return;
    };
    for item in paths.values_mut().filter_map(Value::as_object_mut) {
        item.retain(|_, operation| !is_page(operation));
    }
    paths.retain(|_, item| item.as_object().is_none_or(|item| !item.is_empty()));
}

fn members(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flat_map(Map::values_mut)
}

/// Progenitor supports one content type for a body, and mails only as bytes of any kind.
fn one_body_type(operation: &mut Value) {
    let content = operation.pointer_mut("/requestBody/content");
    if let Some(content) = content.and_then(Value::as_object_mut) {
        if let Some(mail) = content.remove("message/rfc822") {
            content.insert("application/octet-stream".into(), mail);
            return;
        }
        content.retain(|content_type, _| content_type == "application/json");
    }
}

/// An operation that can be answered with its run instead has two success types. The client orders a run by code of its own.
fn without_respond_async(operation: &mut Value) {
    let responses = operation["responses"].as_object_mut();
    if responses.and_then(|responses| responses.remove("202")).is_none() {
        return;
    }
    if let Some(parameters) = operation["parameters"].as_array_mut() {
        parameters.retain(|parameter| parameter["name"] != "Prefer");
    }
}

/// Progenitor supports one error type for an operation; ours differ only in the codes that they list.
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

/// Progenitor supports one success type for an operation: if a 204 without a body is possible, the type is nullable.
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

/// A schema that includes another one gets its fields, so that its tag can be taken from it.
fn included_fields(schemas: &mut Value) {
    let all = schemas.clone();
    let mut includes = BTreeSet::new();
    for schema in members(schemas) {
        let Some([included, own]) = schema["allOf"].as_array_mut().map(Vec::as_mut_slice) else {
            continue;
        };
        let name = included["$ref"]
            .as_str()
            .and_then(|name| Some(name.rsplit('/').next()?.to_owned()));
        let mut whole = name.as_deref().map(|name| all[name].clone()).unwrap_or_default();
        for (field, property) in own["properties"].take().as_object().into_iter().flatten() {
            whole["properties"][field] = property.clone();
        }
        if let (Some(all), Some(own)) = (whole["required"].as_array_mut(), own["required"].as_array()) {
            all.extend(own.iter().cloned());
        }
        whole["description"] = schema["description"].take();
        *schema = whole;
        includes.extend(name);
    }
    if let Some(schemas) = schemas.as_object_mut() {
        schemas.retain(|name, _| !includes.contains(name.as_str()));
    }
}

/// Typify takes the comments of an enum's variants from a union of one-value enums.
fn described_enum(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    let Some(descriptions) = schema.remove("x-enumDescriptions") else {
        return;
    };
    let values = schema.remove("enum").unwrap_or_default();
    let values = values.as_array().into_iter().flatten().filter_map(Value::as_str);
    let variants: Vec<Value> = values
        .map(|value| json!({"description": descriptions[value], "enum": [value], "type": "string"}))
        .collect();
    schema.remove("type");
    schema.insert("oneOf".into(), json!(variants));
}

/// Typify makes an enum of a union with `null`, and an `Option` of a nullable reference.
fn nullable_references(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let null = json!([null]);
            let members = object.get_mut("oneOf").and_then(Value::as_array_mut);
            if let Some([member, other]) = members.map(Vec::as_mut_slice)
                && other["enum"] == null
            {
                let member = member.take();
                object.remove("oneOf");
                object.insert("allOf".into(), json!([member]));
                object.insert("nullable".into(), json!(true));
            }
            object.values_mut().for_each(nullable_references);
        }
        Value::Array(list) => list.iter_mut().for_each(nullable_references),
        _ => {}
    }
}

/// Makes a schema `Name` that may get more values a union of `KnownName` and any other text: an unknown value in a response must
/// not fail an old client.
fn open_enums(schemas: &mut Value) {
    let all = schemas.as_object().into_iter().flatten();
    let open = all.filter(|(_, schema)| schema.get("x-extensible-enum").is_some());
    for name in open.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
        let known = format!("Known{name}");
        let description = schemas[&name]["description"].clone();
        let mut values = schemas[&name].take();
        if let Some(values) = values.as_object_mut() {
            let known = values.remove("x-extensible-enum").unwrap_or_default();
            values.insert("enum".into(), known);
        }
        schemas[&known] = values;
        schemas[&name] = json!({
            "description": description,
            "oneOf": [
                {"title": "Known", "allOf": [{"$ref": format!("#/components/schemas/{known}")}]},
                {"title": "Other", "type": "string"},
            ],
        });
    }
}

/// Removes the tags from the members of each union: typify makes an untagged enum of it, and [`super::retag`] adds the
/// tag there.
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

/// Removes limits, because typify wraps every limited text and number in a type of its own. The server checks them. Ids are texts:
/// what one call gives, the next one takes.
fn without_limits(value: &mut Value) {
    match value {
        Value::Object(object) => {
            // Inside `properties` these are names of fields, and their values are objects.
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
                let id = key == "format" && *value == "uuid";
                !id && (!limit || (value.is_object() && !key.starts_with("example")))
            });
            object.values_mut().for_each(without_limits);
        }
        Value::Array(list) => list.iter_mut().for_each(without_limits),
        _ => {}
    }
}
