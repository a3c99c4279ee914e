//! Retail invoices.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use invoices_domain::{Catalogue, Currency, Money, TokenScope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::date;
use crate::error::ApiError;
use crate::ingest::{self, IngestProblem};
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::sentence;

/// The sub-type of a retail invoice: the name of its category. New sub-types may be added; treat unknown ones as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct SubType(#[schemars(with = "String")] pub invoices_domain::SubType);

/// Which retail invoice.
#[derive(Deserialize, JsonSchema)]
pub struct RetailInvoicePath {
    /// The `invoice_id`, a UUID.
    #[schemars(with = "crate::id::Uuid")]
    pub invoice_id: String,
}

/// A retail invoice in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field on the wire")]
pub struct RetailInvoice {
    /// A UUID derived from the owner and the invoice's first message.
    #[schemars(with = "crate::id::Uuid")]
    pub invoice_id: String,
    /// The payee.
    pub vendor_name: String,
    /// The sub-type.
    pub sub_type: SubType,
    /// The date of the invoice. If it states none, the date of the message; absent if the message has none either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_date: Option<NaiveDate>,
    /// The amount paid or due; negative for a refund.
    pub total_amount: Money,
    /// `SEK` if the invoice states none.
    pub currency: Currency,
    /// `true` if the invoice states no currency; otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub currency_assumed: bool,
    /// The fields that the caller has corrected. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<String>,
    /// `true` if the invoice was cancelled and is left out of sums. Otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// `true` if the invoice comes only from messages that the caller forwarded. Otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forwarded: bool,
    /// `true` if the invoice was paid: a document or the caller says so. Otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paid: bool,
}

/// The detail record of a retail invoice, tagged by `sub_type`. Fields that the document does not state are absent.
// The document replaces the rest of its schema by the categories of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InvoiceDetails(pub Map<String, Value>);

/// What to ingest. All fields are optional.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct RetailIngestBody {
    /// The first day (inclusive), in the service's time zone. Requires `end_date`.
    #[serde(default, deserialize_with = "date::optional")]
    pub start_date: Option<NaiveDate>,
    /// The last day (inclusive), in the service's time zone. Requires `start_date`.
    #[serde(default, deserialize_with = "date::optional")]
    pub end_date: Option<NaiveDate>,
    /// Only vendors of this sub-type.
    #[schemars(with = "Option<SubType>")]
    pub vendor_category: Option<String>,
}

/// The result of an ingest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailIngest {
    /// The number of newly stored messages.
    #[serde(rename = "totalEmailsFound")]
    pub total_emails_found: u64,
    /// The same by vendor id, with a key for every vendor searched.
    #[serde(rename = "byVendor")]
    pub by_vendor: BTreeMap<String, u64>,
    /// The period searched.
    #[serde(rename = "dateRange")]
    pub date_range: DateRange,
    /// Errors, at most twenty.
    #[schemars(length(max = 20))]
    pub errors: Vec<IngestProblem>,
}

/// Maximum number of entries of [`RetailIngest::errors`].
pub const MAX_INGEST_ERRORS: usize = 20;

/// A range of days in the service's time zone, first and last day included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DateRange {
    /// `YYYY/MM/DD`.
    #[serde(serialize_with = "date::slashed")]
    #[schemars(with = "String", regex(pattern = "^[0-9]{4}/[0-9]{2}/[0-9]{2}$"))]
    pub start: NaiveDate,
    /// `YYYY/MM/DD`.
    #[serde(serialize_with = "date::slashed")]
    #[schemars(with = "String", regex(pattern = "^[0-9]{4}/[0-9]{2}/[0-9]{2}$"))]
    pub end: NaiveDate,
}

/// The deleted invoice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailDeletion {
    /// The invoice before it was deleted.
    pub deleted_invoice: RetailInvoice,
}

impl ApiError {
    /// 400 `INVALID_REQUEST` for the body field `vendor_category`, listing the sub-types that exist.
    pub fn invalid_vendor_category(value: &str, catalogue: &Catalogue) -> Self {
        Self::invalid_request(format!(
            "Invalid field 'vendor_category': '{value}' is not a sub-type. Valid options: {}.",
            sub_type_names(catalogue)
        ))
    }
}

/// The names of all sub-types, separated by commas.
pub(crate) fn sub_type_names(catalogue: &Catalogue) -> String {
    let names: Vec<&str> = catalogue.sub_types().map(invoices_domain::SubType::as_str).collect();
    names.join(", ")
}

pub(crate) fn operations() -> [Operation; 3] {
    [
        Operation::new("retail_ingest")
            .opened_by(&[TokenScope::Ingest, TokenScope::All])
            .body(RequestBody::OptionalJson)
            .success(
                Success::new(200, "The newly stored messages.")
                    .envelope(sentence::RETAIL_INVOICES_FETCHED)
                    .link("list", "invoice_list")
                    .passing("type", "retail")
                    .because("The list contains the parsed invoices.")
                    .of_run(),
            )
            .success(ingest::accepted())
            .failures([
                ApiError::missing("start_date and end_date must be sent together.")
                    .when("Only one of `start_date` and `end_date` is given."),
                ApiError::invalid_field("start_date", crate::date::EXPECTED).when(
                    "A field has the wrong type or form, the start is after the end, or the sub-type is unknown.",
                ),
                Failure::user_not_found(),
                Failure::too_many_ingests(),
                Failure::mail_provider(),
                Failure::mail_token_expired(),
            ]),
        Operation::new("retail_view")
            .success(
                Success::new(200, "The detail record.")
                    .envelope(sentence::RETAIL_INVOICE_RETRIEVED)
                    .link("document", "retail_document")
                    .passing("invoice_id", "$response.body#/data/invoice_id")
                    .because("The document that it was parsed from.")
                    .link("delete", "retail_delete")
                    .passing("invoice_id", "$response.body#/data/invoice_id")
                    .because("It can be deleted."),
            )
            .failures([
                Failure::missing_invoice_id(),
                ApiError::not_found("Invoice not found.").when("The caller has no invoice with this id."),
            ]),
        Operation::new("retail_delete")
            .success(
                Success::new(200, "The deleted invoice.")
                    .envelope(sentence::INVOICE_DELETED)
                    .link("look_again", "retail_view")
                    .passing("invoice_id", "$response.body#/data/deleted_invoice/invoice_id")
                    .because("Returns 404: the detail record is deleted."),
            )
            .failures([
                Failure::missing_invoice_id(),
                ApiError::not_found("No such invoice.").when("The caller has no invoice with this id."),
                Failure::dependency("object storage", "The database or object storage failed."),
            ]),
    ]
}
