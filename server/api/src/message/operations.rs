//! The operations on messages, for the document.

use serde_json::json;

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::sentence;

pub(crate) fn operations() -> [Operation; 7] {
    [list(), view(), release(), retry(), answer(), answer_delete(), explain()]
}

fn list() -> Operation {
    let explain = json!({
        "operationId": "message_explain",
        "parameters": {"message_id": "$response.body#/data/messages/0/message_id"},
        "description": "Explains how its documents were parsed.",
    });
    let listed = Success::new(200, "The messages.")
        .envelope("messages", sentence::MESSAGES_RETRIEVED)
        .link("explain", explain);
    Operation::new("message_list").success(listed).failures([Failure::new(
        ApiError::invalid_request("limit must be 1 to 200"),
        "A parameter has the wrong form.",
    )])
}

fn view() -> Operation {
    Operation::new("message_view")
        .success(found("found", sentence::MESSAGE_RETRIEVED))
        .failures([unknown()])
}

fn release() -> Operation {
    Operation::new("message_release")
        .success(found("released", sentence::MESSAGE_RELEASED))
        .failures([unknown()])
}

fn retry() -> Operation {
    Operation::new("message_retry")
        .success(found("retried", sentence::MESSAGE_RETRIED))
        .failures([unknown()])
}

fn answer() -> Operation {
    Operation::new("message_answer")
        .body(RequestBody::Json)
        .rate_limited()
        .success(found("answered", sentence::MESSAGE_ANSWERED))
        .failures([
            Failure::new(ApiError::no_answer(), "The answer says nothing."),
            Failure::new(ApiError::contradictory_answer(), "The answer contradicts itself."),
        ])
        .failures([Failure::new(
            ApiError::invalid_field("pdf_password", "it doesn't open the PDF"),
            "The password is wrong.",
        )])
        .failures(no_question())
}

fn answer_delete() -> Operation {
    Operation::new("message_answer_delete")
        .rate_limited()
        .success(found("taken-back", sentence::ANSWER_DELETED))
        .failures(no_question())
}

fn no_question() -> [Failure; 2] {
    [
        Failure::new(
            ApiError::not_found("No document of the message is asked about."),
            "The caller has no message with this id, or it has no document with candidates, or not this one.",
        ),
        Failure::new(
            ApiError::invalid_request("Several documents of the message are asked about: part must name one."),
            "`part` is missing.",
        ),
    ]
}

fn explain() -> Operation {
    let explained =
        Success::new(200, "How its documents are parsed.").envelope("explained", sentence::MESSAGE_EXPLAINED);
    Operation::new("message_explain")
        .success(explained)
        .rate_limited()
        .failures([
            unknown(),
            Failure::dependency("database", "The database, object storage or document reader failed."),
        ])
}

fn found(name: &'static str, message: &'static str) -> Success {
    Success::new(200, "The message as it is now.").envelope(name, message)
}

fn unknown() -> Failure {
    Failure::new(
        ApiError::not_found("No such message."),
        "The caller has no message with this id.",
    )
}
