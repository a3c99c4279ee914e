//! Messages that the caller submits, and trusted senders.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use dropshot::{
    ApiEndpointBodyContentType, Body, ExclusiveExtractor, ExtractorMetadata, HttpError, RequestContext, ServerContext,
    UntypedBody,
};
use invoices_domain::{MailAddress, TokenScope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::caller::{Authenticator, Turn, Work};
use crate::error::ApiError;
use crate::extract::RawBody;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::reason::StatedReason;
use crate::sentence;

/// How long a mail may take, beside the time that its bytes take: it holds a place.
const PATIENCE: Duration = Duration::from_secs(10);

/// The content types of a mail. Clients send the last one for any file, or none.
const MEDIA_TYPES: [&str; 4] = ["message/rfc822", "message/global", "application/octet-stream", ""];

/// One mail in its original form (RFC 5322). The number in memory is limited.
pub struct MailBody {
    /// The mail.
    pub message: Bytes,
    /// Its place among the mails in memory. Drop it with the mail.
    pub turn: Turn,
}

#[async_trait]
impl ExclusiveExtractor for MailBody {
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let turn = Authenticator::begin(Work::Upload, &request).await?;
        let is_mail = |content_type: &str| MEDIA_TYPES.contains(&content_type);
        let body = RawBody::read_of(rqctx, request, is_mail, "message/rfc822", PATIENCE).await?;
        let message = body.bytes;
        if message.is_empty() {
            return Err(ApiError::invalid_request("The request body must be a mail.").into());
        }
        Ok(MailBody { message, turn })
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <UntypedBody as ExclusiveExtractor>::metadata(content_type)
    }
}

/// The outcome of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HandedState {
    /// Its documents are stored and will be parsed within seconds.
    Fetched,
    /// It waits to be fetched.
    Found,
    /// Its sender could not be authenticated. It is kept until the caller trusts the sender.
    Quarantined,
    /// It contains nothing that can be parsed, or it can't be read.
    Rejected,
    /// It could not be fetched or stored.
    Failed,
    /// The same message is already in the ledger, or it forwards messages that are all in the ledger.
    Skipped,
    /// Its sender isn't a landlord and no active vendor. Nothing of it is kept.
    UnknownSender,
}

/// A message that the caller submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandedMail {
    /// Its id in the ledger: the SHA-256 of its bytes. Absent if nothing of it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Its outcome.
    pub state: HandedState,
    /// Why, if that is not plain.
    #[serde(flatten)]
    pub reason: StatedReason,
    /// Its sender, if it has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    /// Its subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

/// A sender to trust.
#[derive(Deserialize, JsonSchema)]
pub struct TrustSenderBody {
    /// Its address.
    #[schemars(
        with = "String",
        length(min = 3, max = 320),
        regex(pattern = r"^[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+$")
    )]
    pub sender: MailAddress,
}

/// A sender in the path.
#[derive(Deserialize, JsonSchema)]
pub struct TrustedSenderPath {
    /// Its address.
    pub sender: String,
}

/// A trusted sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrustedSender {
    /// Its address.
    pub sender: String,
    /// The number of its messages released from quarantine. Messages that failed authentication stay.
    pub released: u64,
}

/// The caller's trusted senders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrustedSenders {
    /// Their addresses in alphabetical order.
    pub senders: Vec<String>,
}

pub(crate) fn operations() -> [Operation; 4] {
    [
        Operation::new("mail_hand_over")
            .opened_by(&[TokenScope::HandOver, TokenScope::All])
            .body(RequestBody::Mail)
            .success(
                Success::new(200, "The outcome of the message.")
                    .envelope(sentence::MAIL_INGESTED)
                    .link("trust", "sender_trust")
                    .because("Trusts the sender of a quarantined message."),
            )
            .failures([
                ApiError::invalid_request("The mail can't be read: it is no mail.")
                    .when("The body isn't a message, or doesn't have exactly one sender; the message says why."),
                ApiError::forbidden("Your quarantined mails have reached the size limit.")
                    .when("The caller's quarantined messages have reached 256 MiB."),
                Failure::too_many_ingests(),
                Failure::dependency("database", "The database, object storage or document reader failed."),
            ]),
        Operation::new("trusted_sender_list").ok("The senders.", sentence::TRUSTED_SENDERS_RETRIEVED),
        Operation::new("sender_trust")
            .created("The sender is trusted.", sentence::SENDER_TRUSTED)
            .failures([
                Failure::wrong_field("sender", "a mail address is text on both sides of one @"),
                ApiError::too_many_sources("trusted senders", 500)
                    .when("The caller has the maximum number of trusted senders."),
            ]),
        Operation::new("sender_distrust")
            .ok("The sender is no longer trusted.", sentence::SENDER_DISTRUSTED)
            .failures([ApiError::not_found("No such trusted sender.").when("The sender is not trusted.")]),
    ]
}
