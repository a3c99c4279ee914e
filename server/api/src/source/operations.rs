//! What the document says of the operations on sources.

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::sentence;

pub(crate) fn operations() -> Vec<Operation> {
    let mut operations = vec![list(), discover()];
    operations.extend(landlords());
    operations.extend(vendors());
    operations.extend(labels("landlord"));
    operations.extend(labels("vendor"));
    operations.extend(pdf_passwords());
    operations.extend(suggestions());
    operations
}

fn list() -> Operation {
    Operation::new("source_list").ok("The landlords and vendors.", sentence::SOURCES_RETRIEVED)
}

fn landlords() -> [Operation; 3] {
    [
        Operation::new("landlord_add")
            .created("The landlord is added.", sentence::LANDLORD_ADDED)
            .failures([
                Failure::wrong_field("sender", "a sender must name the domain of one company"),
                full("landlords", 20),
            ]),
        Operation::new("landlord_change")
            .body(RequestBody::OptionalJson)
            .ok("The landlord as it is now.", sentence::LANDLORD_CHANGED)
            .failures(changes("landlord")),
        Operation::new("landlord_remove")
            .ok("The landlord is removed.", sentence::LANDLORD_REMOVED)
            .failures(removals("landlord")),
    ]
}

fn vendors() -> [Operation; 3] {
    [
        Operation::new("vendor_add")
            .created("The vendor is added.", sentence::VENDOR_ADDED)
            .failures([
                Failure::wrong_field("email_patterns[0]", "a sender must name the domain of one company"),
                full("vendors", 200),
            ]),
        Operation::new("vendor_change")
            .body(RequestBody::OptionalJson)
            .ok("The vendor as it is now.", sentence::VENDOR_CHANGED)
            .failures(changes("vendor")),
        Operation::new("vendor_remove")
            .ok("The vendor is removed.", sentence::VENDOR_REMOVED)
            .failures(removals("vendor")),
    ]
}

fn labels(what: &'static str) -> [Operation; 3] {
    let operation = |of_landlord, of_vendor| Operation::new(if what == "vendor" { of_vendor } else { of_landlord });
    let taken = || ApiError::invalid_field("labels", "“moms” already names an amount that is no total");
    [
        operation("landlord_labels", "vendor_labels")
            .ok("The labels.", sentence::LABELS_RETRIEVED)
            .failures([unknown(what)]),
        operation("landlord_labels_set", "vendor_labels_set")
            .ok("The labels as they are now.", sentence::LABELS_CHANGED)
            .failures([
                taken().when("A phrase is none, names two fields or means something else."),
                unknown(what),
            ]),
        operation("landlord_labels_remove", "vendor_labels_remove")
            .ok("The labels are removed.", sentence::LABELS_REMOVED)
            .failures([unknown(what)]),
    ]
}

fn pdf_passwords() -> [Operation; 3] {
    let set = |id, what| {
        Operation::new(id)
            .ok("Their number.", sentence::PDF_PASSWORDS_CHANGED)
            .failures([
                ApiError::invalid_field("passwords", "an account can have at most 100")
                    .when("They are too many, or one is none."),
                unknown(what),
            ])
    };
    [
        Operation::new("pdf_password_list").ok("Their numbers.", sentence::PDF_PASSWORDS_RETRIEVED),
        set("landlord_pdf_passwords_set", "landlord"),
        set("vendor_pdf_passwords_set", "vendor"),
    ]
}

fn suggestions() -> [Operation; 3] {
    [
        Operation::new("suggestion_list").ok("The suggestions.", sentence::SUGGESTIONS_RETRIEVED),
        Operation::new("suggestion_accept")
            .created("The new landlord or vendor.", sentence::SUGGESTION_ACCEPTED)
            .failures([full("vendors", 200), unknown("suggestion")]),
        Operation::new("suggestion_refuse")
            .ok("It won't be suggested again.", sentence::SUGGESTION_REFUSED)
            .failures([unknown("suggestion")]),
    ]
}

fn discover() -> Operation {
    let found = Success::new(200, "The suggestions.")
        .envelope(sentence::SOURCES_DISCOVERED)
        .link("accept", "suggestion_accept")
        .passing("suggestion_id", "$response.body#/data/suggestions/0/suggestion_id")
        .because("Creates the suggested landlord or vendor.");
    Operation::new("source_discover")
        .body(RequestBody::OptionalJson)
        .success(found)
        .failures([
            Failure::wrong_field("days", "it must be 1 to 1825"),
            Failure::too_many_ingests(),
            Failure::mail_provider(),
            Failure::mail_token_expired(),
        ])
}

fn full(what: &str, most: usize) -> Failure {
    let error = ApiError::too_many_sources(what, most);
    error.when("The caller has reached the limit.")
}

fn unknown(what: &str) -> Failure {
    ApiError::not_found(format!("No such {what}.")).when("The caller has none with this id.")
}

fn changes(what: &str) -> Vec<Failure> {
    vec![
        Failure::wrong_field("active", "expected a boolean"),
        ApiError::operators_source(what).when("It is the operator's, and the change is more than `active`."),
        unknown(what),
    ]
}

fn removals(what: &str) -> Vec<Failure> {
    let operators = ApiError::operators_source(what).when("It is the operator's: disable it instead.");
    vec![operators, unknown(what)]
}
