//! The mails of the caller.

use dropshot::{Path, Query, RequestContext};

use crate::caller::Caller;
use crate::download::Conditions;
use crate::envelope::Answer;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathAnd};
use crate::invoice::original::OriginalResponse;
use crate::message::answer::{AnswerBody, AnswerQuery};
use crate::message::submission::{HandedMail, MailBody};
use crate::message::{DocumentPath, FoundMessage, MessageExplanation, MessageListQuery, MessagePath, Messages};

/// The mails of the caller.
#[dropshot::api_description]
pub trait MessagesApi {
    /// The server's state.
    type Context;

    /// Submit a message
    ///
    /// Ingests one message from a landlord or vendor (`message/rfc822`, at most 36 MiB), for apps that share a message. Its
    /// `Authentication-Results` are ignored: it needs a valid DKIM signature of the sender's domain, otherwise it is
    /// quarantined until the caller trusts the sender. A message that is already in the ledger is not ingested again, whether
    /// it came from the mailbox or was submitted. A message from one of the caller's own addresses stands for the messages
    /// attached to it, or else for the message that it quotes.
    #[endpoint { method = POST, path = "/v1/mail/messages", operation_id = "mail_hand_over", tags = ["messages"], request_body_max_bytes = 37_748_736 }]
    async fn mail_hand_over(rqctx: RequestContext<Self::Context>, caller: Caller<MailBody>) -> Answer<HandedMail>;

    /// List messages
    ///
    /// All of the caller's messages that a search found or that were submitted, last received first, with their outcome.
    /// Includes messages that are pending, quarantined, failed or without an invoice, so it shows why an invoice is missing.
    #[endpoint { method = GET, path = "/v1/mail/messages", operation_id = "message_list", tags = ["messages"] }]
    async fn message_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<MessageListQuery>>,
    ) -> Answer<Messages>;

    /// Show a message
    ///
    /// One message with its outcome.
    #[endpoint { method = GET, path = "/v1/mail/messages/{message_id}", operation_id = "message_view", tags = ["messages"] }]
    async fn message_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Answer<FoundMessage>;

    /// Release a message
    ///
    /// Releases a message from quarantine, or a rent notice that was skipped because its month had one already: it is fetched and parsed
    /// now. A document that was deleted because it arrived after its invoice had been deleted is now parsed as a separate invoice. Any
    /// other message stays as it is.
    #[endpoint { method = POST, path = "/v1/mail/messages/{message_id}/release", operation_id = "message_release", tags = ["messages"] }]
    async fn message_release(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Answer<FoundMessage>;

    /// Retry a message
    ///
    /// Tries again if the message could not be fetched or one of its documents could not be parsed. Steps that succeeded are
    /// not repeated.
    #[endpoint { method = POST, path = "/v1/mail/messages/{message_id}/retry", operation_id = "message_retry", tags = ["messages"] }]
    async fn message_retry(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Answer<FoundMessage>;

    /// Download a document of a message
    ///
    /// The text or a file of the message, unchanged, as a download (`Content-Disposition: attachment`), whether or not it states an
    /// invoice. Supports range requests and conditional requests with the entity tag.
    #[endpoint { method = GET, path = "/v1/mail/messages/{message_id}/documents/{part}", operation_id = "message_document", tags = ["messages"] }]
    async fn message_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<DocumentPath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError>;

    /// Answer the question about a message
    ///
    /// A document in the state `asked` is an invoice whose total is not certain; `candidates` are the amounts that it may be. The
    /// answer gives the total, or says that the document isn't an invoice. The document is parsed again with it. The answer stays
    /// when the document is parsed again later, until another one replaces it or it is taken back.
    #[endpoint { method = POST, path = "/v1/mail/messages/{message_id}/answer", operation_id = "message_answer", tags = ["messages"] }]
    async fn message_answer(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<MessagePath, JsonBody<AnswerBody>>>,
    ) -> Answer<FoundMessage>;

    /// Take back an answer
    ///
    /// Removes the invoice that the answer made, and parses the document again: the question is put again.
    #[endpoint { method = DELETE, path = "/v1/mail/messages/{message_id}/answer", operation_id = "message_answer_delete", tags = ["messages"] }]
    async fn message_answer_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<MessagePath, Query<AnswerQuery>>>,
    ) -> Answer<FoundMessage>;

    /// Explain a message
    ///
    /// Parses the message's documents again with this version of the service and returns the reason for each value. Stores
    /// nothing and leaves out corrections. At most two messages are explained at a time.
    #[endpoint { method = GET, path = "/v1/mail/messages/{message_id}/explain", operation_id = "message_explain", tags = ["messages"] }]
    async fn message_explain(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Answer<MessageExplanation>;
}
