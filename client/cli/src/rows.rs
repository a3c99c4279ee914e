//! The rows of lists.

use chrono::NaiveDate;
use invoices_client::types::{IngestRun, Landlord, Notification, RentalInvoice, RetailInvoice, Suggestion, Vendor};
use invoices_terminal::Row;
use serde_json::{Value, json};

use crate::find::short;
use crate::output::{amount, number, time};

/// A rental invoice as a row.
pub struct RentalRow<'a>(pub &'a RentalInvoice);

impl Row for RentalRow<'_> {
    const COLUMNS: &'static [&'static str] = &["due", "amount", "reference", "id"];
    const RIGHT: &'static [usize] = &[1];
    const FIELDS: &'static [&'static str] = &[
        "InvoiceID",
        "Due Date",
        "due_date_year",
        "due_date_month",
        "Total Amount",
        "Currency",
        "OCR",
        "filename",
    ];

    fn cells(&self) -> Vec<String> {
        let invoice = self.0;
        vec![
            due(invoice),
            amount(invoice.total_amount, Some(currency(invoice))),
            invoice.ocr.clone().unwrap_or_default(),
            invoice.invoice_id.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let invoice = self.0;
        vec![
            json!(invoice.invoice_id),
            json!(invoice.due_date),
            json!(invoice.due_date_year),
            json!(invoice.due_date_month),
            number(invoice.total_amount),
            json!(currency(invoice)),
            json!(invoice.ocr),
            json!(invoice.filename),
        ]
    }
}

/// What distinguishes a retail invoice from others, in one line.
pub fn in_words(invoice: &RetailInvoice) -> String {
    format!(
        "{}, {}, {}",
        invoice.vendor_name,
        day(invoice.invoice_date),
        amount(invoice.total_amount, Some(&invoice.currency))
    )
}

/// The day on which rent is due, or the month if no day is stated.
pub fn due(invoice: &RentalInvoice) -> String {
    match invoice.due_date {
        Some(day) => day.to_string(),
        None => format!("{}-{:0>2}", invoice.due_date_year, invoice.due_date_month),
    }
}

/// The currency of rent, which is stated only if it isn't Swedish kronor.
pub fn currency(invoice: &RentalInvoice) -> &str {
    invoice.currency.as_deref().unwrap_or("SEK")
}

/// A day, or nothing for an invoice without a date.
pub fn day(date: Option<NaiveDate>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

/// A retail invoice as a row.
pub struct RetailRow<'a>(pub &'a RetailInvoice);

impl Row for RetailRow<'_> {
    const COLUMNS: &'static [&'static str] = &["date", "vendor", "category", "amount", "id"];
    const RIGHT: &'static [usize] = &[3];
    const FIELDS: &'static [&'static str] = &[
        "invoice_id",
        "invoice_date",
        "vendor_name",
        "sub_type",
        "total_amount",
        "currency",
    ];

    fn cells(&self) -> Vec<String> {
        let invoice = self.0;
        vec![
            day(invoice.invoice_date),
            invoice.vendor_name.clone(),
            invoice.sub_type.to_string(),
            amount(invoice.total_amount, Some(&invoice.currency)),
            short(&invoice.invoice_id).to_owned(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let invoice = self.0;
        vec![
            json!(invoice.invoice_id),
            json!(invoice.invoice_date),
            json!(invoice.vendor_name),
            json!(invoice.sub_type),
            number(invoice.total_amount),
            json!(invoice.currency),
        ]
    }
}

/// An ingest as a row.
pub struct RunRow<'a>(pub &'a IngestRun);

impl Row for RunRow<'_> {
    const COLUMNS: &'static [&'static str] = &["ordered", "ingest", "state", "found", "stored", "problems", "run"];
    const RIGHT: &'static [usize] = &[3, 4, 5];
    const FIELDS: &'static [&'static str] = &[
        "run_id",
        "ingest",
        "state",
        "scheduled",
        "created_at",
        "finished_at",
        "found",
        "fetched",
        "stored",
        "unread",
        "problems",
        "error",
    ];

    fn cells(&self) -> Vec<String> {
        let run = self.0;
        vec![
            time(run.created_at),
            run.ingest.to_string(),
            match &run.error {
                Some(error) => format!("{}: {}", run.state, error.message),
                None => run.state.to_string(),
            },
            run.counts.found.to_string(),
            run.counts.stored.to_string(),
            run.problems.len().to_string(),
            run.run_id.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let run = self.0;
        vec![
            json!(run.run_id),
            json!(run.ingest),
            json!(run.state),
            json!(run.scheduled),
            json!(run.created_at),
            json!(run.finished_at),
            json!(run.counts.found),
            json!(run.counts.fetched),
            json!(run.counts.stored),
            json!(run.counts.unread),
            json!(run.problems.len()),
            json!(run.error.as_ref().map(|error| &error.message)),
        ]
    }
}

/// A landlord or vendor as a row.
pub enum SourceRow<'a> {
    /// A sender of rent notices.
    Landlord(&'a Landlord),
    /// A shop.
    Vendor(&'a Vendor),
}

impl Row for SourceRow<'_> {
    const COLUMNS: &'static [&'static str] = &["id", "kind", "name", "senders", "subjects", "of", "active"];
    const FIELDS: &'static [&'static str] = &["id", "kind", "name", "senders", "subjects", "origin", "active"];

    fn cells(&self) -> Vec<String> {
        let values = self.values();
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Bool(true) => "yes".into(),
            Value::Bool(false) => "no".into(),
            _ => String::new(),
        };
        values.iter().map(text).collect()
    }

    fn values(&self) -> Vec<Value> {
        match self {
            SourceRow::Landlord(landlord) => vec![
                json!(landlord.landlord_id),
                json!("rental"),
                Value::Null,
                json!(landlord.sender),
                json!(landlord.subject),
                json!(landlord.origin),
                json!(landlord.active),
            ],
            SourceRow::Vendor(vendor) => vec![
                json!(vendor.vendor_id),
                json!(vendor.sub_type),
                json!(vendor.name),
                json!(vendor.email_patterns.join(" ")),
                json!(vendor.subject_keywords.join(" | ")),
                json!(vendor.origin),
                json!(vendor.active),
            ],
        }
    }
}

impl SourceRow<'_> {
    /// The id.
    pub fn id(&self) -> &str {
        match self {
            SourceRow::Landlord(landlord) => &landlord.landlord_id,
            SourceRow::Vendor(vendor) => &vendor.vendor_id,
        }
    }
}

/// A suggestion as a row, with its number.
pub struct SuggestionRow<'a>(pub usize, pub &'a Suggestion);

impl Row for SuggestionRow<'_> {
    const COLUMNS: &'static [&'static str] = &["", "name", "category", "mails", "latest invoice", "amount", "senders"];
    const RIGHT: &'static [usize] = &[0, 3, 5];
    const FIELDS: &'static [&'static str] = &[
        "suggestion_id",
        "kind",
        "name",
        "sub_type",
        "mails",
        "invoice_date",
        "total_amount",
        "currency",
        "senders",
        "trusted",
    ];

    fn cells(&self) -> Vec<String> {
        let SuggestionRow(number, suggestion) = self;
        let invoice = &suggestion.invoice;
        let sum = invoice.total_amount;
        vec![
            number.to_string(),
            suggestion.name.clone(),
            match &suggestion.sub_type {
                Some(sub_type) => sub_type.to_string(),
                None => suggestion.kind.to_string(),
            },
            suggestion.mails.to_string(),
            invoice.invoice_date.to_string(),
            sum.map(|sum| amount(sum, invoice.currency.as_deref()))
                .unwrap_or_default(),
            suggestion.senders.join(" "),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let SuggestionRow(_, suggestion) = self;
        let invoice = &suggestion.invoice;
        vec![
            json!(suggestion.suggestion_id),
            json!(suggestion.kind),
            json!(suggestion.name),
            json!(suggestion.sub_type),
            json!(suggestion.mails),
            json!(invoice.invoice_date),
            invoice.total_amount.map_or(Value::Null, number),
            json!(invoice.currency),
            json!(suggestion.senders.join(" ")),
            json!(suggestion.trusted),
        ]
    }
}

/// A notification as a row.
pub struct NotificationRow<'a>(pub &'a Notification);

impl Row for NotificationRow<'_> {
    const COLUMNS: &'static [&'static str] = &["told", "", "kind", "message", "id"];
    const FIELDS: &'static [&'static str] = &[
        "notification_id",
        "created_at",
        "read_at",
        "kind",
        "invoice_id",
        "subject",
        "message",
    ];

    fn cells(&self) -> Vec<String> {
        let told = self.0;
        let new = if told.read_at.is_none() { "new" } else { "" };
        vec![
            time(told.created_at),
            new.to_owned(),
            told.kind.to_string(),
            told.message.clone(),
            told.notification_id.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let told = self.0;
        vec![
            json!(told.notification_id),
            json!(told.created_at),
            json!(told.read_at),
            json!(told.kind),
            json!(told.invoice_id),
            json!(told.subject),
            json!(told.message),
        ]
    }
}
