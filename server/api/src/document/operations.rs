//! Operations: optional bodies and forms, several successes, failures by code, and examples are added from the table.

use serde_json::{Map, Value, json};

use super::errors::{Common, responses};
use super::examples::{of_parameter, of_schema};
use super::links;
use super::table::{Success, Takes, operation as table};

/// Completes every operation. A panic names the operation that is not in the table.
pub(super) fn complete(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    for item in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        for operation in item.as_object_mut().into_iter().flat_map(Map::values_mut) {
            let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
            let table = table(&id).unwrap_or_else(|| panic!("{id} is not in the table of operations"));
            parameters(operation, &id, table.token);
            body(operation, table.takes, &schemas);
            let schema = success_schema(operation);
            let body = table.takes != Takes::Nothing;
            let common = Common {
                token: table.token,
                body,
                rate: table.rate,
            };
            let mut all = responses(table.failures, &common);
            for success in table.successes {
                let status = success.status;
                let mut response = success_response(success, &schema);
                if let Some(links) = links::after(&id, status) {
                    response["links"] = links;
                }
                all.insert(status.to_string(), response);
            }
            operation["responses"] = Value::Object(all);
        }
    }
}

/// The header that stands for the token becomes a security requirement, since OpenAPI ignores such a parameter.
fn parameters(operation: &mut Value, id: &str, token: bool) {
    operation["security"] = if token { json!([{"bearerAuth": []}]) } else { json!([]) };
    let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
        assert!(!token, "{id} has no token");
        return;
    };
    let count = parameters.len();
    parameters.retain(|p| p["name"] != "authorization");
    assert_eq!(
        token,
        parameters.len() < count,
        "the table is wrong about the token of {id}"
    );
    for parameter in parameters.iter_mut() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let example = of_parameter(name).or_else(|| match id {
            "rental_view" => Some(json!("Invoice_1297534008")),
            "retail_delete" => of_parameter("invoice-id"),
            _ => None,
        });
        parameter["example"] = example.unwrap_or_else(|| panic!("the parameter {name} of {id} has no example"));
        // Absent and null are one in a query.
        if let Some(schema) = parameter["schema"].as_object_mut() {
            schema.remove("nullable");
        }
    }
    if parameters.is_empty() {
        operation
            .as_object_mut()
            .map(|operation| operation.remove("parameters"));
    }
}

fn body(operation: &mut Value, takes: Takes, schemas: &Value) {
    let Some(body) = operation.get_mut("requestBody") else {
        return;
    };
    let json = &mut body["content"]["application/json"];
    let reference = json["schema"]["$ref"].as_str().unwrap_or_default();
    let name = reference.rsplit('/').next().unwrap_or_default();
    let example = of_schema(name);
    let form_schema = as_form(&schemas[name]);
    json["example"] = example.expect("every body has an example");
    body["required"] = json!(takes != Takes::OptionalJson);
    body["description"] = json!(match takes {
        Takes::OptionalJson => "A JSON object, or no body, which is as an empty object.",
        Takes::JsonOrForm =>
            "A JSON object, or a form: there `scope` is one text separated by commas or blanks, and an empty field is \
             absent.",
        _ => "A JSON object.",
    });
    if takes == Takes::JsonOrForm {
        let mut form = body["content"]["application/json"].clone();
        form["schema"] = form_schema;
        form["example"]["scope"] = json!("https://www.googleapis.com/auth/gmail.readonly,openid");
        body["content"]["application/x-www-form-urlencoded"] = form;
    }
}

/// The schema of the same fields in a form, which has no `null` and no lists.
fn as_form(schema: &Value) -> Value {
    let mut form = schema.clone();
    let members = form.as_object_mut().into_iter();
    members.for_each(|members| drop(members.remove("example")));
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

/// Dropshot knows one success; its schema is that of all.
fn success_schema(operation: &Value) -> Value {
    let responses = operation["responses"].as_object();
    let success = responses.and_then(|all| all.iter().find(|(status, _)| status.starts_with('2')));
    success
        .map(|(_, r)| r["content"]["application/json"]["schema"].clone())
        .unwrap_or_default()
}

fn success_response(success: Success, schema: &Value) -> Value {
    let mut headers = json!({"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}});
    if let Some(name) = success.header {
        headers[name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
    let mut response = json!({"description": success.description, "headers": headers});
    if let Some(examples) = success.examples {
        let examples: Map<String, Value> = examples
            .into_iter()
            .map(|(name, value)| (name.to_owned(), json!({"value": value})))
            .collect();
        response["content"] = json!({"application/json": {"schema": schema, "examples": examples}});
    }
    response
}
