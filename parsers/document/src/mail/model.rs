//! The facts about a mail.

use chrono::{DateTime, FixedOffset};
use parser_model::MailAddress;
use parser_model::reading::MailContext;

use super::parts::{Body, Pdf};
use crate::text::tidy;

/// Subjects and names longer than this are cut: no client shows more.
const MAX_WORDS: usize = 500;

#[derive(Clone, Debug, Default)]
pub struct Mail {
    /// The one address of the `From` header; `None` if it is absent, malformed or not one.
    pub sender: Option<MailAddress>,
    pub sender_name: Option<String>,
    /// The subject, decoded, blanks joined; empty if absent.
    pub subject: String,
    /// The `Date` header, in the time zone that it names. Written by the sender, so never proof of anything.
    pub date: Option<DateTime<FixedOffset>>,
    /// The date of the topmost `Received` header. The topmost is the last server's, but anyone can write one into a file.
    pub received: Option<DateTime<FixedOffset>>,
    /// The `Message-ID` header, without its angle brackets.
    pub message_id: Option<String>,
    /// The values of the `Authentication-Results` headers, topmost first.
    pub authentication_results: Vec<String>,
    /// The text that a person sees: all text and HTML parts in order, of alternatives one.
    pub body: Option<Body>,
    pub pages: Vec<Body>,
    /// Attached e-invoices in XML.
    pub e_invoices: Vec<Vec<u8>>,
    pub pdfs: Vec<Pdf>,
    /// Attached mails in order, each with its text alone: their files, and the mails attached to them, are those of this mail.
    pub attached: Vec<Mail>,
}

impl Mail {
    /// The headers alone.
    #[must_use]
    pub fn without_documents(self) -> Self {
        Mail {
            body: None,
            pages: Vec::new(),
            e_invoices: Vec::new(),
            pdfs: Vec::new(),
            attached: Vec::new(),
            ..self
        }
    }

    /// What the headers say. It is not authenticated.
    pub fn context(&self) -> MailContext {
        MailContext {
            sender_name: self.sender_name.clone(),
            sender_address: self.sender.as_ref().map(ToString::to_string),
            subject: Some(self.subject.clone()).filter(|subject| !subject.is_empty()),
            received_on: self.date.map(|date| date.date_naive()),
            charset: self.body.as_ref().and_then(|body| body.charset.clone()),
            ..MailContext::default()
        }
    }
}

/// One line as a person sees it, cut at a bound.
pub(super) fn words(text: &str) -> String {
    tidy(text).chars().take(MAX_WORDS).collect()
}
