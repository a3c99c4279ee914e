//! The mails of the caller.

use dropshot::{HttpResponseOk, Path, Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::handed::{HandedMail, MailBody};
use crate::message::{FoundMessage, MessageExplanation, MessageListQuery, MessagePath, Messages};

/// The mails of the caller.
#[dropshot::api_description]
pub trait MessagesApi {
    /// The server's state.
    type Context;

    /// Hand over a mail
    ///
    /// Takes one mail of a landlord or vendor as it is sent (`message/rfc822`, at most 36 MiB), for apps that share a mail, and
    /// ingests it. Its own `Authentication-Results` count for nothing: a DKIM signature of its sender's domain must be valid, else
    /// it is quarantined until the caller vouches for the sender. A mail that is in the ledger already is taken once, whether it
    /// came from the mailbox or was handed over. A mail from an address of the caller stands for the mails that are attached to it,
    /// or else for the one that it quotes.
    #[endpoint { method = POST, path = "/v1/mail/messages", operation_id = "mail_hand_over", tags = ["messages"], request_body_max_bytes = 37_748_736 }]
    async fn mail_hand_over(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<MailBody>,
    ) -> Result<HttpResponseOk<Envelope<HandedMail>>, ApiError>;

    /// List messages
    ///
    /// Every mail of the caller that a search found or that was handed over, the last received first, with what became of it: also
    /// those that wait, that are in quarantine, that failed or that state no invoice. So it says why an invoice is missing.
    #[endpoint { method = GET, path = "/v1/mail/messages", operation_id = "message_list", tags = ["messages"] }]
    async fn message_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<MessageListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<Messages>>, ApiError>;

    /// Show a message
    ///
    /// What became of one mail.
    #[endpoint { method = GET, path = "/v1/mail/messages/{message_id}", operation_id = "message_view", tags = ["messages"] }]
    async fn message_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Result<HttpResponseOk<Envelope<FoundMessage>>, ApiError>;

    /// Release a message
    ///
    /// The caller vouches for this one mail in quarantine: it is fetched now and read. A document that came after its invoice was
    /// deleted, and was deleted for that reason, is read now as an invoice of its own. Any other mail stays as it is.
    #[endpoint { method = POST, path = "/v1/mail/messages/{message_id}/release", operation_id = "message_release", tags = ["messages"] }]
    async fn message_release(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Result<HttpResponseOk<Envelope<FoundMessage>>, ApiError>;

    /// Retry a message
    ///
    /// One more attempt where the mail could not be fetched or one of its documents could not be read. What has not failed stays as
    /// it is.
    #[endpoint { method = POST, path = "/v1/mail/messages/{message_id}/retry", operation_id = "message_retry", tags = ["messages"] }]
    async fn message_retry(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Result<HttpResponseOk<Envelope<FoundMessage>>, ApiError>;

    /// Explain a message
    ///
    /// Reads the mail's documents again, as this version of the service reads them, and states the reason for each value. It stores
    /// nothing, and says nothing of corrections. Two mails are explained at once.
    #[endpoint { method = GET, path = "/v1/mail/messages/{message_id}/explain", operation_id = "message_explain", tags = ["messages"] }]
    async fn message_explain(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MessagePath>>,
    ) -> Result<HttpResponseOk<Envelope<MessageExplanation>>, ApiError>;
}
