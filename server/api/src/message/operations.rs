//! The operations on messages, for the document.

use serde_json::json;

use crate::error::ApiError;
use crate::operation::{Failure, Operation, Success};
use crate::sentence;

pub(crate) fn operations() -> [Operation; 5] {
    [list(), view(), release(), retry(), explain()]
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
