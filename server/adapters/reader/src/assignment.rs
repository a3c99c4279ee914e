//! What the service asks of a reader, and what the reader answers.

use chrono::{DateTime, Utc};
use invoices_domain::mail::{AttachedMail, Forwarded, MailContent, Original, PdfAttachment, QuotedMail};
use invoices_domain::reading::{Authentication, DocumentKind, MailContext, Reading};
use invoices_domain::{MailAddress, Reason};
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
    /// Read a document.
    Document { kind: DocumentKind, context: MailContext },
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
    /// What the document says.
    Reading(Box<Reading>),
}

/// A mail without the bytes of its documents: those follow in the body in the order of [`MailContent::documents`].
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MailHead {
    sender: Option<MailAddress>,
    sender_name: Option<String>,
    subject: String,
    header_id: Option<String>,
    delivered: Option<DateTime<Utc>>,
    dated: Option<DateTime<Utc>>,
    authentication: Authentication,
    forwarded: Option<ForwardedHead>,
    html: Option<PageHead>,
    pages: Vec<PageHead>,
    /// Their lengths.
    e_invoices: Vec<usize>,
    pdfs: Vec<PdfHead>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ForwardedHead {
    Attached(Vec<AttachedHead>),
    Quoted(QuotedMail),
}

#[derive(Debug, Serialize, Deserialize)]
struct AttachedHead {
    sender: Option<MailAddress>,
    subject: String,
    delivered: Option<DateTime<Utc>>,
    dated: Option<DateTime<Utc>>,
    length: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct PageHead {
    length: usize,
    charset: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PdfHead {
    length: usize,
    name: Option<String>,
}

impl MailHead {
    pub fn new(mail: &MailContent) -> Self {
        MailHead {
            sender: mail.sender.clone(),
            sender_name: mail.sender_name.clone(),
            subject: mail.subject.clone(),
            header_id: mail.header_id.clone(),
            delivered: mail.delivered,
            dated: mail.dated,
            authentication: mail.authentication.clone(),
            forwarded: mail.forwarded.as_ref().map(ForwardedHead::new),
            html: mail.html.as_ref().map(PageHead::new),
            pages: mail.pages.iter().map(PageHead::new).collect(),
            e_invoices: mail.e_invoices.iter().map(bytes::Bytes::len).collect(),
            pdfs: mail.pdfs.iter().map(PdfHead::new).collect(),
        }
    }

    /// The mail with its documents. `None` if the lengths do not fit the body.
    pub fn with_body(self, body: Vec<u8>) -> Option<MailContent> {
        let mut rest = bytes::Bytes::from(body);
        let mut take = |length: usize| (length <= rest.len()).then(|| rest.split_to(length));
        let html = match self.html {
            Some(html) => Some(html.with_bytes(take(html.length)?)),
            None => None,
        };
        let pages = self.pages.into_iter();
        let pages = pages.map(|page| Some(page.with_bytes(take(page.length)?)));
        let pages = pages.collect::<Option<Vec<_>>>()?;
        let e_invoices = self.e_invoices.into_iter().map(&mut take);
        let e_invoices = e_invoices.collect::<Option<Vec<_>>>()?;
        let pdfs = self.pdfs.into_iter().map(|pdf| {
            Some(PdfAttachment {
                bytes: take(pdf.length)?,
                name: pdf.name,
            })
        });
        let pdfs = pdfs.collect::<Option<Vec<_>>>()?;
        let forwarded = match self.forwarded {
            Some(forwarded) => Some(forwarded.with_bytes(&mut take)?),
            None => None,
        };
        rest.is_empty().then_some(MailContent {
            sender: self.sender,
            sender_name: self.sender_name,
            subject: self.subject,
            header_id: self.header_id,
            delivered: self.delivered,
            dated: self.dated,
            authentication: self.authentication,
            forwarded,
            html,
            pages,
            e_invoices,
            pdfs,
        })
    }
}

impl ForwardedHead {
    fn new(forwarded: &Forwarded) -> Self {
        let head = |mail: &AttachedMail| AttachedHead {
            sender: mail.sender.clone(),
            subject: mail.subject.clone(),
            delivered: mail.delivered,
            dated: mail.dated,
            length: mail.bytes.len(),
        };
        match forwarded {
            Forwarded::Attached(mails) => ForwardedHead::Attached(mails.iter().map(head).collect()),
            Forwarded::Quoted(mail) => ForwardedHead::Quoted(mail.clone()),
        }
    }

    fn with_bytes(self, mut take: impl FnMut(usize) -> Option<bytes::Bytes>) -> Option<Forwarded> {
        Some(match self {
            ForwardedHead::Attached(heads) => {
                let mails = heads.into_iter().map(|head| {
                    Some(AttachedMail {
                        bytes: take(head.length)?,
                        sender: head.sender,
                        subject: head.subject,
                        delivered: head.delivered,
                        dated: head.dated,
                    })
                });
                Forwarded::Attached(mails.collect::<Option<_>>()?)
            }
            ForwardedHead::Quoted(mail) => Forwarded::Quoted(mail),
        })
    }
}

impl PageHead {
    fn new(page: &Original) -> Self {
        PageHead {
            length: page.bytes.len(),
            charset: page.charset.clone(),
        }
    }

    fn with_bytes(&self, bytes: bytes::Bytes) -> Original {
        Original {
            bytes,
            charset: self.charset.clone(),
        }
    }
}

impl PdfHead {
    fn new(pdf: &PdfAttachment) -> Self {
        PdfHead {
            length: pdf.bytes.len(),
            name: pdf.name.clone(),
        }
    }
}
