//! Why a document or a message is not read: a code with parameters, and its sentence.

#![allow(missing_docs, reason = "the sentence of a code is its description")]

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::money::Money;

/// A limit on what is read, with what exceeds it as a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    #[error("too much work to read")]
    Work,
    #[error("too many lines")]
    Lines,
    #[error("too many columns")]
    Columns,
    #[error("too many cells")]
    Cells,
    #[error("too much text")]
    Text,
    #[error("too much text in one cell")]
    CellText,
    #[error("too much markup")]
    Markup,
    #[error("too many elements")]
    Elements,
    #[error("elements nested too deeply")]
    ElementDepth,
    #[error("too many attributes")]
    Attributes,
    #[error("too many header lines")]
    HeaderLines,
    #[error("too long headers")]
    HeaderBytes,
    #[error("too many parts")]
    Parts,
    #[error("file too large")]
    FileSize,
    #[error("too many pages")]
    Pages,
    #[error("too many fonts")]
    Fonts,
    #[error("forms nested too deeply")]
    FormDepth,
    #[error("too many values")]
    Values,
    #[error("too many character codes")]
    CharacterCodes,
    #[error("a stream too large")]
    StreamSize,
    #[error("too much compressed data")]
    CompressedData,
    #[error("too much compressed data in one stream")]
    CompressedStream,
}

/// Why a document isn't an invoice or can't be read, or why a message can't be parsed. The sentence has no content of the
/// document, so it is safe to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "parameters", rename_all = "kebab-case")]
pub enum Reason {
    /// No visible text.
    #[error("there is no text to read")]
    Empty,
    /// More of something than any receipt has.
    #[error("{limit}")]
    OverLimit { limit: Limit },
    /// An answer or a forwarded mail.
    #[error("it is an answer or a forwarded mail")]
    Forwarded,
    /// An advertisement.
    #[error("it is an advertisement")]
    Promotion,
    /// Nothing says that it is about an order or payment.
    #[error("nothing in it says that it is an order, receipt or invoice")]
    NoReceiptWords,
    /// Its total is an amount without a label, and its head isn't a receipt's.
    #[error("no amount in it is labelled as the total, and its first lines name no receipt")]
    UnlabelledTotal,
    /// A mail with a total that has nothing else of a receipt.
    #[error("it states a total, but no number, date, tax or payment method")]
    TotalAlone,
    /// An invoice, or what announces one, whose total was not found.
    #[error("it states no total")]
    NoTotal,
    /// An invoice with several amounts that may be the total, or one that something contradicts.
    #[error("it is not certain which amount is its total")]
    UncertainTotal,
    /// An invoice whose marks contradict each other about its currency.
    #[error("it is not certain in which currency its total is")]
    UncertainCurrency,
    #[error("its user says that it is no invoice")]
    AnsweredNoInvoice,
    /// It announces something that has not happened yet.
    #[error("it announces something that has not happened yet")]
    Upcoming,
    /// A notice about a parcel.
    #[error("it is about a parcel under way")]
    Shipping,
    /// It says itself that it isn't a receipt.
    #[error("it says that it is no receipt, invoice or charge")]
    Disclaimed,
    /// A contract, an offer, a delivery note, a statement: a document that asks for no payment.
    #[error("its heading says that it is another paper than an invoice")]
    OtherPaper,
    /// It has no PDF header.
    #[error("not a PDF")]
    NotAPdf,
    #[error("damaged PDF: no pages found")]
    PdfWithoutPages,
    #[error("damaged PDF: unreadable data")]
    DamagedPdf,
    /// It needs a user password that is not empty.
    #[error("the PDF needs a password")]
    PdfPassword,
    #[error("the PDF is encrypted in a way that is not supported")]
    PdfEncryption,
    /// Its pages are images without text.
    #[error("the PDF has no text: a scan or a picture")]
    ScannedPdf,
    #[error("the PDF has text, but its fonts do not say which characters it is")]
    UnknownCharacters,
    /// Its pages show neither text nor images.
    #[error("the PDF has no text")]
    BlankPdf,
    #[error("the PDF passes a limit: {limit}")]
    PdfOverLimit { limit: Limit },
    #[error("it is no mail")]
    NotAMail,
    /// It holds more than any mail does.
    #[error("the mail passes a limit: {limit}")]
    MailOverLimit { limit: Limit },
    /// A file that can't be opened.
    #[error("the file can't be read")]
    UnreadableFile,
    #[error("this build has no reader of retail invoices")]
    NoRetailReader,
    #[error("this build has no reader of rental invoices")]
    NoRentalReader,
    #[error("it says that the invoice was cancelled")]
    Cancelled,
    #[error("it is a draft, a pro forma or a preview of an invoice")]
    Draft,
    #[error("it says that a payment failed")]
    PaymentFailed,
    #[error("it is about money that is received")]
    MoneyReceived,
    #[error("it is a report of sales")]
    SalesReport,
    #[error("it is a notice about an account")]
    AccountNotice,
    #[error("the parser gave no record")]
    NoRecord,
    #[error("it states no due date, and its mail has no date")]
    NoMonth,
    /// A panic of a parser.
    #[error("the reader broke on it")]
    ReaderPanicked,
    #[error("the reader took more than {seconds} seconds")]
    ReaderTooSlow { seconds: u64 },
    #[error("the reader ended without an answer: it needs more memory than the limit, or it crashed")]
    ReaderEnded,
    #[error("the reader gave no answer that can be read")]
    ReaderUnreadable,
    #[error("the reader answered something else than asked")]
    ReaderMistaken,
    /// The task that waited for the reader was cancelled.
    #[error("the reader was interrupted")]
    ReaderInterrupted,
}

impl Reason {
    /// Reading takes more steps than it may.
    pub const TOO_MUCH_WORK: Reason = Reason::OverLimit { limit: Limit::Work };

    /// What is not certain about an invoice whose total may be each of these values: the total, or if they are one value in several
    /// currencies, the currency.
    pub fn uncertain(values: impl IntoIterator<Item = Money>) -> Reason {
        let mut values = values.into_iter();
        let first = values.next();
        match values.next() {
            Some(second) if first == Some(second) => Reason::UncertainCurrency,
            _ => Reason::UncertainTotal,
        }
    }
}

/// A code with its parameters, stored and served with its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WarningCode")]
pub struct Code {
    /// The code, such as `no-total`. New ones may be added.
    pub code: String,
    /// The values in the sentence, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
}

impl Code {
    /// The code of a [`Reason`], a [`Warning`](crate::Warning) or another enum that serialises as one.
    pub fn of(coded: &impl Serialize) -> Self {
        let code = serde_json::to_value(coded).and_then(serde_json::from_value);
        code.expect("its form is that of a code")
    }
}

/// A reason in JSON: its sentence as `reason`, beside it `reason_code` and `reason_parameters`.
#[derive(Serialize, Deserialize)]
struct WithSentence {
    reason: String,
    reason_code: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    reason_parameters: Map<String, Value>,
}

pub(crate) fn serialize<S: Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
    let Code { code, parameters } = Code::of(reason);
    let with_sentence = WithSentence {
        reason: reason.to_string(),
        reason_code: code,
        reason_parameters: parameters,
    };
    with_sentence.serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
    let stated = WithSentence::deserialize(deserializer)?;
    let code = Code {
        code: stated.reason_code,
        parameters: stated.reason_parameters,
    };
    serde_json::from_value(json!(code)).map_err(serde::de::Error::custom)
}
