//! The operations on messages, for the document.

use crate::error::ApiError;
use crate::operation::{Failure, Operation, Success};
use crate::sentence;

const AS_IT_IS_NOW: &str = "The message as it is now.";

pub(crate) fn operations() -> [Operation; 7] {
    [
        Operation::new("message_list")
            .success(
                Success::new(200, "The messages.")
                    .envelope(sentence::MESSAGES_RETRIEVED)
                    .link("explain", "message_explain")
                    .passing("message_id", "$response.body#/data/messages/0/message_id")
                    .because("Explains how its documents were parsed."),
            )
            .failures([ApiError::invalid_request("limit must be 1 to 200").when("A parameter has the wrong form.")]),
        Operation::new("message_view")
            .ok(AS_IT_IS_NOW, sentence::MESSAGE_RETRIEVED)
            .failures([unknown()]),
        Operation::new("message_release")
            .ok(AS_IT_IS_NOW, sentence::MESSAGE_RELEASED)
            .failures([unknown()]),
        Operation::new("message_retry")
            .ok(AS_IT_IS_NOW, sentence::MESSAGE_RETRIED)
            .failures([unknown()]),
        Operation::new("message_answer")
            .rate_limited()
            .ok(AS_IT_IS_NOW, sentence::MESSAGE_ANSWERED)
            .failures([
                ApiError::no_answer().when("The answer says nothing."),
                ApiError::contradictory_answer().when("The answer contradicts itself."),
                ApiError::invalid_field("pdf_password", "it doesn't open the PDF").when("The password is wrong."),
            ])
            .failures(no_question()),
        Operation::new("message_answer_delete")
            .rate_limited()
            .ok(AS_IT_IS_NOW, sentence::ANSWER_DELETED)
            .failures(no_question()),
        Operation::new("message_explain")
            .ok("How its documents are parsed.", sentence::MESSAGE_EXPLAINED)
            .rate_limited()
            .failures([
                unknown(),
                Failure::dependency("database", "The database, object storage or document reader failed."),
            ]),
    ]
}

fn no_question() -> [Failure; 2] {
    [
        ApiError::not_found("No document of the message is asked about.")
            .when("The caller has no message with this id, or it has no document with candidates, or not this one."),
        ApiError::invalid_request("Several documents of the message are asked about: part must name one.")
            .when("`part` is missing."),
    ]
}

fn unknown() -> Failure {
    ApiError::not_found("No such message.").when("The caller has no message with this id.")
}
