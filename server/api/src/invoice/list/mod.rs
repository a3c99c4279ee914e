//! Listing invoices of both types.

mod query;

use std::collections::BTreeMap;

use invoices_domain::{Catalogue, Source};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{Metadata, Schema, SchemaObject, SubschemaValidation};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::invoice::rental::RentalInvoice;
use crate::invoice::retail::{InvoiceDetails, RetailInvoice, sub_type_names};
use crate::operation::{Operation, Success};
use crate::sentence;

pub use query::{InvoiceListQuery, ListOrder};

/// Which invoices. Any string is accepted, so that the error for an invalid one can name it.
#[derive(Deserialize, JsonSchema)]
pub struct InvoiceTypePath {
    /// `rental` or `retail`.
    #[serde(rename = "type")]
    #[schemars(with = "Source")]
    pub invoice_type: String,
}

/// The type of this name, or the 400 that names the value.
pub fn invoice_type(text: &str) -> Result<Source, ApiError> {
    text.parse().map_err(|_| ApiError::invalid_type(text))
}

/// The four forms of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum InvoiceList {
    /// `rental`.
    Rental(RentalInvoices),
    /// `retail`.
    Retail(RetailInvoices),
    /// `retail` with `invoice-id`.
    #[serde(rename = "detail")]
    Details(RetailInvoiceDetails),
    /// `retail` with `counts=true`.
    Counts(RetailCounts),
}

impl JsonSchema for InvoiceList {
    fn schema_name() -> String {
        "InvoiceList".into()
    }

    /// Written by hand: the derived schema of an untagged enum is an `anyOf`, but these forms exclude each other.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one_of = vec![
            generator.subschema_for::<RentalInvoices>(),
            generator.subschema_for::<RetailInvoices>(),
            generator.subschema_for::<RetailInvoiceDetails>(),
            generator.subschema_for::<RetailCounts>(),
        ];
        SchemaObject {
            subschemas: Some(Box::new(SubschemaValidation {
                one_of: Some(one_of),
                ..SubschemaValidation::default()
            })),
            metadata: Some(Box::new(Metadata {
                description: Some(
                    "The path's type and the query say which of the four forms it has; `type` names it.".into(),
                ),
                ..Metadata::default()
            })),
            ..SchemaObject::default()
        }
        .into()
    }
}

/// Rental invoices by year.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RentalInvoices {
    /// The number of invoices on all pages. Never zero, because then `data` is `null`.
    #[serde(rename = "invoiceCount")]
    pub invoice_count: u64,
    /// By `due_date_year`; within a year in the requested order.
    pub invoices: BTreeMap<String, Vec<RentalInvoice>>,
    /// The `cursor` of the next page. Absent on the last page and without `limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^rental-"))]
    pub next_cursor: Option<String>,
}

/// Retail invoices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailInvoices {
    /// The number of invoices on all pages.
    #[serde(rename = "invoiceCount")]
    pub invoice_count: u64,
    /// In the requested order: newest `invoice_date` first, then by `invoice_id`, or the reverse.
    pub invoices: Vec<RetailInvoice>,
    /// The `cursor` of the next page. Absent on the last page and without `limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^retail-"))]
    pub next_cursor: Option<String>,
}

/// One retail invoice in full.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RetailInvoiceDetails {
    /// The detail record.
    #[serde(rename = "invoiceDetails")]
    pub invoice_details: InvoiceDetails,
}

/// Retail invoices, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailCounts {
    /// The count of every known sub-type, zero included. With `subtype`, only that one.
    pub counts: BTreeMap<String, u64>,
}

impl ApiError {
    /// 400 `INVALID_REQUEST`: the path's type is neither `rental` nor `retail`.
    pub fn invalid_type(value: &str) -> Self {
        Self::invalid_request(format!("Invalid invoice type '{value}': it must be rental or retail."))
    }

    /// 400 `INVALID_REQUEST` listing the sub-types that exist.
    pub fn invalid_sub_type(value: &str, catalogue: &Catalogue) -> Self {
        let names = sub_type_names(catalogue);
        Self::invalid_request(format!("Invalid subtype '{value}'. Valid options: {names}."))
    }

    /// 400 `INVALID_REQUEST`: the field `sub_type` of a vendor.
    pub fn unknown_sub_type(value: &str, catalogue: &Catalogue) -> Self {
        let names = sub_type_names(catalogue);
        Self::invalid_field(
            "sub_type",
            format!("'{value}' is not a sub-type; valid options: {names}"),
        )
    }

    /// 400 `INVALID_REQUEST`: `invoice-id` without `subtype`.
    pub fn details_without_sub_type() -> Self {
        Self::invalid_request("The parameter invoice-id requires subtype.")
    }

    /// 400 `INVALID_REQUEST`: `counts` together with `invoice-id`.
    pub fn counts_with_invoice_id() -> Self {
        Self::invalid_request("The parameters counts and invoice-id must not be combined.")
    }

    /// 400 `INVALID_REQUEST`: a query parameter with `rental`.
    pub fn rental_takes_no_parameters() -> Self {
        Self::invalid_request("The parameters subtype, invoice-id and counts are for retail invoices only.")
    }
}

pub(crate) fn operations() -> [Operation; 1] {
    let list = Operation::new("invoice_list")
        .success(listed())
        .success(Success::new(304, "The caller's copy is current.").cached())
        .failures([
            ApiError::invalid_type("foo").when("The type is neither `rental` nor `retail`."),
            ApiError::invalid_request("Invalid subtype 'foo'. Valid options: clothing, grocery.")
                .when("The sub-type is unknown; the message lists the known ones."),
            ApiError::details_without_sub_type().when("`invoice-id` without `subtype`."),
            ApiError::counts_with_invoice_id().when("`counts` together with `invoice-id`."),
            ApiError::rental_takes_no_parameters().when("A parameter for `retail` with `rental`."),
            ApiError::invalid_request("Invalid parameter 'cursor': it must be the next_cursor of a page.")
                .when("A parameter has the wrong form; the message names it."),
            ApiError::not_found("No such invoice.").when("The caller has no invoice with this id in this sub-type."),
        ]);
    [list]
}

/// It has no links: rental invoices, retail invoices and counts have no JSON pointer in common.
fn listed() -> Success {
    Success::new(200, "The invoices, the detail record, or the counts.")
        .form("rental", sentence::RENTAL_INVOICES_RETRIEVED)
        .form("rental_none", sentence::NO_RENTAL_INVOICES)
        .form("retail", sentence::RETAIL_INVOICES_RETRIEVED)
        .form("details", sentence::RETAIL_INVOICE_DETAILS_RETRIEVED)
        .form("counts", sentence::RETAIL_INVOICE_COUNTS_RETRIEVED)
        .cached()
}
