//! Retail invoices.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use invoices_domain::{Currency, Money};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Metadata, Schema, SchemaObject};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::date;

/// The name of a retail category. The document lists those of the [`invoices_domain::Catalogue`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SubType(pub invoices_domain::SubType);

impl JsonSchema for SubType {
    fn schema_name() -> String {
        "SubType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SchemaObject {
            instance_type: Some(InstanceType::String.into()),
            metadata: Some(described(
                "The category of a retail invoice. More may be added; treat an unknown one as text.",
            )),
            ..SchemaObject::default()
        }
        .into()
    }
}

fn described(text: &str) -> Box<Metadata> {
    Box::new(Metadata {
        description: Some(text.to_owned()),
        ..Metadata::default()
    })
}

/// Which retail invoice.
#[derive(Deserialize, JsonSchema)]
pub struct RetailInvoicePath {
    /// The `invoice_id`, a UUID.
    pub invoice_id: String,
}

/// A retail invoice in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailInvoice {
    /// A UUID made of the owner and the invoice's first mail.
    pub invoice_id: String,
    /// Who is paid.
    pub vendor_name: String,
    /// The category.
    pub sub_type: SubType,
    /// The date of the invoice; where it states none, that of the mail.
    pub invoice_date: NaiveDate,
    /// What was paid or is to pay; negative for a refund.
    pub total_amount: Money,
    /// `SEK` where the invoice states none.
    pub currency: Currency,
}

/// The detail record of a retail invoice, with its `sub_type` as the tag: see the schema of each category.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct InvoiceDetails(pub Map<String, Value>);

impl JsonSchema for InvoiceDetails {
    fn schema_name() -> String {
        "InvoiceDetails".into()
    }

    /// A place in the document, filled from the catalogue.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SchemaObject {
            instance_type: Some(InstanceType::Object.into()),
            metadata: Some(described(
                "The detail record of a retail invoice; `sub_type` says which. What the document does not state is absent.",
            )),
            ..SchemaObject::default()
        }
        .into()
    }
}

/// What to ingest. Everything is optional.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct RetailIngestBody {
    /// The first day, included, in the service's time zone. Needs `end_date`.
    #[serde(default, deserialize_with = "date::optional")]
    pub start_date: Option<NaiveDate>,
    /// The last day, included, in the service's time zone. Needs `start_date`.
    #[serde(default, deserialize_with = "date::optional")]
    pub end_date: Option<NaiveDate>,
    /// Only vendors of this sub-type.
    #[schemars(with = "Option<SubType>")]
    pub vendor_category: Option<String>,
}

/// What an ingest brought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailIngest {
    /// How many mails were newly stored.
    #[serde(rename = "totalEmailsFound")]
    pub total_emails_found: u64,
    /// The same by vendor id; every vendor that was searched for has its key.
    #[serde(rename = "byVendor")]
    pub by_vendor: BTreeMap<String, u64>,
    /// The window that was searched.
    #[serde(rename = "dateRange")]
    pub date_range: DateRange,
    /// What failed, at most twenty entries.
    #[schemars(length(max = 20))]
    pub errors: Vec<RetailIngestError>,
}

/// The most entries of [`RetailIngest::errors`].
pub const MAX_INGEST_ERRORS: usize = 20;

/// A run of whole days, both included, in the service's time zone.
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

/// One vendor's or mail's failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailIngestError {
    /// Whose search or mail failed.
    pub vendor_id: String,
    /// The mail, where one mail failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Why, in words safe to show.
    pub error: String,
}

/// What was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RetailDeletion {
    /// The invoice as it was.
    pub deleted_invoice: RetailInvoice,
}
