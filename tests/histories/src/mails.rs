//! Invented mails, whose bytes say what the reader finds in them.

use chrono::{DateTime, NaiveDate, Utc};
use invoices_domain::mail::{MailContent, Original, PdfAttachment};
use invoices_domain::reading::{Authentication, Candidate};
use invoices_domain::{Money, NotAuthenticated};
use serde::{Deserialize, Serialize};

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Says {
    /// A receipt of an order.
    Receipt,
    /// Confirms an order.
    Announcement,
    /// Announces the parcel, without a total.
    Dispatch,
    /// The invoice of an order.
    Invoice,
    /// Cancels an order.
    Cancellation,
    /// An invoice whose total is not certain.
    Question,
    /// No invoice.
    Nothing,
    /// The reader gives up on it.
    TooHard,
    /// A rent notice.
    Notice,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    pub says: Says,
    /// The order number, or the number of a rent notice.
    pub number: String,
    pub total: i64,
    /// What later parsers read in place of the total.
    pub later_total: Option<i64>,
    /// Its own day, or the day on which the rent is due.
    pub day: NaiveDate,
}

impl Paper {
    /// The total that a parser of this version reads.
    pub fn read_total(&self, version: u32) -> Money {
        let total = self.later_total.filter(|_| version > 1).unwrap_or(self.total);
        money(total)
    }

    /// The amounts that may be the total of a document that is asked about.
    pub fn candidates(&self) -> Vec<Candidate> {
        let candidate = |total| Candidate {
            value: money(total),
            currency: None,
            label: None,
            place: "Total".into(),
            why: "labelled".into(),
        };
        vec![candidate(self.total), candidate(self.total + 1)]
    }
}

/// An amount in kronor.
pub fn money(kronor: i64) -> Money {
    Money::from_units(kronor * 10_000).expect("small amounts")
}

/// A mail. Its JSON is what the mailbox gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The place of its recipient among the users.
    pub user: usize,
    /// The place of its purchase in the plan.
    pub purchase: usize,
    pub id: String,
    pub sender: String,
    pub subject: String,
    pub header_id: String,
    pub is_trusted: bool,
    pub text: Option<Paper>,
    pub pdf: Option<Paper>,
}

impl Mail {
    /// Its documents.
    pub fn papers(&self) -> impl Iterator<Item = &Paper> {
        self.text.iter().chain(&self.pdf)
    }

    pub fn content(&self) -> MailContent {
        let bytes = |paper: &Paper| serde_json::to_vec(paper).expect("JSON").into();
        MailContent {
            sender: self.sender.parse().ok(),
            sender_name: None,
            subject: self.subject.clone(),
            header_id: Some(self.header_id.clone()),
            delivered: None,
            dated: None,
            authentication: if self.is_trusted {
                Authentication::Trusted("simulated".into())
            } else {
                Authentication::Untrusted(NotAuthenticated::NoResults)
            },
            forwarded: None,
            html: self.text.as_ref().map(|paper| Original {
                bytes: bytes(paper),
                charset: None,
            }),
            pages: Vec::new(),
            e_invoices: Vec::new(),
            pdfs: self
                .pdf
                .iter()
                .map(|paper| PdfAttachment {
                    name: Some("Hyresavi.pdf".into()),
                    bytes: bytes(paper),
                })
                .collect(),
        }
    }
}

/// A mail in a mailbox.
#[derive(Clone, Debug)]
pub struct Received {
    pub mail: Mail,
    pub at: DateTime<Utc>,
}
