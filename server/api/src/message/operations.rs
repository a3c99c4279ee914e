//! The operations on messages, for the document.

use serde_json::{Value, json};

use super::{
    DocumentExplanation, FieldExplanation, FoundMessage, LedgerState, Message, MessageDocument, MessageExplanation,
    Messages, ReadingOutcome,
};
use crate::error::ApiError;
use crate::example::{Example, Examples};
use crate::list::InvoiceType;
use crate::operation::{Failure, Operation, Success};

const MESSAGE_ID: &str = "18c2f0a4b7d9e613";

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
        .envelope("messages", "Messages retrieved successfully!", Messages::example())
        .link("explain", explain);
    Operation::new("message_list")
        .parameter("state", LedgerState::example())
        .parameter("type", InvoiceType::example())
        .parameter("vendor", json!("exempelbutiken"))
        .parameter("sender", json!("example.com"))
        .parameter("invoice", json!("Invoice_1297534008"))
        .parameter("from", json!("2026-07-01"))
        .parameter("to", json!("2026-07-31"))
        .parameter("limit", json!(50))
        .parameter("cursor", json!("messages-MTc4MzA2NjMyMDAwMDAwMCA0Mg"))
        .success(listed)
        .failures([
            Failure::new(
                ApiError::invalid_request("limit must be 1 to 200"),
                "A parameter has the wrong form.",
            ),
            Failure::database(),
        ])
}

fn view() -> Operation {
    Operation::new("message_view")
        .parameter("message_id", json!(MESSAGE_ID))
        .success(found("found", "Message retrieved successfully!"))
        .failures([unknown(), Failure::database()])
}

fn release() -> Operation {
    Operation::new("message_release")
        .parameter("message_id", json!(MESSAGE_ID))
        .success(found("released", "The message is released and will be fetched now."))
        .failures([unknown(), Failure::database()])
}

fn retry() -> Operation {
    Operation::new("message_retry")
        .parameter("message_id", json!(MESSAGE_ID))
        .success(found("retried", "The failed parts will be tried again now."))
        .failures([unknown(), Failure::database()])
}

fn explain() -> Operation {
    let explained = Success::new(200, "How its documents are parsed.").envelope(
        "explained",
        "Message explained successfully!",
        MessageExplanation::example(),
    );
    Operation::new("message_explain")
        .parameter("message_id", json!(MESSAGE_ID))
        .success(explained)
        .rate_limited()
        .failures([
            unknown(),
            Failure::dependency("database", "The database, object storage or document reader failed."),
        ])
}

fn found(name: &'static str, message: &'static str) -> Success {
    Success::new(200, "The message as it is now.").envelope(name, message, FoundMessage::example())
}

fn unknown() -> Failure {
    Failure::new(
        ApiError::not_found("No such message."),
        "The caller has no message with this id.",
    )
}

pub(crate) fn examples() -> Examples {
    Examples::default()
        .with::<LedgerState>()
        .with::<Message>()
        .with::<MessageDocument>()
        .with::<Messages>()
        .with::<FoundMessage>()
        .with::<MessageExplanation>()
        .with::<ReadingOutcome>()
        .with::<DocumentExplanation>()
        .with::<FieldExplanation>()
}

impl Example for LedgerState {
    fn example() -> Value {
        json!("fetched")
    }
}

impl Example for ReadingOutcome {
    fn example() -> Value {
        json!("invoice")
    }
}

impl Example for Message {
    fn example() -> Value {
        json!({
            "message_id": MESSAGE_ID,
            "type": "retail",
            "state": "fetched",
            "explanation": "An invoice was read from it.",
            "sender": "kvitto@example.com",
            "sender_name": "Exempelbutiken",
            "subject": "Ditt kvitto",
            "vendor_id": "exempelbutiken",
            "authentication": "dmarc=pass",
            "received_at": "2026-07-03T08:12:00Z",
            "found_at": "2026-07-03T08:30:00Z",
            "updated_at": "2026-07-03T08:30:01Z",
            "documents": [MessageDocument::example()],
            "can_be_released": false,
            "can_be_retried": false,
        })
    }
}

impl Example for MessageDocument {
    fn example() -> Value {
        json!({
            "part": "html",
            "state": "parsed",
            "invoice_ids": ["3f1a2b5c-8d7e-5f60-9a1b-2c3d4e5f6a7b"],
            "parser": "grocery",
            "parser_version": 14,
        })
    }
}

impl Example for Messages {
    fn example() -> Value {
        json!({"messages": [Message::example()]})
    }
}

impl Example for FoundMessage {
    fn example() -> Value {
        json!({"messages": [Message::example()]})
    }
}

impl Example for MessageExplanation {
    fn example() -> Value {
        json!({
            "explanation": "An invoice was read from it.",
            "documents": [DocumentExplanation::example()],
        })
    }
}

impl Example for DocumentExplanation {
    fn example() -> Value {
        json!({
            "part": "html",
            "outcome": "invoice",
            "parser": "grocery",
            "parser_version": 14,
            "fields": [FieldExplanation::example()],
            "text": "read by grocery (version 14)\nparsed\ntotal_amount: 113.67\n    because of its label “Totalt” [total/labelled]\n",
        })
    }
}

impl Example for FieldExplanation {
    fn example() -> Value {
        json!({
            "field": "total_amount",
            "value": "113.67",
            "because": "its label “Totalt”",
            "rule": "total/labelled",
            "considered": ["113,67 kr", "12,18 kr"],
        })
    }
}
