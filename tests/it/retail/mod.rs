//! Retail invoices.

mod charsets;
mod ingest;
mod joining;
mod new_category;
mod orders;
pub(crate) mod pdf;
mod search_failures;
mod vendors;
mod window;

use serde_json::{Value, json};

/// The `dateRange` of an answer.
fn days(start: &str, end: &str) -> Value {
    json!({"start": start, "end": end})
}
