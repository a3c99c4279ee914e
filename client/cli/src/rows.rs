//! The rows of lists.

use chrono::NaiveDate;
use invoices_client::types::{IngestRun, Landlord, Notification, RentalInvoice, RetailInvoice, Suggestion, Vendor};
use invoices_terminal::Listing;
use serde_json::{Value, json};

use crate::find::short;
use crate::output::{amount, number, time};

/// Rental invoices.
pub const RENTAL: Listing<RentalInvoice> = Listing {
    columns: &[
        ("due", due),
        ("amount", |invoice| {
            amount(invoice.total_amount, Some(currency(invoice)))
        }),
        ("reference", |invoice| invoice.ocr.clone().unwrap_or_default()),
        ("id", |invoice| invoice.invoice_id.clone()),
    ],
    right: &[1],
    fields: &[
        ("InvoiceID", |invoice| json!(invoice.invoice_id)),
        ("Due Date", |invoice| json!(invoice.due_date)),
        ("due_date_year", |invoice| json!(invoice.due_date_year)),
        ("due_date_month", |invoice| json!(invoice.due_date_month)),
        ("Total Amount", |invoice| number(invoice.total_amount)),
        ("Currency", |invoice| json!(currency(invoice))),
        ("OCR", |invoice| json!(invoice.ocr)),
        ("filename", |invoice| json!(invoice.filename)),
    ],
};

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

/// Retail invoices.
pub const RETAIL: Listing<RetailInvoice> = Listing {
    columns: &[
        ("date", |invoice| day(invoice.invoice_date)),
        ("vendor", |invoice| invoice.vendor_name.clone()),
        ("category", |invoice| invoice.sub_type.to_string()),
        ("amount", |invoice| {
            amount(invoice.total_amount, Some(&invoice.currency))
        }),
        ("id", |invoice| short(&invoice.invoice_id).to_owned()),
    ],
    right: &[3],
    fields: &[
        ("invoice_id", |invoice| json!(invoice.invoice_id)),
        ("invoice_date", |invoice| json!(invoice.invoice_date)),
        ("vendor_name", |invoice| json!(invoice.vendor_name)),
        ("sub_type", |invoice| json!(invoice.sub_type)),
        ("total_amount", |invoice| number(invoice.total_amount)),
        ("currency", |invoice| json!(invoice.currency)),
    ],
};

/// Ingests.
pub const RUNS: Listing<IngestRun> = Listing {
    columns: &[
        ("ordered", |run| time(run.created_at)),
        ("ingest", |run| run.ingest.to_string()),
        ("state", |run| match &run.error {
            Some(error) => format!("{}: {}", run.state, error.message),
            None => run.state.to_string(),
        }),
        ("found", |run| run.counts.found.to_string()),
        ("stored", |run| run.counts.stored.to_string()),
        ("problems", |run| run.problems.len().to_string()),
        ("run", |run| run.run_id.clone()),
    ],
    right: &[3, 4, 5],
    fields: &[
        ("run_id", |run| json!(run.run_id)),
        ("ingest", |run| json!(run.ingest)),
        ("state", |run| json!(run.state)),
        ("scheduled", |run| json!(run.scheduled)),
        ("created_at", |run| json!(run.created_at)),
        ("finished_at", |run| json!(run.finished_at)),
        ("found", |run| json!(run.counts.found)),
        ("fetched", |run| json!(run.counts.fetched)),
        ("stored", |run| json!(run.counts.stored)),
        ("unread", |run| json!(run.counts.unread)),
        ("problems", |run| json!(run.problems.len())),
        ("error", |run| json!(run.error.as_ref().map(|error| &error.message))),
    ],
};

/// A landlord or vendor.
pub struct Source {
    /// The id.
    pub id: String,
    /// Whether it is a landlord.
    pub is_landlord: bool,
    kind: String,
    name: Option<String>,
    senders: String,
    subjects: String,
    origin: String,
    active: bool,
}

impl From<&Landlord> for Source {
    fn from(landlord: &Landlord) -> Self {
        Source {
            id: landlord.landlord_id.clone(),
            is_landlord: true,
            kind: "rental".into(),
            name: None,
            senders: landlord.sender.clone(),
            subjects: landlord.subject.clone(),
            origin: landlord.origin.to_string(),
            active: landlord.active,
        }
    }
}

impl From<&Vendor> for Source {
    fn from(vendor: &Vendor) -> Self {
        Source {
            id: vendor.vendor_id.clone(),
            is_landlord: false,
            kind: vendor.sub_type.to_string(),
            name: Some(vendor.name.clone()),
            senders: vendor.email_patterns.join(" "),
            subjects: vendor.subject_keywords.join(" | "),
            origin: vendor.origin.to_string(),
            active: vendor.active,
        }
    }
}

/// Landlords and vendors.
pub const SOURCES: Listing<Source> = Listing {
    columns: &[
        ("id", |source| source.id.clone()),
        ("kind", |source| source.kind.clone()),
        ("name", |source| source.name.clone().unwrap_or_default()),
        ("senders", |source| source.senders.clone()),
        ("subjects", |source| source.subjects.clone()),
        ("of", |source| source.origin.clone()),
        (
            "active",
            |source| if source.active { "yes".into() } else { "no".into() },
        ),
    ],
    right: &[],
    fields: &[
        ("id", |source| json!(source.id)),
        ("kind", |source| json!(source.kind)),
        ("name", |source| json!(source.name)),
        ("senders", |source| json!(source.senders)),
        ("subjects", |source| json!(source.subjects)),
        ("origin", |source| json!(source.origin)),
        ("active", |source| json!(source.active)),
    ],
};

/// Suggestions with their numbers.
pub const SUGGESTIONS: Listing<(usize, Suggestion)> = Listing {
    columns: &[
        ("", |(number, _)| number.to_string()),
        ("name", |(_, suggestion)| suggestion.name.clone()),
        ("category", |(_, suggestion)| match &suggestion.sub_type {
            Some(sub_type) => sub_type.to_string(),
            None => suggestion.kind.to_string(),
        }),
        ("mails", |(_, suggestion)| suggestion.mails.to_string()),
        ("latest invoice", |(_, suggestion)| {
            suggestion.invoice.invoice_date.to_string()
        }),
        ("amount", |(_, suggestion)| {
            let invoice = &suggestion.invoice;
            let sum = invoice.total_amount.map(|sum| amount(sum, invoice.currency.as_deref()));
            sum.unwrap_or_default()
        }),
        ("senders", |(_, suggestion)| suggestion.senders.join(" ")),
    ],
    right: &[0, 3, 5],
    fields: &[
        ("suggestion_id", |(_, suggestion)| json!(suggestion.suggestion_id)),
        ("kind", |(_, suggestion)| json!(suggestion.kind)),
        ("name", |(_, suggestion)| json!(suggestion.name)),
        ("sub_type", |(_, suggestion)| json!(suggestion.sub_type)),
        ("mails", |(_, suggestion)| json!(suggestion.mails)),
        ("invoice_date", |(_, suggestion)| json!(suggestion.invoice.invoice_date)),
        ("total_amount", |(_, suggestion)| {
            suggestion.invoice.total_amount.map_or(Value::Null, number)
        }),
        ("currency", |(_, suggestion)| json!(suggestion.invoice.currency)),
        ("senders", |(_, suggestion)| json!(suggestion.senders.join(" "))),
        ("trusted", |(_, suggestion)| json!(suggestion.trusted)),
    ],
};

/// Notifications.
pub const NOTIFICATIONS: Listing<Notification> = Listing {
    columns: &[
        ("told", |notification| time(notification.created_at)),
        ("", |notification| {
            if notification.read_at.is_none() {
                "new".into()
            } else {
                String::new()
            }
        }),
        ("kind", |notification| notification.kind.to_string()),
        ("message", |notification| notification.message.clone()),
        ("id", |notification| notification.notification_id.clone()),
    ],
    right: &[],
    fields: &[
        ("notification_id", |notification| json!(notification.notification_id)),
        ("created_at", |notification| json!(notification.created_at)),
        ("read_at", |notification| json!(notification.read_at)),
        ("kind", |notification| json!(notification.kind)),
        ("invoice_id", |notification| json!(notification.invoice_id)),
        ("subject", |notification| json!(notification.subject)),
        ("message", |notification| json!(notification.message)),
    ],
};
