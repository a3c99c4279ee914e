//! Schemas: the catalogue's categories, and what dropshot does not write as OpenAPI wants it.

use invoices_domain::{Catalogue, SubType};
use schemars::r#gen::SchemaSettings;
use serde_json::{Map, Value, json};

/// Puts the categories in their places.
pub(super) fn complete(document: &mut Value, catalogue: &Catalogue) {
    let sub_types: Vec<&str> = catalogue.sub_types().map(SubType::as_str).collect();
    let (details, records) = details(catalogue);
    open_maps(&mut document["components"]);
    let schemas = &mut document["components"]["schemas"];
    schemas["KnownSubType"] = json!({
        "description": "A sub-type that this version of the service knows.",
        "type": "string",
        "enum": sub_types,
    });
    schemas["SubType"]["x-extensible-enum"] = json!(sub_types);
    let description = schemas["InvoiceDetails"]["description"].take();
    schemas["InvoiceDetails"] = details;
    schemas["InvoiceDetails"]["description"] = description;
    for (name, schema) in records {
        let known = &schemas[&name];
        assert!(known.is_null() || *known == schema, "two schemas are named {name}");
        schemas[&name] = schema;
    }
    for (name, schema) in schemas.as_object_mut().into_iter().flatten() {
        optional_fields(name, schema);
        plain_enum(schema);
        if name.ends_with("Body") {
            known_sub_types(schema);
        }
    }
    shared_fields(schemas);
    tagged_forms(schemas);
    if let Some(codes) = schemas["ErrorCode"].as_object_mut() {
        let known = codes.remove("enum").unwrap_or_default();
        codes.insert("x-extensible-enum".into(), known);
    }
}

/// The union of the categories' records, and the schemas it refers to.
fn details(catalogue: &Catalogue) -> (Value, Vec<(String, Value)>) {
    let settings = SchemaSettings::openapi3();
    let mut generator = settings.clone().into_generator();
    let categories = catalogue.categories();
    let references: Vec<Value> = categories.iter().map(|c| json!((c.schema)(&mut generator))).collect();
    let mut definitions = generator.take_definitions();
    // Schemars runs its visitors over root schemas only, and these are components.
    for visitor in &mut settings.visitors.clone() {
        for schema in definitions.values_mut() {
            visitor.visit_schema(schema);
        }
    }
    let mapping: Map<String, Value> = categories
        .iter()
        .zip(&references)
        .map(|(category, reference)| (category.sub_type.to_string(), reference["$ref"].clone()))
        .collect();
    let union = json!({
        "oneOf": references,
        "discriminator": {"propertyName": "sub_type", "mapping": mapping},
    });
    let mut records: Vec<(String, Value)> = definitions.into_iter().map(|(name, s)| (name, json!(s))).collect();
    for (name, schema) in &mut records {
        open_maps(schema);
        let described = categories.iter().zip(&references);
        let mut described = described.filter(|(_, reference)| name_of(reference) == Some(name));
        if let Some((category, _)) = described.next() {
            schema["description"] = json!(format!("A record of `{}`. {}", category.sub_type, category.description));
            for (name, property) in added().as_object().into_iter().flatten() {
                schema["properties"][name] = property.clone();
            }
        }
    }
    (union, records)
}

/// The properties that the service adds to the records of all categories.
fn added() -> Value {
    json!({
        "corrected": {
            "description": "The fields that the caller has corrected. Absent if there are none.",
            "type": "array",
            "items": {"type": "string"},
        },
        "parsed": {
            "description": "The values that the corrections replaced, by field. Absent if there are none.",
            "type": "object",
            "additionalProperties": {},
        },
        "cancelled": {
            "description": "`true` if the invoice was cancelled; otherwise absent.",
            "type": "boolean",
        },
        "paid": {
            "description": "`true` if the invoice was paid: a document or the caller says so. Otherwise absent.",
            "type": "boolean",
        },
        "forwarded": {
            "description": "`true` if the invoice comes only from messages that the caller forwarded; otherwise absent.",
            "type": "boolean",
        },
        "related": {
            "description": "Ids of invoices that share a number with this one, or that may be for the same purchase from another \
             vendor. Newest first, at most 50. Absent if there are none.",
            "type": "array",
            "items": {"type": "string", "format": "uuid"},
            "maxItems": 50,
        },
    })
}

/// The fields that all categories' records have become one schema, which each of them includes.
fn shared_fields(schemas: &mut Value) {
    let members = schemas["InvoiceDetails"]["oneOf"].as_array().into_iter().flatten();
    let names: Vec<String> = members.filter_map(|member| Some(name_of(member)?.to_owned())).collect();
    let Some(mut shared) = names.first().map(|name| schemas[name].clone()) else {
        return;
    };
    if let Some(fields) = shared["properties"].as_object_mut() {
        fields.retain(|field, property| names.iter().all(|name| schemas[name]["properties"][field] == *property));
    }
    let fields = shared["properties"].clone();
    let is_shared = |field: &Value| field.as_str().is_some_and(|field| fields.get(field).is_some());
    for name in &names {
        let own = &mut schemas[name];
        let description = own["description"].take();
        if let Some(properties) = own["properties"].as_object_mut() {
            properties.retain(|field, _| fields.get(field).is_none());
        }
        if let Some(required) = own["required"].as_array_mut() {
            required.retain(|field| !is_shared(field));
        }
        let own = json!({"type": "object", "properties": own["properties"], "required": own["required"]});
        let all = json!([{"$ref": "#/components/schemas/InvoiceFields"}, own]);
        schemas[name] = json!({"description": description, "allOf": all});
    }
    if let Some(required) = shared["required"].as_array_mut() {
        required.retain(is_shared);
    }
    shared["description"] = json!("What the detail records of all sub-types have.");
    schemas["InvoiceFields"] = shared;
}

/// The name of the schema that a reference refers to.
pub(super) fn name_of(reference: &Value) -> Option<&str> {
    reference["$ref"].as_str()?.rsplit('/').next()
}

/// The property that tells the forms of a list apart, which serde writes and schemars does not.
fn tagged_forms(schemas: &mut Value) {
    let forms = [
        ("RentalInvoices", "rental"),
        ("RetailInvoices", "retail"),
        ("RetailInvoiceDetails", "detail"),
        ("RetailCounts", "counts"),
    ];
    for (name, form) in forms {
        let tag = json!({"description": "The form of the list.", "type": "string", "enum": [form]});
        schemas[name]["properties"]["type"] = tag;
        schemas[name]["required"]
            .as_array_mut()
            .into_iter()
            .for_each(|all| all.push(json!("type")));
    }
    let mapping: Map<String, Value> = forms
        .into_iter()
        .map(|(name, form)| (form.into(), json!(format!("#/components/schemas/{name}"))))
        .collect();
    // By the discriminator alone, `null` would be one of them, and beside it the `null` of an empty list.
    schemas["InvoiceList"]["type"] = json!("object");
    schemas["InvoiceList"]["discriminator"] = json!({"propertyName": "type", "mapping": mapping});
}

/// A sub-type that is sent is one of those that exist; one that is received may be a new one.
pub(super) fn known_sub_types(value: &mut Value) {
    for_each_object(value, &|object| {
        if object.get("$ref") == Some(&json!("#/components/schemas/SubType")) {
            object.insert("$ref".into(), json!("#/components/schemas/KnownSubType"));
        }
    });
}

fn for_each_object(value: &mut Value, change: &impl Fn(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            object.values_mut().for_each(|value| for_each_object(value, change));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| for_each_object(value, change)),
        _ => {}
    }
}

/// Schemars makes every optional field nullable. A field of a request may be `null`; one of a response is absent instead.
fn optional_fields(name: &str, schema: &mut Value) {
    let required = schema["required"].take();
    let request = name.ends_with("Body");
    for (field, property) in schema["properties"].as_object_mut().into_iter().flatten() {
        let optional = !required.as_array().is_some_and(|names| names.contains(&json!(field)));
        if let Some(property) = property.as_object_mut().filter(|_| optional) {
            property.retain(|key, value| !(key == "default" && value.is_null()) && (request || key != "nullable"));
        }
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.retain(|_, value| !value.is_null());
        if required.is_array() {
            schema.insert("required".into(), required);
        }
    }
}

/// `additionalProperties: {}` instead of `true`: both mean the same, but beside `properties` generators ignore `true`.
fn open_maps(value: &mut Value) {
    for_each_object(value, &|object| {
        if object.get("additionalProperties") == Some(&json!(true)) {
            object.insert("additionalProperties".into(), json!({}));
        }
    });
}

/// Schemars writes an enum whose variants have comments as a union of one-value enums. Generators make a type of each
/// member of a union, so the values become one enum, with the comments beside it.
fn plain_enum(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    let members = schema
        .get("oneOf")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let value = |member: &Value| match member["enum"].as_array()?.as_slice() {
        [Value::String(value)] => Some(value.clone()),
        _ => None,
    };
    let values: Vec<String> = members.iter().filter_map(value).collect();
    if values.is_empty() || values.len() < members.len() {
        return;
    }
    let comments = members.iter().map(|member| member["description"].clone());
    let comments: Map<String, Value> = values.iter().cloned().zip(comments).collect();
    schema.remove("oneOf");
    schema.insert("type".into(), json!("string"));
    schema.insert("enum".into(), json!(values));
    schema.insert("x-enumDescriptions".into(), Value::Object(comments));
}

/// A reference that may be `null` becomes a union with `null`. In OpenAPI 3.0 `nullable` counts only beside a `type`,
/// and beside `allOf` it would not admit a `null` that the schema referred to forbids.
pub(super) fn nullable_references(value: &mut Value) {
    for_each_object(value, &|object| {
        let nullable = object.get("nullable") == Some(&json!(true)) && !object.contains_key("type");
        if nullable && let Some(Value::Array(mut members)) = object.remove("allOf") {
            object.remove("nullable");
            members.push(json!({"type": "object", "nullable": true, "enum": [null]}));
            object.insert("oneOf".into(), json!(members));
        }
    });
}
