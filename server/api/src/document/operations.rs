//! Operations: dropshot's part of each is completed from its description.

use std::collections::BTreeMap;

use http::Method;
use serde_json::{Map, Value, json};

use super::failures::{Failures, Shown};
use super::schemas::{known_sub_types, name_of};
use crate::contract::described_operations;
use crate::example::Examples;
use crate::operation::{Medium, RequestBody, Success};

/// Completes every operation, and adds the responses of their failures. A panic names an operation that has no description.
pub(super) fn complete(document: &mut Value) {
    let mut described: BTreeMap<_, _> = described_operations()
        .map(|operation| (operation.id, operation))
        .collect();
    let mut failures = Failures::default();
    let schemas = document["components"]["schemas"].take();
    let examples = Examples::new(&schemas);
    for item in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let description = described.remove(id);
            let mut description = description.unwrap_or_else(|| panic!("the operation {id} has no description"));
            let schema = success_schema(operation);
            let token = security(operation);
            if token {
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("it is a method");
                operation["x-token-scopes"] = json!(description.token_scopes(&method));
            }
            parameters(operation, description.id, &examples);
            if let Some(body) = operation.get_mut("requestBody") {
                request_body(body, description.body, &examples, &schemas);
            }
            let mut text = operation["description"].as_str().unwrap_or_default().to_owned();
            let body = &operation["requestBody"];
            let shown = Shown {
                token,
                reads: method == "get" && token,
                body: !body.is_null() || description.body == RequestBody::Ignored,
                fields: name_of(&body["content"]["application/json"]["schema"])
                    .is_some_and(|name| schemas[name]["required"].is_array()),
                page: description
                    .successes
                    .iter()
                    .any(|success| success.media.contains(&Medium::Page)),
            };
            let mut responses = failures.of(&mut description, shown, &mut text);
            for each in description.successes {
                let status = each.status.to_string();
                responses.insert(status, success_response(each, &schema, description.id, &examples));
            }
            operation["description"] = json!(text);
            operation["responses"] = Value::Object(responses);
        }
    }
    document["components"]["schemas"] = schemas;
    document["components"]["responses"] = failures.components();
}

/// Turns the header parameters that stand for the token and the cookie into security requirements, because OpenAPI ignores such
/// parameters. The document says that a token is needed; an operation says so where it is otherwise. Returns whether it needs a
/// token.
fn security(operation: &mut Value) -> bool {
    let mut took = |name: &str| {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.is_some_and(|parameters| {
            let count = parameters.len();
            parameters.retain(|parameter| parameter["name"] != name);
            parameters.len() < count
        })
    };
    let (token, cookie) = (took("authorization"), took("cookie"));
    let needed = [(token, "bearerAuth"), (cookie, "sessionCookie")];
    let needed = needed.into_iter().filter(|(is_needed, _)| *is_needed);
    let needed: Vec<Value> = needed.map(|(_, scheme)| json!({scheme: []})).collect();
    if needed != [json!({"bearerAuth": []})] {
        operation["security"] = json!(needed);
    }
    token
}

fn parameters(operation: &mut Value, id: &str, examples: &Examples) {
    let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
        return;
    };
    for parameter in parameters.iter_mut() {
        let name = parameter["name"].as_str().unwrap_or_default();
        parameter["example"] = examples.parameter(id, name);
        known_sub_types(parameter);
        // A parameter of a query has no `null`: it is absent instead.
        if let Some(schema) = parameter["schema"].as_object_mut() {
            schema.remove("nullable");
        }
    }
    if parameters.is_empty()
        && let Some(operation) = operation.as_object_mut()
    {
        operation.remove("parameters");
    }
}

fn request_body(body: &mut Value, kind: RequestBody, examples: &Examples, schemas: &Value) {
    if kind == RequestBody::Mail {
        let example = "From: Skor & Sko <kvitto@example.com>\r\nSubject: Ditt kvitto\r\n\r\nSumma 499 kr\r\n";
        let mail = json!({"schema": {"type": "string", "format": "binary"}, "example": example});
        *body = json!({
            "content": {"message/rfc822": mail},
            "required": true,
            "description": "One message in its original form (RFC 5322). The content type is ignored.",
        });
        return;
    }
    let json = &mut body["content"]["application/json"];
    let name = name_of(&json["schema"]).unwrap_or_default().to_owned();
    json["example"] = examples.of(&json["schema"]);
    body["required"] = json!(kind != RequestBody::OptionalJson);
    body["description"] = json!(match kind {
        RequestBody::OptionalJson => "A JSON object. No body is the same as an empty object.",
        RequestBody::JsonOrForm =>
            "A JSON object or a form. In a form, `scope` is one string separated by commas or blanks, and an empty field is \
             absent.",
        _ => "A JSON object.",
    });
    if kind == RequestBody::JsonOrForm {
        let mut form = body["content"]["application/json"].clone();
        form["schema"] = as_form(&schemas[&name]);
        form["example"]["scope"] = json!("https://www.googleapis.com/auth/gmail.readonly,openid");
        body["content"]["application/x-www-form-urlencoded"] = form;
    }
}

/// The schema of the same fields in a form, which has neither `null` nor lists.
fn as_form(schema: &Value) -> Value {
    let mut form = schema.clone();
    for property in form["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let list = property.get("allOf").is_some();
        if let Some(property) = property.as_object_mut() {
            property.remove("nullable");
            if list {
                property.remove("allOf");
                property.insert("type".into(), json!("string"));
            }
        }
    }
    form
}

/// Dropshot knows one success of an operation; all of them have its schema.
fn success_schema(operation: &Value) -> Value {
    let responses = operation["responses"].as_object();
    let success = responses.and_then(|all| all.iter().find(|(status, _)| status.starts_with('2')));
    success
        .map(|(_, response)| response["content"]["application/json"]["schema"].clone())
        .unwrap_or_default()
}

fn success_response(success: Success, schema: &Value, id: &str, examples: &Examples) -> Value {
    let headers = success.headers.into_iter();
    let headers: Map<String, Value> = headers
        .map(|name| (name.to_owned(), json!({"$ref": format!("#/components/headers/{name}")})))
        .collect();
    let own = success
        .schema
        .map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
    let schema = own.as_ref().unwrap_or(schema);
    let mut response = json!({"description": success.description});
    if !headers.is_empty() {
        response["headers"] = Value::Object(headers);
    }
    let shown = success.envelopes.into_iter().map(|(name, message)| {
        let mut envelope = examples.of(schema);
        envelope["message"] = json!(message);
        if envelope.get("code").is_some() {
            envelope["code"] = json!(success.status);
        }
        if let Some(data) = examples.answer(id, name) {
            envelope["data"] = data;
        }
        (name.to_owned(), json!({"value": envelope}))
    });
    let mut shown: Map<String, Value> = shown.collect();
    if shown.len() == 1 {
        let example = shown.values_mut().next().map(|only| only["value"].take());
        response["content"] = json!({"application/json": {"schema": schema, "example": example}});
    } else if !shown.is_empty() {
        response["content"] = json!({"application/json": {"schema": schema, "examples": shown}});
    }
    for medium in success.media {
        let (content_type, content) = medium_content(medium);
        response["content"][content_type] = content;
    }
    if !success.links.is_empty() {
        response["links"] = success.links.into_iter().collect();
    }
    response
}

fn medium_content(medium: Medium) -> (&'static str, Value) {
    let page = "<!doctype html>\n<html lang=\"en\">…</html>\n";
    match medium {
        Medium::Page => ("text/html", json!({"schema": {"type": "string"}, "example": page})),
        Medium::HtmlFile => ("text/html", file("<p>Summa 499 kr</p>\r\n")),
        Medium::PdfFile => ("application/pdf", file("%PDF-1.7\n…")),
        Medium::Calendar => ("text/calendar", file("BEGIN:VCALENDAR\r\n…")),
        Medium::Svg => (
            "image/svg+xml",
            file("<svg xmlns=\"http://www.w3.org/2000/svg\">…</svg>"),
        ),
        Medium::ZipFile => ("application/zip", file("PK…")),
    }
}

fn file(example: &str) -> Value {
    json!({"schema": {"type": "string", "format": "binary"}, "example": example})
}
