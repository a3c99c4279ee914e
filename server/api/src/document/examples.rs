//! The examples of schemas.

use invoices_domain::{Code, Currency};
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::example::{Example, Examples};
use crate::retail::InvoiceDetails;
use crate::{
    account_mail, browser_session, connect, correction, credentials, error, handed, imap, join, list, mail,
    mail_account, message, notification, rental, retail, run, session, sources, statistics, user, webhook,
};

/// The examples of all types that have one.
pub(super) fn all() -> Examples {
    let mut examples = Examples::default()
        .with_schema(Currency::schema_name(), json!("SEK"))
        .with_schema(Code::schema_name(), json!({"code": "no-currency"}));
    examples.extend([
        error::examples(),
        run::examples(),
        notification::examples(),
        message::examples(),
        user::examples(),
        credentials::examples(),
        session::examples(),
        browser_session::examples(),
        account_mail::examples(),
        mail::examples(),
        mail_account::examples(),
        connect::examples(),
        handed::examples(),
        imap::examples(),
        rental::examples(),
        retail::examples(),
        correction::examples(),
        join::examples(),
        list::examples(),
        sources::examples(),
        statistics::examples(),
        webhook::examples(),
    ]);
    examples
}

/// An example for a schema without one of its own, with every field filled. `field` is the name of the field that has
/// this schema: a field that the detail records have in common takes the value of their example.
pub(super) fn filled(schema: &Value, schemas: &Value, examples: &Examples, field: &str) -> Value {
    if let Some(reference) = reference(schema) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        let known = examples.get(name).cloned();
        return known.unwrap_or_else(|| filled(&schemas[name], schemas, examples, field));
    }
    if let Some(members) = schema["oneOf"].as_array() {
        return members
            .first()
            .map(|member| filled(member, schemas, examples, field))
            .unwrap_or_default();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.first().cloned().unwrap_or_default();
    }
    if let Some(fields) = schema["properties"].as_object() {
        let values = fields
            .iter()
            .map(|(name, schema)| (name.clone(), filled(schema, schemas, examples, name)));
        return Value::Object(values.collect());
    }
    if schema["type"] == "array" {
        return json!([filled(&schema["items"], schemas, examples, "")]);
    }
    let common = InvoiceDetails::example();
    common.get(field).cloned().unwrap_or_else(|| of_type(schema))
}

/// Any value of a simple type.
fn of_type(schema: &Value) -> Value {
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("number"), _) => json!(64.9),
        (Some("integer"), _) => json!(2),
        (Some("boolean"), _) => json!(true),
        (Some("object"), _) => json!({}),
        (_, Some("date")) => json!("2026-07-03"),
        (_, Some("date-time" | "partial-date-time")) => json!("2026-07-03T08:15:00Z"),
        _ => json!("Exempel"),
    }
}

/// The schema that a schema refers to, plainly or as the only part of `allOf`, which lets a reference have a description.
fn reference(schema: &Value) -> Option<&str> {
    let plain = schema["$ref"].as_str();
    plain.or_else(|| schema["allOf"].as_array().filter(|all| all.len() == 1)?[0]["$ref"].as_str())
}
