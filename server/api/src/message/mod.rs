//! The ledger: the mails of the caller that were found, and the outcome of each.

pub mod answer;
mod operations;
pub mod submission;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_domain::reading::Candidate;
use invoices_domain::{EmailPattern, Source, VendorId};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::page::{self, Limit};
use crate::reason::StatedReason;

use self::answer::DocumentAnswer;
pub(crate) use self::operations::operations;

/// The state of a message, or of one of its documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LedgerState {
    /// A message that is not fetched yet, or a document that is being stored.
    Found,
    /// A message whose documents are stored.
    Fetched,
    /// A message whose sender could not be authenticated. It is not parsed until it is released.
    Quarantined,
    /// A message that contains nothing to parse, or a document that contains no invoice.
    Rejected,
    /// A message that could not be fetched, or a document that could not be parsed.
    Failed,
    /// A message that was left out.
    Skipped,
    /// A document that is not parsed yet.
    Stored,
    /// A document that states an invoice.
    Parsed,
    /// A document that is an invoice whose total is not certain: the caller is asked for it.
    Asked,
    /// A document that repeats a known one.
    Duplicate,
    /// A document whose invoice was deleted, or that belongs to an invoice deleted before it came.
    Deleted,
}

impl LedgerState {
    /// The name in the contract.
    pub const fn as_str(self) -> &'static str {
        match self {
            LedgerState::Found => "found",
            LedgerState::Fetched => "fetched",
            LedgerState::Quarantined => "quarantined",
            LedgerState::Rejected => "rejected",
            LedgerState::Failed => "failed",
            LedgerState::Skipped => "skipped",
            LedgerState::Stored => "stored",
            LedgerState::Parsed => "parsed",
            LedgerState::Asked => "asked",
            LedgerState::Duplicate => "duplicate",
            LedgerState::Deleted => "deleted",
        }
    }
}

/// Which messages to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct MessageListQuery {
    /// Only messages in this state, or with a document in it.
    #[serde(default, deserialize_with = "state")]
    pub state: Option<LedgerState>,
    /// Only messages from landlords (`rental`) or vendors (`retail`).
    #[serde(rename = "type", default, deserialize_with = "invoice_type")]
    pub invoice_type: Option<Source>,
    /// Only messages from the vendor with this id.
    #[serde(default, deserialize_with = "vendor")]
    #[schemars(with = "Option<String>")]
    pub vendor: Option<VendorId>,
    /// Only messages from this sender: an address, a domain with its sub-domains, or a pattern with `*`.
    #[serde(default, deserialize_with = "sender")]
    #[schemars(with = "Option<String>")]
    pub sender: Option<EmailPattern>,
    /// Only messages with a document of this invoice.
    #[schemars(length(min = 1, max = 512))]
    #[serde(default, deserialize_with = "invoice")]
    pub invoice: Option<String>,
    /// Only messages received on this day or later, in the service's time zone.
    #[serde(default, deserialize_with = "page::from")]
    pub from: Option<NaiveDate>,
    /// Only messages received on this day or earlier.
    #[serde(default, deserialize_with = "page::to")]
    pub to: Option<NaiveDate>,
    /// Maximum number of messages per page. Default: 50.
    pub limit: Option<Limit<200>>,
    /// The `next_cursor` of the previous page. The other parameters must be the same.
    pub cursor: Option<String>,
}

page::named!(state, "state", LedgerState);
page::named!(invoice_type, "type", Source);

fn vendor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<VendorId>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |_| serde::de::Error::custom("vendor must be the id of a vendor");
    text.parse().map(Some).map_err(wrong)
}

fn invoice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if (1..=512).contains(&text.chars().count()) {
        return Ok(Some(text));
    }
    Err(serde::de::Error::custom("invoice must be the id of an invoice"))
}

fn sender<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<EmailPattern>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |_| serde::de::Error::custom("sender must be an address, a domain, or a pattern with *");
    text.parse().map(Some).map_err(wrong)
}

/// Which message.
#[derive(Deserialize, JsonSchema)]
pub struct MessagePath {
    /// The `message_id`, percent-encoded.
    pub message_id: String,
}

/// Which document of a message.
#[derive(Deserialize, JsonSchema)]
pub struct DocumentPath {
    /// The `message_id`, percent-encoded.
    pub message_id: String,
    /// The part of the message, such as `html` or `pdf-0`.
    pub part: String,
}

/// A message in the ledger.
#[expect(clippy::struct_excessive_bools, reason = "each is a field on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Message {
    /// The mail provider's id, or the SHA-256 of a submitted message. A message from a sender that is both a landlord and a
    /// vendor is listed once as each.
    pub message_id: String,
    /// Whether it was found as a landlord's or a vendor's message.
    #[serde(rename = "type")]
    pub invoice_type: Source,
    /// Its state.
    pub state: LedgerState,
    /// Why.
    #[serde(flatten)]
    pub reason: StatedReason,
    /// The outcome and what the user can do, as sentences.
    pub explanation: String,
    /// The sender's address, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    /// The sender's name, as the message states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_name: Option<String>,
    /// Its subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The vendor that sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_id: Option<String>,
    /// How the sender was authenticated, or why it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authentication: Option<String>,
    /// `true` if the mail provider or a signature confirms that the sender sent it. Otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub authenticated: bool,
    /// `true` if the caller forwarded it; sender and subject are those of the quoted message. Otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forwarded: bool,
    /// When the mail provider received it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_at: Option<DateTime<Utc>>,
    /// When it was found.
    pub found_at: DateTime<Utc>,
    /// When its state last changed.
    pub updated_at: DateTime<Utc>,
    /// The parts that may contain invoices: its text and PDFs.
    pub documents: Vec<MessageDocument>,
    /// Whether it can be released: it is quarantined, its month had a notice already, or one of its documents was deleted when it was
    /// parsed.
    pub can_be_released: bool,
    /// Whether the failed step can be retried.
    pub can_be_retried: bool,
}

/// The text or a PDF of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MessageDocument {
    /// The part of the message: `html` is its text (all text parts in order), `page-0` its first attached page, `xml-0` its
    /// first e-invoice, `pdf-0` its first PDF.
    pub part: String,
    /// The file name, as the message states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// Its state.
    pub state: LedgerState,
    /// Why.
    #[serde(flatten)]
    pub reason: StatedReason,
    /// The amounts that may be the total, the likeliest first, if the caller is or was asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// What the caller answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<DocumentAnswer>,
    /// The invoices in the document.
    pub invoice_ids: Vec<String>,
    /// The parser: a category, or a category and a vendor's layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser: Option<String>,
    /// The version of that parser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser_version: Option<u32>,
}

/// Messages in the ledger, last received first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Messages {
    /// The messages.
    pub messages: Vec<Message>,
    /// The `cursor` of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One message, as a landlord's, a vendor's, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundMessage {
    /// The message as each ingest recorded it.
    pub messages: Vec<Message>,
}

/// How the documents of a message are parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MessageExplanation {
    /// The message's outcome and what the user can do, as sentences.
    pub explanation: String,
    /// Its documents, at most twenty.
    #[schemars(length(max = 20))]
    pub documents: Vec<DocumentExplanation>,
}

/// The outcome of parsing a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReadingOutcome {
    /// It states one invoice or several.
    Invoice,
    /// It is an invoice, but its total is not certain.
    Asked,
    /// It isn't an invoice.
    NotAnInvoice,
    /// It can't be parsed.
    Failed,
}

/// How a document is parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentExplanation {
    /// The part of the message.
    pub part: String,
    /// The name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// The result of parsing it.
    pub outcome: ReadingOutcome,
    /// Why it states no invoice.
    #[serde(flatten)]
    pub reason: StatedReason,
    /// The parser. Absent if no parser could read the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser: Option<String>,
    /// The version of that parser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser_version: Option<u32>,
    /// The values with their reasons.
    pub fields: Vec<FieldExplanation>,
    /// The same as text for people, as `invoices parse --explain` prints it.
    pub text: String,
}

/// Why a field has its value, or why it has no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldExplanation {
    /// The name of the field.
    pub field: String,
    /// The value. Absent if it was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The reason as a sentence.
    pub because: String,
    /// The words of the document that the reason quotes, such as the value's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The id of the rule that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The candidates, each with its text on the page.
    pub considered: Vec<String>,
    /// The number of the order in a document with several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
}
