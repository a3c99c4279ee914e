//! The examples of the document: each is built after its schema, of the values in `examples.json`.

use serde_json::{Map, Value, json};

/// The examples of the document's schemas, parameters and answers.
///
/// A key of `examples.json` is a field (`due_date`), a type (`WarningCode`), a field of one type (`Vendor.vendor_id`; `null`
/// leaves it out), a parameter of one operation (`rental_view.invoice_id`), the data of an operation's answer (`email_verify`), or
/// of one of its forms (`invoice_list/counts`). The closest key counts. All values are invented.
pub(crate) struct Examples<'a> {
    values: Map<String, Value>,
    schemas: &'a Value,
}

impl<'a> Examples<'a> {
    pub(crate) fn new(schemas: &'a Value) -> Self {
        let values = serde_json::from_str(include_str!("../examples.json")).expect("the file is a JSON object");
        Examples { values, schemas }
    }

    /// The data of an answer. An only form has no name.
    pub(crate) fn answer(&self, operation: &str, form: &str) -> Option<Value> {
        let key = format!("{operation}/{form}");
        self.values.get(key.trim_end_matches('/')).cloned()
    }

    pub(crate) fn parameter(&self, operation: &str, name: &str) -> Value {
        let own = self.values.get(&format!("{operation}.{name}"));
        let known = own.or_else(|| self.values.get(name));
        known
            .cloned()
            .unwrap_or_else(|| panic!("the parameter {name} of {operation} has no example"))
    }

    /// A value of this schema. A panic names a field that has no example.
    pub(crate) fn of(&self, schema: &Value) -> Value {
        let Some(name) = reference(schema) else {
            return Value::Null;
        };
        if let Some(known) = self.values.get(name) {
            return known.clone();
        }
        let schema = &self.schemas[name];
        if let Some(words) = schema["enum"].as_array() {
            return words.first().cloned().unwrap_or_default();
        }
        if let Some(members) = schema["oneOf"].as_array() {
            return members.first().map(|member| self.of(member)).unwrap_or_default();
        }
        let fields = schema["properties"].as_object().into_iter().flatten();
        let values = fields.filter_map(|(field, each)| {
            let value = self.field(name, field, each);
            let required = schema["required"].as_array();
            let needed = required.is_some_and(|names| names.contains(&json!(field)));
            assert!(value.is_some() || !needed, "{name}.{field} has no example");
            Some((field.clone(), value?))
        });
        Value::Object(values.collect())
    }

    fn field(&self, name: &str, field: &str, schema: &Value) -> Option<Value> {
        if let Some(own) = self.values.get(&format!("{name}.{field}")) {
            return Some(own.clone()).filter(|own| !own.is_null());
        }
        if reference(schema).is_some() {
            return Some(self.of(schema));
        }
        if reference(&schema["items"]).is_some() {
            return Some(json!([self.of(&schema["items"])]));
        }
        let always_null = schema["nullable"] == true && schema["type"] == "object";
        self.values.get(field).cloned().or(always_null.then_some(Value::Null))
    }
}

/// The name of the schema that a schema refers to: plainly, or as the first member of `allOf`, which lets a reference have a
/// description, or of `oneOf`, which lets it be `null`.
fn reference(schema: &Value) -> Option<&str> {
    let first = |key: &str| schema[key][0]["$ref"].as_str();
    let reference = schema["$ref"]
        .as_str()
        .or_else(|| first("allOf"))
        .or_else(|| first("oneOf"))?;
    reference.rsplit('/').next()
}
