//! The mails of the caller.

use dropshot::{HttpResponseOk, RequestContext};

use crate::caller::Caller;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::handed::{HandedMail, MailBody};

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
    /// came from the mailbox or was handed over.
    #[endpoint { method = POST, path = "/v1/mail/messages", operation_id = "mail_hand_over", tags = ["invoices"], request_body_max_bytes = 37_748_736 }]
    async fn mail_hand_over(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<MailBody>,
    ) -> Result<HttpResponseOk<Envelope<HandedMail>>, ApiError>;
}
