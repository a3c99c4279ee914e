//! What dropshot can't say of each operation: how it takes its body, its successes and its failures.

use serde_json::{Value, json};

use super::errors::{Failure, failure};
use super::examples::{envelope, of_schema};
use crate::error::ApiError;

/// How an operation takes its body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    /// None, or an object that is ignored: nothing to document beyond the description.
    Ignored,
    Json,
    OptionalJson,
    JsonOrForm,
}

pub(super) struct Success {
    pub status: u16,
    pub description: &'static str,
    /// `None` for a response without a body.
    pub examples: Option<Vec<(&'static str, Value)>>,
    pub header: Option<&'static str>,
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

pub(super) struct Operation {
    pub takes: Takes,
    pub token: bool,
    pub rate: bool,
    pub successes: Vec<Success>,
    pub failures: Vec<Failure>,
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

/// The operation of that id.
pub(super) fn operation(id: &str) -> Option<Operation> {
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
