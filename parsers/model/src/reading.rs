//! A parser's input and result. All values are serialisable, because PDFs are read in a child process.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::authentication::NotAuthenticated;
use crate::currency::Currency;
use crate::identity::Identity;
use crate::ids::TextError;
use crate::label::{Label, LabelPhrase, Lesson};
use crate::money::Money;
use crate::password::PdfPassword;
use crate::reason::{self, Reason};
use crate::sub_type::SubType;
use crate::text_enum;
use crate::vendor::Vendor;
use crate::warning::{self, Warning};

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// A landlord's PDF.
    Rental,
    /// The text of a vendor's mail, as HTML.
    Retail,
    /// A vendor's PDF.
    RetailPdf,
    /// A page or an e-invoice that is attached to a vendor's mail.
    RetailAttachment,
}

/// What is known about a document from its mail and the settings. Any field may be absent, for example if a file is read.
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
    /// The charset that the mail declares for the document, right or wrong.
    pub charset: Option<String>,
    /// Whether the document quotes the mail that sender and subject are of: what is above its headers is not read.
    pub forwarded: bool,
    /// What the user answered when asked about the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The labels that were taught for the sender.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub labels: Vec<Label>,
    /// Phrases that only documents of the sender have that are no invoices.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub not_invoice: Vec<LabelPhrase>,
    /// A value whose label the reading is to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// The passwords that may open the document.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub pdf_passwords: Vec<PdfPassword>,
}

impl MailContext {
    /// The context with what is configured of a vendor.
    #[must_use]
    pub fn of_vendor(self, vendor: &Vendor) -> Self {
        MailContext {
            vendor_id: Some(vendor.vendor_id.to_string()),
            vendor_name: Some(vendor.vendor_name.clone()),
            sub_type: Some(vendor.sub_type.clone()),
            labels: vendor.labels.as_slice().to_vec(),
            not_invoice: vendor.not_invoice.clone(),
            ..self
        }
    }
}

/// A user's answer to the question which amount is a document's total. It counts whatever the document states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The total; negative for a refund.
    pub total_amount: Money,
    /// Its currency, if it isn't the one that the document states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// An amount that may be the total of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The amount; negative for a refund.
    pub value: Money,
    /// Its currency, if the document states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The words that name it on the page, folded to lower case, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The line of the page that it is in, as text; of a sum of orders, their numbers.
    pub place: String,
    /// What speaks for it, or against it.
    pub why: String,
}

/// Whether a mail is from the sender that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authentication {
    /// The sender's domain authenticates the mail; the text says how.
    Trusted(String),
    /// The sender is not authenticated, for this reason.
    Untrusted(NotAuthenticated),
    /// The check of the sender failed: someone else may have written it.
    Failed(NotAuthenticated),
}

text_enum! {
    /// Whether money goes to the vendor or comes back.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Direction: TextError = |_| TextError("neither charge nor refund"); {
        /// An invoice, receipt or order.
        #[default]
        Charge = "charge",
        /// A refund or credit note; its amounts are negative.
        Refund = "refund",
    }
}

/// The source of an invoice's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateSource {
    /// The document states it.
    Document,
    /// The document states none, and it is the day on which the mail was received.
    Mail,
}

/// The values that a document states and that all invoices have in common. A value that the document does not state is `None`,
/// never a default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stated {
    /// The payee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_name: Option<String>,
    /// The total that is or was to be paid. Negative for a refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_amount: Option<Money>,
    /// The currency, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The date of the invoice or order.
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
    /// The facts that identify the document's purchase.
    pub identity: Identity,
    /// Contradictions and failed checks.
    #[serde(flatten, with = "warning")]
    pub warnings: Vec<Warning>,
}

/// One retail invoice. `stated.total_amount` is present.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetailRecord {
    /// The category.
    pub sub_type: SubType,
    /// The values that all categories have.
    pub stated: Stated,
    /// The category's detail record as JSON, without `invoice_id`: `sub_type`, the common fields and the category's own.
    pub detail: Map<String, Value>,
}

/// One further payment of a notice with several slips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RentalPayment")]
pub struct Payment {
    /// The due date.
    #[serde(rename = "Due Date", skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// The amount due.
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
    /// The payments after the earliest, if the notice has several slips.
    #[serde(default)]
    pub payments: Vec<Payment>,
    /// Other labelled values of the page, by label: `Hyra`, `El`, `Moms`, `Period` and so on. Amounts are numbers.
    #[serde(default)]
    pub labelled: Map<String, Value>,
}

/// The parser that read a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParserTag {
    /// Its name: the category, the category and the vendor of the layout (`food-delivery/foodora`), or `rental`.
    pub name: String,
    /// A number that rises when its results change.
    pub version: u32,
}

/// The result of reading a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Retail invoices, one for each order in the document. At least one.
    Retail {
        /// The invoices.
        records: Vec<RetailRecord>,
    },
    /// A rental invoice.
    Rental {
        /// The invoice.
        record: Box<RentalRecord>,
    },
    /// The document is an invoice, but its total is not certain.
    Asked {
        /// What is not certain.
        #[serde(flatten, with = "reason")]
        reason: Reason,
        /// The amounts that may be the total, the likeliest first. At least one, at most six.
        candidates: Vec<Candidate>,
        /// The values that it states; no total.
        stated: Box<Stated>,
    },
    /// The document is readable and not an invoice.
    NotAnInvoice {
        /// Why.
        #[serde(flatten, with = "reason")]
        reason: Reason,
        /// The values that it states nevertheless.
        stated: Box<Stated>,
    },
    /// The document can't be read, or states no total.
    Failed {
        /// Why.
        #[serde(flatten, with = "reason")]
        reason: Reason,
        /// The values that it states nevertheless.
        stated: Box<Stated>,
    },
}

impl Outcome {
    /// A document that can't be read, or states no total.
    pub fn failed(reason: Reason, stated: Stated) -> Self {
        let stated = Box::new(stated);
        Outcome::Failed { reason, stated }
    }

    /// An invoice whose total is not certain: it is one of these amounts.
    pub fn asked(candidates: Vec<Candidate>, mut stated: Stated) -> Self {
        stated.total_amount = None;
        Outcome::Asked {
            reason: Reason::uncertain(candidates.iter().map(|candidate| candidate.value)),
            candidates,
            stated: Box::new(stated),
        }
    }
}

/// Why a field has its value, or has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The name of the field in the record.
    pub field: String,
    /// The chosen value. `None` if the rule left it out.
    pub value: Option<String>,
    /// The reason, for people.
    pub because: String,
    /// The words of the page that the reason quotes, such as the value's label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The id of the rule that decided, such as `total/labelled`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The candidates, each with the words of the page.
    pub considered: Vec<String>,
    /// Which of the document's orders it is about, from 1. `None` if there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
}

/// A parser's result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The parser.
    pub parser: ParserTag,
    /// The result.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The reasons for the values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The label beside the value of the context's lesson, if the document has one that names it alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<LabelPhrase>,
}

/// The texts, numbers and truth values in a JSON value by their paths, such as `records[0].stated.total_amount`.
pub fn values_by_path(value: &Value) -> BTreeMap<String, &Value> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(map) => open.extend(map.iter().map(|(name, value)| {
                let dot = if path.is_empty() { "" } else { "." };
                (format!("{path}{dot}{name}"), value)
            })),
            Value::Array(list) => {
                let items = list.iter().enumerate();
                open.extend(items.map(|(at, value)| (format!("{path}[{at}]"), value)));
            }
            Value::Null => {}
            value => {
                found.insert(path, value);
            }
        }
    }
    found
}
