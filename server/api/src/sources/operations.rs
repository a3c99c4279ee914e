//! What the document says of the operations on sources.

use serde_json::{Value, json};

use super::examples::{LANDLORD_ID, SUGGESTION_ID};
use super::{AcceptedSuggestion, Discovery, Landlord, Sources, Suggestions, Vendor};
use crate::error::ApiError;
use crate::example::Example;
use crate::operation::{Failure, Operation, RequestBody, Success};

pub(crate) fn operations() -> Vec<Operation> {
    let mut operations = vec![list(), discover()];
    operations.extend(landlords());
    operations.extend(vendors());
    operations.extend(suggestions());
    operations
}

fn list() -> Operation {
    Operation::new("source_list")
        .success(Success::new(200, "The landlords and vendors.").envelope(
            "listed",
            "Sources retrieved successfully!",
            Sources::example(),
        ))
        .failures([Failure::database()])
}

fn landlords() -> [Operation; 3] {
    let landlord = |operation: Operation| operation.parameter("landlord_id", json!(LANDLORD_ID));
    [
        Operation::new("landlord_add")
            .body(RequestBody::Json)
            .success(Success::new(201, "The landlord is added.").envelope(
                "added",
                "Landlord added successfully!",
                Landlord::example(),
            ))
            .failures(body_failures(&["sender"]))
            .failures([
                invalid("sender", "a sender must name the domain of one company"),
                full("landlords", 20),
                Failure::database(),
            ]),
        landlord(Operation::new("landlord_change"))
            .body(RequestBody::OptionalJson)
            .success(Success::new(200, "The landlord as it is now.").envelope(
                "changed",
                "Landlord changed successfully!",
                Landlord::example(),
            ))
            .failures(changes("landlord")),
        landlord(Operation::new("landlord_remove"))
            .success(Success::new(200, "The landlord is removed.").envelope(
                "removed",
                "Landlord removed successfully!",
                Value::Null,
            ))
            .failures(removals("landlord")),
    ]
}

fn vendors() -> [Operation; 3] {
    let vendor = |operation: Operation| operation.parameter("vendor_id", json!("kaffebaren"));
    [
        Operation::new("vendor_add")
            .body(RequestBody::Json)
            .success(Success::new(201, "The vendor is added.").envelope(
                "added",
                "Vendor added successfully!",
                Vendor::example(),
            ))
            .failures(body_failures(&["name", "sub_type", "email_patterns"]))
            .failures([
                invalid("email_patterns[0]", "a sender must name the domain of one company"),
                full("vendors", 200),
                Failure::database(),
            ]),
        vendor(Operation::new("vendor_change"))
            .body(RequestBody::OptionalJson)
            .success(Success::new(200, "The vendor as it is now.").envelope(
                "changed",
                "Vendor changed successfully!",
                Vendor::example(),
            ))
            .failures(changes("vendor")),
        vendor(Operation::new("vendor_remove"))
            .success(Success::new(200, "The vendor is removed.").envelope(
                "removed",
                "Vendor removed successfully!",
                Value::Null,
            ))
            .failures(removals("vendor")),
    ]
}

fn suggestions() -> [Operation; 3] {
    let suggestion = |operation: Operation| operation.parameter("suggestion_id", json!(SUGGESTION_ID));
    [
        Operation::new("suggestion_list")
            .success(Success::new(200, "The suggestions.").envelope(
                "listed",
                "Suggestions retrieved successfully!",
                Suggestions::example(),
            ))
            .failures([Failure::database()]),
        suggestion(Operation::new("suggestion_accept"))
            .success(Success::new(201, "The new landlord or vendor.").envelope(
                "accepted",
                "Suggestion accepted successfully!",
                AcceptedSuggestion::example(),
            ))
            .failures([full("vendors", 200), unknown("suggestion"), Failure::database()]),
        suggestion(Operation::new("suggestion_refuse"))
            .success(Success::new(200, "It won't be suggested again.").envelope(
                "refused",
                "Suggestion refused successfully!",
                Value::Null,
            ))
            .failures([unknown("suggestion"), Failure::database()]),
    ]
}

fn discover() -> Operation {
    let accept = json!({
        "operationId": "suggestion_accept",
        "parameters": {"suggestion_id": "$response.body#/data/suggestions/0/suggestion_id"},
        "description": "Creates the suggested landlord or vendor.",
    });
    let found = Success::new(200, "The suggestions.")
        .envelope("found", "Sources discovered successfully!", Discovery::example())
        .link("accept", accept);
    Operation::new("source_discover")
        .body(RequestBody::OptionalJson)
        .success(found)
        .failures([
            Failure::invalid_json(),
            Failure::not_an_object(),
            Failure::new(ApiError::invalid_field("days", "it must be 1 to 1825"), WRONG_FIELD),
            Failure::too_many_ingests(),
            Failure::mail_provider(),
            Failure::mail_token_expired(),
        ])
}

const WRONG_FIELD: &str = "A field has the wrong type or form; the message names it.";

fn invalid(field: &str, reason: &str) -> Failure {
    Failure::new(ApiError::invalid_field(field, reason), WRONG_FIELD)
}

fn body_failures(required: &[&str]) -> [Failure; 3] {
    [
        Failure::invalid_json(),
        Failure::missing_fields(required),
        Failure::not_an_object(),
    ]
}

fn full(what: &str, most: usize) -> Failure {
    let error = ApiError::too_many_sources(what, most);
    Failure::new(error, "The caller has reached the limit.")
}

fn unknown(what: &str) -> Failure {
    Failure::new(
        ApiError::not_found(format!("No such {what}.")),
        "The caller has none with this id.",
    )
}

fn changes(what: &str) -> Vec<Failure> {
    vec![
        Failure::invalid_json(),
        Failure::not_an_object(),
        Failure::new(ApiError::invalid_field("active", "expected a boolean"), WRONG_FIELD),
        Failure::new(
            ApiError::operators_source(what),
            "It is the operator's, and the change is more than `active`.",
        ),
        unknown(what),
        Failure::database(),
    ]
}

fn removals(what: &str) -> [Failure; 3] {
    let operators = Failure::new(
        ApiError::operators_source(what),
        "It is the operator's: disable it instead.",
    );
    [operators, unknown(what), Failure::database()]
}
