//! What dropshot can't say of each operation: optional bodies and forms, several successes, failures by code, examples.

use serde_json::{Map, Value, json};

use super::errors::{Common, Failure, failure, responses};
use super::examples::{envelope, of_parameter, of_schema};
use crate::error::ApiError;

/// How an operation takes its body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// None, or an object that is ignored: nothing to document beyond the description.
    Ignored,
    Json,
    OptionalJson,
    JsonOrForm,
}

struct Success {
    status: u16,
    description: &'static str,
    /// `None` for a response without a body.
    examples: Option<Vec<(&'static str, Value)>>,
    header: Option<&'static str>,
}

fn success(status: u16, description: &'static str, examples: Vec<(&'static str, Value)>) -> Success {
    Success {
        status,
        description,
        examples: Some(examples),
        header: None,
    }
}

fn no_content(description: &'static str, header: Option<&'static str>) -> Success {
    Success {
        status: 204,
        description,
        examples: None,
        header,
    }
}

struct Operation {
    takes: Takes,
    token: bool,
    rate: bool,
    successes: Vec<Success>,
    failures: Vec<Failure>,
}

/// Completes every operation. A panic names the operation that is not in the table.
pub(super) fn complete(document: &mut Value) {
    for item in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        for operation in item.as_object_mut().into_iter().flat_map(Map::values_mut) {
            let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
            let table = table(&id).unwrap_or_else(|| panic!("{id} is not in the table of operations"));
            parameters(operation, &id, table.token);
            body(operation, table.takes);
            let schema = success_schema(operation);
            let body = table.takes != Takes::Nothing;
            let common = Common {
                token: table.token,
                body,
                rate: table.rate,
            };
            let mut all = responses(table.failures, &common);
            for success in table.successes {
                all.insert(success.status.to_string(), success_response(success, &schema));
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

fn body(operation: &mut Value, takes: Takes) {
    let Some(body) = operation.get_mut("requestBody") else {
        return;
    };
    let json = &mut body["content"]["application/json"];
    let reference = json["schema"]["$ref"].as_str().unwrap_or_default();
    let example = of_schema(reference.rsplit('/').next().unwrap_or_default());
    json["example"] = example.expect("every body has an example");
    body["required"] = json!(takes != Takes::OptionalJson);
    if takes == Takes::JsonOrForm {
        let mut form = body["content"]["application/json"].clone();
        form["example"]["scope"] = json!("https://www.googleapis.com/auth/gmail.readonly,openid");
        body["content"]["application/x-www-form-urlencoded"] = form;
        body["description"] =
            json!("As a form, `scope` is one text separated by commas or blanks; an empty field is absent.");
    }
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

fn example(name: &str) -> Value {
    of_schema(name).unwrap_or_default()
}

// ---- failures that several operations share, with their own words

fn invalid_json() -> Failure {
    failure(
        ApiError::invalid_json("expected value at line 1 column 1"),
        "The body is not JSON.",
    )
}

fn not_an_object() -> Failure {
    failure(
        ApiError::invalid_request("The request body must be a JSON object."),
        "The body is JSON, but no object.",
    )
}

fn missing(names: &[&str]) -> Failure {
    failure(
        ApiError::missing_fields(names.iter().copied()),
        "A required field is absent or `null`.",
    )
}

fn invalid_field(field: &str, reason: &str, when: &'static str) -> Failure {
    failure(ApiError::invalid_field(field, reason), when)
}

fn missing_id() -> Failure {
    failure(
        ApiError::missing_path_parameter("invoice_id"),
        "The path ends before the id.",
    )
}

fn dependency(which: &str, when: &'static str) -> Failure {
    failure(
        ApiError::dependency_failure(format!("The {which} failed. Try again later.")),
        when,
    )
}

fn database() -> Failure {
    dependency("database", "The database failed.")
}

fn mail_failures() -> [Failure; 2] {
    [
        dependency(
            "mail provider",
            "The mail provider, database, secret store or object storage failed.",
        ),
        failure(
            ApiError::mail_token_expired("The mail account must be connected again."),
            "No mail account is connected, or its tokens have expired and can't be renewed: connect it again.",
        ),
    ]
}

fn user_not_found() -> Failure {
    failure(ApiError::user_not_found(), "The token is valid; its account is gone.")
}

/// The table, by operation id.
fn table(id: &str) -> Option<Operation> {
    Some(match id {
        "user_signup" => Operation {
            takes: Takes::Json,
            token: false,
            rate: true,
            successes: vec![success(
                201,
                "The account is made.",
                vec![("created", example("SessionEnvelope"))],
            )],
            failures: vec![
                invalid_json(),
                missing(&["email", "password"]),
                not_an_object(),
                invalid_field(
                    "email",
                    "it must have one @ with something on both sides",
                    "A field has the wrong type or form, or the password breaks a rule; the message says which.",
                ),
                failure(ApiError::user_already_exists(), "An account with this e-mail exists."),
                database(),
            ],
        },
        "user_login" => Operation {
            takes: Takes::Json,
            token: false,
            rate: true,
            successes: vec![success(
                200,
                "The session.",
                vec![(
                    "session",
                    json!({"message": "Login successful!", "data": example("Session")}),
                )],
            )],
            failures: vec![
                invalid_json(),
                missing(&["password"]),
                not_an_object(),
                invalid_field(
                    "email",
                    "expected a string",
                    "A field has the wrong type; the message names it.",
                ),
                failure(
                    ApiError::invalid_credentials("Invalid email or password."),
                    "The password is wrong, or no account has this e-mail.",
                ),
                database(),
            ],
        },
        "mail_store_tokens" => Operation {
            takes: Takes::JsonOrForm,
            token: true,
            rate: false,
            successes: vec![success(
                201,
                "The account is connected.",
                vec![(
                    "connected",
                    envelope(201, "The mail account is connected.", &example("MailConnection")),
                )],
            )],
            failures: vec![
                invalid_json(),
                missing(&["access_token"]),
                not_an_object(),
                invalid_field(
                    "expires_in",
                    "it must be a number, zero or more",
                    "A field has the wrong type; the message names it.",
                ),
                failure(
                    ApiError::mail_tokens_rejected("The tokens lack a scope that may read mail."),
                    "The mail tokens are invalid, or lack a scope; the message says which.",
                ),
                dependency(
                    "identity provider",
                    "The identity provider, secret store or database failed.",
                ),
            ],
        },
        "user_view" => Operation {
            takes: Takes::Nothing,
            token: true,
            rate: false,
            successes: vec![success(
                200,
                "The account.",
                vec![(
                    "profile",
                    envelope(200, "User profile retrieved successfully!", &example("UserProfile")),
                )],
            )],
            failures: vec![
                user_not_found(),
                dependency("secret store", "The database or secret store failed."),
            ],
        },
        "user_delete" => Operation {
            takes: Takes::Nothing,
            token: true,
            rate: false,
            successes: vec![success(
                200,
                "Everything is deleted. The message names the user id.",
                vec![(
                    "deleted",
                    envelope(
                        200,
                        "User user_67e55044-10b1-426f-9247-bb680e5fe0c8 deleted successfully!",
                        &Value::Null,
                    ),
                )],
            )],
            failures: vec![dependency(
                "object storage",
                "The database, secret store or object storage failed. Call again to finish the deletion.",
            )],
        },
        "rental_ingest" => Operation {
            takes: Takes::Ignored,
            token: true,
            rate: false,
            successes: vec![success(
                200,
                "What was newly stored; `data` is `null` where nothing was.",
                vec![
                    (
                        "ingested",
                        envelope(200, "Rental invoices ingested successfully!", &example("RentalIngest")),
                    ),
                    ("none", envelope(200, "No new rental invoices found.", &Value::Null)),
                ],
            )],
            failures: [invalid_json(), not_an_object()]
                .into_iter()
                .chain(mail_failures())
                .collect(),
        },
        "rental_ingest_latest" => Operation {
            takes: Takes::Ignored,
            token: true,
            rate: false,
            successes: vec![
                success(
                    200,
                    "This month is processed, or the work goes on.",
                    vec![(
                        "processed",
                        envelope(200, "Invoice for 7/2026 has already been processed.", &Value::Null),
                    )],
                ),
                success(
                    201,
                    "This month's invoice was found and stored.",
                    vec![(
                        "ingested",
                        envelope(201, "Invoice for 7/2026 found and ingested successfully!", &Value::Null),
                    )],
                ),
                no_content(
                    "No mail with this month's invoice was sent yet; the sentence is in the header.",
                    Some(crate::rental::INVOICE_MESSAGE),
                ),
            ],
            failures: [invalid_json(), not_an_object()]
                .into_iter()
                .chain(mail_failures())
                .collect(),
        },
        "retail_ingest" => Operation {
            takes: Takes::OptionalJson,
            token: true,
            rate: false,
            successes: vec![success(
                200,
                "What was newly stored.",
                vec![(
                    "ingested",
                    envelope(200, "Retail invoices fetched successfully", &example("RetailIngest")),
                )],
            )],
            failures: [
                invalid_json(),
                failure(
                    ApiError::missing("start_date and end_date must be sent together."),
                    "Only one of `start_date` and `end_date` is given.",
                ),
                not_an_object(),
                invalid_field(
                    "start_date",
                    "it must be a date, YYYY-MM-DD",
                    "A field has the wrong type or form, the start is after the end, or the category is unknown.",
                ),
                user_not_found(),
            ]
            .into_iter()
            .chain(mail_failures())
            .collect(),
        },
        "rental_view" => Operation {
            takes: Takes::Nothing,
            token: true,
            rate: false,
            successes: vec![
                success(
                    200,
                    "The invoice.",
                    vec![(
                        "invoice",
                        envelope(200, "Rental invoice retrieved successfully!", &example("RentalInvoice")),
                    )],
                ),
                no_content("The caller has no invoice of that id.", None),
            ],
            failures: vec![missing_id(), database()],
        },
        "retail_delete" => Operation {
            takes: Takes::Nothing,
            token: true,
            rate: false,
            successes: vec![success(
                200,
                "What was deleted.",
                vec![(
                    "deleted",
                    envelope(200, "Invoice deleted successfully", &example("RetailDeletion")),
                )],
            )],
            failures: vec![
                missing_id(),
                failure(
                    ApiError::not_found("No such invoice."),
                    "The caller has no invoice of that id.",
                ),
                dependency("object storage", "The database or object storage failed."),
            ],
        },
        "invoice_list" => list(),
        _ => return None,
    })
}

fn list() -> Operation {
    let retail = |message: &str, schema: &str| envelope(200, message, &example(schema));
    Operation {
        takes: Takes::Nothing,
        token: true,
        rate: false,
        successes: vec![success(
            200,
            "The invoices, the detail record, or the counts.",
            vec![
                (
                    "rental",
                    retail("Rental invoices retrieved successfully!", "RentalInvoices"),
                ),
                (
                    "rental_none",
                    envelope(200, "No rental invoices found for this user.", &Value::Null),
                ),
                (
                    "retail",
                    retail("Retail invoices retrieved successfully!", "RetailInvoices"),
                ),
                (
                    "details",
                    retail("Invoice details retrieved successfully!", "RetailInvoiceDetails"),
                ),
                (
                    "counts",
                    retail("Retail invoice counts retrieved successfully!", "RetailCounts"),
                ),
            ],
        )],
        failures: vec![
            failure(
                ApiError::invalid_type("foo"),
                "The type is neither `rental` nor `retail`.",
            ),
            failure(
                ApiError::invalid_request("Invalid subtype 'foo'. Valid options: clothing, grocery."),
                "The sub-type is unknown; the message lists the known ones.",
            ),
            failure(ApiError::details_without_sub_type(), "`invoice-id` without `subtype`."),
            failure(
                ApiError::counts_with_invoice_id(),
                "`counts` together with `invoice-id`.",
            ),
            failure(ApiError::rental_takes_no_parameters(), "A parameter with `rental`."),
            failure(
                ApiError::not_found("No such invoice."),
                "The caller has no invoice of that id in that sub-type.",
            ),
            database(),
        ],
    }
}
