//! What goes into a parser and what comes out: plain values that can cross a process.

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::currency::Currency;
use crate::money::Money;
use crate::sub_type::SubType;

/// What kind of document the bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// A landlord's PDF.
    Rental,
    /// A shop's HTML.
    Retail,
}

/// What the mailbox knows of a document beyond its bytes. All of it may be absent offline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MailContext {
    /// The configured vendor's id.
    pub vendor_id: Option<String>,
    /// The configured vendor's name.
    pub vendor_name: Option<String>,
    /// The configured vendor's category.
    pub sub_type: Option<SubType>,
    /// The sender's display name.
    pub sender_name: Option<String>,
    /// The authenticated sender's address.
    pub sender_address: Option<String>,
    /// The mail's subject.
    pub subject: Option<String>,
    /// The day on which the mail was received, in the service's time zone.
    pub received_on: Option<NaiveDate>,
    /// The attachment's file name.
    pub file_name: Option<String>,
    /// The charset that the mail declares for the document, right or wrong.
    pub charset: Option<String>,
}

/// What a mail's provider says of its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authentication {
    /// The sender's domain vouches for the mail; the words say how.
    Trusted(String),
    /// Nothing vouches for it; the words say why not.
    Untrusted(String),
}

/// Whether money goes to the vendor or comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// An invoice, receipt or order.
    #[default]
    Charge,
    /// A refund or credit note; its amounts are negative.
    Refund,
}

impl Direction {
    /// The word the databases keep.
    pub const fn as_str(self) -> &'static str {
        match self {
            Direction::Charge => "charge",
            Direction::Refund => "refund",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither charge nor refund")]
pub struct DirectionError;

impl FromStr for Direction {
    type Err = DirectionError;
    fn from_str(text: &str) -> Result<Self, DirectionError> {
        [Direction::Charge, Direction::Refund]
            .into_iter()
            .find(|direction| direction.as_str() == text)
            .ok_or(DirectionError)
    }
}

/// Where an invoice's date comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateSource {
    /// The document states it.
    Document,
    /// The document states none; the mail's date stands in.
    Mail,
}

/// What a document states, as far as it states it. Nothing is invented: an absent field is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stated {
    /// Who is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_name: Option<String>,
    /// The total to pay or paid; negative for a refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_amount: Option<Money>,
    /// The currency, where stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The invoice's or order's date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_date: Option<NaiveDate>,
    /// Where `invoice_date` comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_date_source: Option<DateSource>,
    /// The last day to pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// The order or booking number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// The invoice or receipt number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    /// The payment reference: digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ocr: Option<String>,
    /// The Bankgiro number as `1234-5678`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bankgiro: Option<String>,
    /// The Plusgiro number as `12 34 56-7`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plusgiro: Option<String>,
    /// Charge or refund.
    pub direction: Direction,
    /// Sentences on what disagreed or failed a check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One retail invoice. `stated.total_amount` is present.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetailRecord {
    /// The category.
    pub sub_type: SubType,
    /// The part that every category has.
    pub stated: Stated,
    /// The whole detail record of the category without its `invoice_id`: `sub_type`, the common part, the category's own fields.
    pub detail: Map<String, Value>,
}

/// One further payment of a notice with several slips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RentalPayment")]
pub struct Payment {
    /// The last day to pay it.
    #[serde(rename = "Due Date", skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// What to pay.
    #[serde(rename = "Total Amount")]
    pub total_amount: Money,
    /// Its payment reference.
    #[serde(rename = "OCR", skip_serializing_if = "Option::is_none")]
    pub ocr: Option<String>,
}

/// One rental invoice. `stated.total_amount` is present.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RentalRecord {
    /// Total, due date, references.
    pub stated: Stated,
    /// The payments after the earliest, where the notice has several slips.
    #[serde(default)]
    pub payments: Vec<Payment>,
    /// What else is labelled on the page, by its label: `Hyra`, `El`, `Moms`, `Period`, … Amounts are numbers.
    #[serde(default)]
    pub labelled: Map<String, Value>,
}

/// Which parser read a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParserTag {
    /// Its name: the category, or the category and the vendor's layout as `food-delivery/foodora`.
    pub name: String,
    /// Rises when its results change.
    pub version: u32,
}

/// What a parser makes of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Retail invoices: one an order, never none.
    Retail {
        /// The invoices.
        records: Vec<RetailRecord>,
    },
    /// A rental invoice.
    Rental {
        /// The invoice.
        record: Box<RentalRecord>,
    },
    /// Readable, and no invoice.
    NotAnInvoice {
        /// Why, in words safe to show.
        reason: String,
        /// What it states all the same.
        stated: Box<Stated>,
    },
    /// It can't be read, or states no total.
    Failed {
        /// Why, in words safe to show.
        reason: String,
        /// What it states all the same.
        stated: Box<Stated>,
    },
}

/// Where the value of one field came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The field, by its name in [`Stated`].
    pub field: String,
    /// The chosen value; `None` where the rule refused.
    pub value: Option<String>,
    /// Why it was chosen or refused, and the words on the page it rests on.
    pub because: String,
    /// The id of the rule that chose or refused, such as `total/labelled`, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The other candidates, each with its words.
    pub considered: Vec<String>,
}

/// A document, read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Who read it.
    pub parser: ParserTag,
    /// What came out.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Where each field came from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}
