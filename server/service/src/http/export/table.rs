//! The table of all invoices.

use invoices_api::invoice::retail::RetailInvoice;
use invoices_db::{Record, RentalRow};
use invoices_domain::Currency;
use serde_json::{Value, json};

/// The names of the columns.
const COLUMNS: [&str; 11] = [
    "type",
    "invoice_id",
    "vendor_name",
    "sub_type",
    "invoice_date",
    "due_date",
    "total_amount",
    "currency",
    "invoice_number",
    "ocr",
    "order_id",
];

pub fn header() -> Vec<Value> {
    COLUMNS.map(Value::from).to_vec()
}

/// A currency that is not stated is left out.
pub fn rental(invoice: &RentalRow) -> Vec<Value> {
    let record = &invoice.record;
    let label = |name: &str| record.labelled.get(name).cloned().unwrap_or_default();
    let landlord = match label("Landlord") {
        Value::Null => json!(invoice.landlord),
        landlord => landlord,
    };
    vec![
        json!("rental"),
        json!(record.invoice_id),
        landlord,
        Value::Null,
        label("Invoice Date"),
        json!(record.due_date),
        json!(record.total_amount),
        json!(invoice.currency),
        label("Invoice Number"),
        json!(record.ocr),
        Value::Null,
    ]
}

/// A currency that is not stated is left out.
pub fn retail(shown: &RetailInvoice, currency: Option<Currency>, details: &Record) -> Vec<Value> {
    let stated = |name: &str| details.get(name).cloned().unwrap_or_default();
    vec![
        json!("retail"),
        json!(shown.invoice_id),
        json!(shown.vendor_name),
        json!(shown.sub_type),
        json!(shown.invoice_date),
        stated("due_date"),
        json!(shown.total_amount),
        json!(currency),
        stated("invoice_number"),
        stated("ocr"),
        stated("order_id"),
    ]
}
