//! The ledger: the outcome of each mail.

pub mod import;

use dropshot::{Path, Query};
use invoices_api::download::Conditions;
use invoices_api::envelope::Answer;
use invoices_api::invoice::original::OriginalResponse;
use invoices_api::message::answer::{AnswerBody, AnswerQuery, Given};
use invoices_api::message::submission::{HandedMail, MailBody};
use invoices_api::message::{
    DocumentExplanation, DocumentPath, FieldExplanation, FoundMessage, LedgerState, Message, MessageDocument,
    MessageExplanation, MessageListQuery, MessagePath, Messages, ReadingOutcome,
};
use invoices_api::reason::StatedReason;
use invoices_api::{ApiError, Caller, Envelope, JsonBody, MessagesApi, PathAnd};
use invoices_app::{App, ExplainedDocument, MessageRequest, Released, UserMessage};
use invoices_db::{LedgerDocument, LedgerFilter, StatedInvoice};
use invoices_domain::reading::{Evidence, Outcome};
use invoices_domain::{DocumentState, MessageId, MessageState, UserId};

use super::error::api_error;
use super::invoice::original;
use super::{Api, Context, Request, app};
use invoices_api::sentence;

impl MessagesApi for Api {
    type Context = Context;

    async fn mail_hand_over(request: Request, caller: Caller<MailBody>) -> Answer<HandedMail> {
        import::hand_over(app(&request), caller).await
    }

    async fn message_list(request: Request, caller: Caller<Query<MessageListQuery>>) -> Answer<Messages> {
        let query = self::request(caller.user, caller.input.into_inner());
        let page = app(&request).message_page(caller.user, query).await;
        let page = page.map_err(api_error)?;
        let data = Messages {
            messages: page.items.into_iter().map(wire).collect(),
            next_cursor: page.next,
        };
        Ok(Envelope::ok(sentence::MESSAGES_RETRIEVED, data))
    }

    async fn message_view(request: Request, caller: Caller<Path<MessagePath>>) -> Answer<FoundMessage> {
        let id = message_id(&caller.input.into_inner().message_id)?;
        let found = found(app(&request), caller.user, &id).await?;
        Ok(Envelope::ok(sentence::MESSAGE_RETRIEVED, found))
    }

    async fn message_release(request: Request, caller: Caller<Path<MessagePath>>) -> Answer<FoundMessage> {
        let (app, id) = (app(&request), message_id(&caller.input.into_inner().message_id)?);
        let message = match app.release_message(caller.user, &id).await.map_err(api_error)? {
            Released::Message => sentence::MESSAGE_RELEASED,
            Released::Documents => "The deleted documents of the message are released and are parsed now.",
            Released::Nothing => "The message is not in quarantine.",
        };
        Ok(Envelope::ok(message, found(app, caller.user, &id).await?))
    }

    async fn message_retry(request: Request, caller: Caller<Path<MessagePath>>) -> Answer<FoundMessage> {
        let (app, id) = (app(&request), message_id(&caller.input.into_inner().message_id)?);
        let retried = app.retry_message(caller.user, &id).await.map_err(api_error)?;
        let message = match retried.messages + retried.documents {
            0 => "No part of the message has failed.",
            _ => sentence::MESSAGE_RETRIED,
        };
        Ok(Envelope::ok(message, found(app, caller.user, &id).await?))
    }

    async fn message_document(
        request: Request,
        caller: Caller<PathAnd<DocumentPath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        let id = message_id(&path.message_id)?;
        let found = app(&request).message_original(caller.user, &id, &path.part).await;
        original::response(found, &conditions)
    }

    async fn message_answer(
        request: Request,
        caller: Caller<PathAnd<MessagePath, JsonBody<AnswerBody>>>,
    ) -> Answer<FoundMessage> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let (app, id) = (app(&request), message_id(&path.message_id)?);
        let remember = body.remember.unwrap_or_default();
        let (user, given) = (caller.user, body.given()?);
        let answered = match given {
            Given::Answer(answer) => app.answer_message(user, &id, body.part, Some(answer), remember).await,
            Given::PdfPassword(password) => app.unlock_message(user, &id, body.part.as_deref(), password).await,
        };
        answered.map_err(api_error)?;
        let found = found(app, user, &id).await?;
        Ok(Envelope::ok(sentence::MESSAGE_ANSWERED, found))
    }

    async fn message_answer_delete(
        request: Request,
        caller: Caller<PathAnd<MessagePath, Query<AnswerQuery>>>,
    ) -> Answer<FoundMessage> {
        let PathAnd(path, query) = caller.input;
        let query = query.into_inner();
        let (app, id) = (app(&request), message_id(&path.message_id)?);
        let taken_back = app.answer_message(caller.user, &id, query.part, None, false).await;
        taken_back.map_err(api_error)?;
        let found = found(app, caller.user, &id).await?;
        Ok(Envelope::ok(sentence::ANSWER_DELETED, found))
    }

    async fn message_explain(request: Request, caller: Caller<Path<MessagePath>>) -> Answer<MessageExplanation> {
        let (app, id) = (app(&request), message_id(&caller.input.into_inner().message_id)?);
        let messages = app.messages_with_id(caller.user, &id).await.map_err(api_error)?;
        let explained = app.explain_message(caller.user, &id).await.map_err(api_error)?;
        let mut explanations: Vec<_> = messages.iter().map(UserMessage::explanation).collect();
        explanations.dedup();
        let data = MessageExplanation {
            explanation: explanations.join(" "),
            documents: explained.into_iter().map(explanation).collect(),
        };
        Ok(Envelope::ok(sentence::MESSAGE_EXPLAINED, data))
    }
}

/// An id of another form is as unknown as one that nobody has.
fn message_id(id: &str) -> Result<MessageId, ApiError> {
    let id = id.parse();
    id.map_err(|_| ApiError::not_found("No such message."))
}

async fn found(app: &App, user: UserId, id: &MessageId) -> Result<FoundMessage, ApiError> {
    let messages = app.messages_with_id(user, id).await.map_err(api_error)?;
    Ok(FoundMessage {
        messages: messages.into_iter().map(wire).collect(),
    })
}

fn request(user: UserId, query: MessageListQuery) -> MessageRequest {
    let name = query.state.map(LedgerState::as_str);
    let filter = LedgerFilter {
        message_state: name.and_then(|name| name.parse().ok()),
        document_state: name.and_then(|name| name.parse().ok()),
        source: query.invoice_type,
        vendor: query.vendor,
        sender: query.sender,
        invoice: query.invoice.map(|invoice| (user, invoice)),
        ..LedgerFilter::default()
    };
    MessageRequest {
        filter,
        from: query.from,
        to: query.to,
        limit: query.limit.map(usize::from),
        cursor: query.cursor,
    }
}

fn wire(message: UserMessage) -> Message {
    let (explanation, can_be_retried) = (message.explanation(), message.can_be_retried());
    let can_be_released = message.can_be_released();
    let UserMessage { row, invoices } = message;
    let documents = row.documents.into_iter().map(|document| {
        let of_document = invoices.iter().filter(|(id, _)| *id == document.document_id);
        let invoice_ids = of_document.map(|(_, invoice)| match invoice {
            StatedInvoice::Rental(id) => id.to_string(),
            StatedInvoice::Retail(id) => id.to_string(),
        });
        let invoice_ids = invoice_ids.collect();
        wire_document(document, invoice_ids)
    });
    Message {
        documents: documents.collect(),
        message_id: row.message_id.to_string(),
        invoice_type: row.inbox.source,
        state: match row.state {
            MessageState::Found => LedgerState::Found,
            MessageState::Fetched => LedgerState::Fetched,
            MessageState::Quarantined => LedgerState::Quarantined,
            MessageState::Rejected => LedgerState::Rejected,
            MessageState::Failed => LedgerState::Failed,
            MessageState::Skipped => LedgerState::Skipped,
        },
        reason: StatedReason::new(row.reason, row.reason_code),
        explanation,
        sender: row.facts.sender.map(|sender| sender.to_string()),
        sender_name: row.facts.sender_name,
        subject: row.facts.subject,
        vendor_id: row.facts.vendor_id.map(|vendor| vendor.as_configured().to_owned()),
        authentication: row.facts.authentication,
        authenticated: row.facts.authenticated,
        forwarded: row.facts.forwarded,
        received_at: row.facts.received_at,
        found_at: row.found_at,
        updated_at: row.updated_at,
        can_be_released,
        can_be_retried,
    }
}

fn wire_document(document: LedgerDocument, invoice_ids: Vec<String>) -> MessageDocument {
    MessageDocument {
        part: document.part,
        file_name: document.file_name,
        state: match document.state {
            DocumentState::Found => LedgerState::Found,
            DocumentState::Stored => LedgerState::Stored,
            DocumentState::Parsed => LedgerState::Parsed,
            DocumentState::Asked => LedgerState::Asked,
            DocumentState::Rejected => LedgerState::Rejected,
            DocumentState::Failed => LedgerState::Failed,
            DocumentState::Duplicate => LedgerState::Duplicate,
            DocumentState::Deleted => LedgerState::Deleted,
        },
        reason: StatedReason::new(document.reason, document.reason_code),
        candidates: document
            .question
            .map(|question| question.candidates)
            .unwrap_or_default(),
        answer: document.answer.map(Into::into),
        invoice_ids,
        parser: document.parser,
        parser_version: document.parser_version,
    }
}

fn explanation((document, reading): ExplainedDocument) -> DocumentExplanation {
    let LedgerDocument { part, file_name, .. } = document;
    let reading = match reading {
        Ok(reading) => reading,
        Err(reason) => {
            return DocumentExplanation {
                part,
                file_name,
                outcome: ReadingOutcome::Failed,
                text: format!("failed: {reason}\n"),
                reason: StatedReason::of(&reason),
                parser: None,
                parser_version: None,
                fields: vec![],
            };
        }
    };
    let text = invoices_parsers::explain(&reading);
    let (outcome, reason) = match reading.outcome {
        Outcome::Rental { .. } | Outcome::Retail { .. } => (ReadingOutcome::Invoice, None),
        Outcome::Asked { reason, .. } => (ReadingOutcome::Asked, Some(reason)),
        Outcome::NotAnInvoice { reason, .. } => (ReadingOutcome::NotAnInvoice, Some(reason)),
        Outcome::Failed { reason, .. } => (ReadingOutcome::Failed, Some(reason)),
    };
    DocumentExplanation {
        part,
        file_name,
        outcome,
        reason: reason.as_ref().map(StatedReason::of).unwrap_or_default(),
        parser: Some(reading.parser.name),
        parser_version: Some(reading.parser.version),
        fields: reading.evidence.into_iter().map(field).collect(),
        text,
    }
}

fn field(evidence: Evidence) -> FieldExplanation {
    FieldExplanation {
        field: evidence.field,
        value: evidence.value,
        because: evidence.because,
        words: evidence.words,
        rule: evidence.rule,
        considered: evidence.considered,
        order: evidence.order,
    }
}
