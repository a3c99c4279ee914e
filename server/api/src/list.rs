//! Listing invoices of both types.

use std::collections::BTreeMap;

use invoices_domain::Catalogue;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{Metadata, Schema, SchemaObject, SubschemaValidation};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::example::{Example, Examples};
use crate::operation::{Failure, Operation, Success};
use crate::rental::RentalInvoice;
use crate::retail::{InvoiceDetails, RetailInvoice, SubType, sub_type_names};

/// Which invoices. Any text is taken, so that the answer to a wrong one can name it.
#[derive(Deserialize, JsonSchema)]
pub struct InvoiceTypePath {
    /// `rental` or `retail`.
    #[serde(rename = "type")]
    #[schemars(with = "InvoiceType")]
    pub invoice_type: String,
}

/// A type of invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvoiceType {
    /// A landlord's.
    Rental,
    /// A shop's.
    Retail,
}

impl std::str::FromStr for InvoiceType {
    type Err = ApiError;

    /// Fails with the 400 that names the value.
    fn from_str(text: &str) -> Result<Self, ApiError> {
        match text {
            "rental" => Ok(InvoiceType::Rental),
            "retail" => Ok(InvoiceType::Retail),
            _ => Err(ApiError::invalid_type(text)),
        }
    }
}

/// What to list. All of it is for `retail` only.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct InvoiceListQuery {
    /// Only retail invoices of this sub-type. Any text is taken, so that the answer to a wrong one can list the valid.
    #[schemars(with = "Option<SubType>")]
    pub subtype: Option<String>,
    /// The invoice whose detail record is wanted. Needs `subtype`.
    #[serde(rename = "invoice-id")]
    pub invoice_id: Option<String>,
    /// `true`: counts instead of records; not together with `invoice-id`. `false` is as absent. Any letter case.
    #[serde(default, deserialize_with = "boolean")]
    pub counts: Option<bool>,
}

impl InvoiceListQuery {
    /// Whether the query has any parameter, `counts=false` included.
    pub fn has_any(&self) -> bool {
        self.subtype.is_some() || self.invoice_id.is_some() || self.counts.is_some()
    }
}

fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        _ => Err(serde::de::Error::custom("counts must be true or false")),
    }
}

/// The four forms of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum InvoiceList {
    /// `rental`.
    Rental(RentalInvoices),
    /// `retail`.
    Retail(RetailInvoices),
    /// `retail` with `invoice-id`.
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
                description: Some("The path's type and the query say which of the four forms it has.".into()),
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
    /// How many there are in all; never zero, for then `data` is `null`.
    #[serde(rename = "invoiceCount")]
    pub invoice_count: u64,
    /// By `due_date_year`; in each year the newest due date first.
    pub invoices: BTreeMap<String, Vec<RentalInvoice>>,
}

/// Retail invoices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailInvoices {
    /// How many there are.
    #[serde(rename = "invoiceCount")]
    pub invoice_count: u64,
    /// The newest `invoice_date` first, then by `invoice_id`.
    pub invoices: Vec<RetailInvoice>,
}

impl RetailInvoices {
    /// A list of these invoices with their number.
    pub fn new(invoices: Vec<RetailInvoice>) -> Self {
        RetailInvoices {
            invoice_count: invoices.len() as u64,
            invoices,
        }
    }
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
    /// By sub-type: every known one, zero where there are none; with `subtype`, that one alone.
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
        .parameter("type", InvoiceType::example())
        .parameter("subtype", SubType::example())
        .parameter("invoice-id", json!("5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3"))
        .parameter("counts", json!(true))
        .success(listed())
        .failures([
            Failure::new(
                ApiError::invalid_type("foo"),
                "The type is neither `rental` nor `retail`.",
            ),
            Failure::new(
                ApiError::invalid_request("Invalid subtype 'foo'. Valid options: clothing, grocery."),
                "The sub-type is unknown; the message lists the known ones.",
            ),
            Failure::new(ApiError::details_without_sub_type(), "`invoice-id` without `subtype`."),
            Failure::new(
                ApiError::counts_with_invoice_id(),
                "`counts` together with `invoice-id`.",
            ),
            Failure::new(ApiError::rental_takes_no_parameters(), "A parameter with `rental`."),
            Failure::new(
                ApiError::not_found("No such invoice."),
                "The caller has no invoice of that id in that sub-type.",
            ),
            Failure::database(),
        ]);
    [list]
}

fn listed() -> Success {
    let show_details = json!({
        "operationId": "invoice_list",
        "parameters": {
            "type": "retail",
            "subtype": "$response.body#/data/invoices/0/sub_type",
            "invoice-id": "$response.body#/data/invoices/0/invoice_id",
        },
        "description": "The detail record of a retail invoice.",
    });
    let delete_retail = json!({
        "operationId": "retail_delete",
        "parameters": {"invoice_id": "$response.body#/data/invoices/0/invoice_id"},
        "description": "A retail invoice can be deleted.",
    });
    let details = RetailInvoiceDetails::example();
    Success::new(200, "The invoices, the detail record, or the counts.")
        .envelope(
            "rental",
            "Rental invoices retrieved successfully!",
            RentalInvoices::example(),
        )
        .envelope("rental_none", "No rental invoices found for this user.", Value::Null)
        .envelope(
            "retail",
            "Retail invoices retrieved successfully!",
            RetailInvoices::example(),
        )
        .envelope("details", "Retail invoice details retrieved successfully!", details)
        .envelope(
            "counts",
            "Retail invoice counts retrieved successfully!",
            RetailCounts::example(),
        )
        .link("show_details", show_details)
        .link("delete_retail", delete_retail)
}

pub(crate) fn examples() -> Examples {
    Examples::default()
        .with::<InvoiceType>()
        .with::<InvoiceList>()
        .with::<RentalInvoices>()
        .with::<RetailInvoices>()
        .with::<RetailInvoiceDetails>()
        .with::<RetailCounts>()
}

impl Example for InvoiceType {
    fn example() -> Value {
        json!("retail")
    }
}

impl Example for InvoiceList {
    fn example() -> Value {
        RetailInvoices::example()
    }
}

impl Example for RentalInvoices {
    fn example() -> Value {
        json!({"invoiceCount": 1, "invoices": {"2026": [RentalInvoice::example()]}})
    }
}

impl Example for RetailInvoices {
    fn example() -> Value {
        json!({"invoiceCount": 1, "invoices": [RetailInvoice::example()]})
    }
}

impl Example for RetailInvoiceDetails {
    fn example() -> Value {
        json!({"invoiceDetails": InvoiceDetails::example()})
    }
}

impl Example for RetailCounts {
    fn example() -> Value {
        json!({"counts": {"clothing": 0, "grocery": 3}})
    }
}
