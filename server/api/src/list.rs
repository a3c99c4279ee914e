//! Listing invoices of both types.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{Metadata, Schema, SchemaObject, SubschemaValidation};
use serde::{Deserialize, Deserializer, Serialize};

use crate::rental::RentalInvoice;
use crate::retail::{InvoiceDetails, RetailInvoice, SubType};

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
    type Err = crate::ApiError;
    /// Fails with the 400 that names the value.
    fn from_str(text: &str) -> Result<Self, crate::ApiError> {
        match text {
            "rental" => Ok(InvoiceType::Rental),
            "retail" => Ok(InvoiceType::Retail),
            _ => Err(crate::ApiError::invalid_type(text)),
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
    /// Whether any parameter stands in the query, `counts=false` included.
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

    /// By hand: derived, an untagged enum is an `anyOf`, and these exclude each other.
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
    /// Counts them.
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
