//! What the service asks of a reader, and what the reader answers.

use bytes::Bytes;
use invoices_dkim::{Keys, Signature};
use invoices_domain::mail::MailContent;
use invoices_domain::reading::{DocumentKind, MailContext, Reading};
use invoices_domain::{MailAddress, NotAuthenticated, Reason};
use serde::{Deserialize, Serialize};

use crate::confine::Confinement;

/// The hidden command that runs [`super::child`].
pub const CHILD: &str = "reader";

/// The head of a frame from the service. The body is what is to be read.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Assignment {
    /// The first: the limit on memory, in bytes. Its body is empty.
    Start { memory_bytes: u64 },
    /// Take a mail apart, and judge its sender by the word of this provider, if there is one. If it is from a forwarder, find what it
    /// forwards.
    Mail {
        authserv_id: Option<String>,
        forwarders: Vec<MailAddress>,
    },
    /// Check a mail's signatures with these keys.
    Signatures { keys: Keys },
    /// Read a document.
    Document {
        kind: DocumentKind,
        context: Box<MailContext>,
    },
}

/// The head of a frame from a reader.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    /// The reader is confined and waits for assignments.
    Ready(Confinement),
    /// The bytes are a mail. The frame's body is its documents.
    Mail(Box<MailHead>),
    /// The bytes are not taken apart, for this reason.
    NotAMail { reason: Reason },
    /// What the mail's signatures are, or why they can't be checked.
    Signatures(Result<Vec<Signature>, NotAuthenticated>),
    /// What the document says.
    Reading(Box<Reading>),
}

/// A mail without the bytes of its documents: those follow in the body in the order of [`MailContent::documents`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MailHead {
    mail: MailContent,
    /// Of the documents.
    lengths: Vec<usize>,
}

impl MailHead {
    pub fn new(mail: &MailContent) -> Self {
        MailHead {
            mail: mail.clone(),
            lengths: mail.documents().map(Bytes::len).collect(),
        }
    }

    /// The mail with its documents. `None` if the lengths do not fit the documents and the body.
    pub fn with_body(self, body: Vec<u8>) -> Option<MailContent> {
        let MailHead { mut mail, lengths } = self;
        let (mut rest, mut lengths) = (Bytes::from(body), lengths.into_iter());
        for document in mail.documents_mut() {
            let length = lengths.next().filter(|length| *length <= rest.len())?;
            *document = rest.split_to(length);
        }
        (rest.is_empty() && lengths.next().is_none()).then_some(mail)
    }
}
