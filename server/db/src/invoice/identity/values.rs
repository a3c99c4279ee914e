//! The values of an invoice that several documents state.

use invoices_domain::correction::PAID;
use invoices_domain::identity::{Fact, Role};
use serde_json::{Value, json};

use super::stored::GroupWarnings;
use crate::invoice::retail::row::RetailInvoice;
use crate::types::Record;

/// A document's values, and whether they decide the total and the due date.
pub(crate) struct Part {
    pub invoice: RetailInvoice,
    pub decides: bool,
}

/// The invoice of documents in canonical order. `None` if there are none.
///
/// Later values replace earlier ones; a value that the later document does not state is kept. Total, currency and due date are
/// those of the last document that decides and states them.
pub(crate) fn merge(parts: Vec<Part>, warnings: &GroupWarnings) -> Option<RetailInvoice> {
    let has_decider = parts.iter().any(|part| part.decides);
    let decided = parts.iter().rev().filter(|part| part.decides || !has_decider);
    let decided: Vec<RetailInvoice> = decided.map(|part| part.invoice.clone()).collect();
    let is_forwarded = parts.iter().all(|part| part.invoice.is_forwarded());
    let mut merged = parts.into_iter().map(|part| part.invoice).reduce(add)?;
    if !is_forwarded {
        merged.detail.remove(RetailInvoice::FORWARDED);
    }
    merged.total_amount = decided.first()?.total_amount;
    merged.currency = decided.iter().find_map(|invoice| invoice.currency);
    for key in ["total_amount", "currency", "due_date"] {
        match decided.iter().find_map(|invoice| invoice.detail.get(key)) {
            Some(value) => drop(merged.detail.insert(key.to_owned(), value.clone())),
            None => drop(merged.detail.remove(key)),
        }
    }
    let sentences = warnings.0.iter().map(|warning| json!(warning.to_string()));
    append(&mut merged.detail, "warnings", sentences);
    append(
        &mut merged.detail,
        "warning_codes",
        warnings.0.iter().map(|warning| json!(warning)),
    );
    Some(merged)
}

/// Marks an invoice as paid if one of its documents says so. A payment of another sum paid a part.
pub(crate) fn mark_paid<'a>(invoice: &mut RetailInvoice, mut facts: impl Iterator<Item = &'a Fact>) {
    let total = invoice.total_amount;
    if facts.any(|fact| fact.role == Role::Payment && fact.total.is_none_or(|paid| paid == total)) {
        invoice.detail.insert(PAID.to_owned(), json!(true));
    }
}

/// Appends to a list of a record.
fn append(detail: &mut Record, key: &str, values: impl Iterator<Item = Value>) {
    let values: Vec<Value> = values.collect();
    if values.is_empty() {
        return;
    }
    if let Value::Array(list) = detail.entry(key).or_insert_with(|| json!([])) {
        list.extend(values);
    }
}

/// Adds what a later document states.
fn add(earlier: RetailInvoice, later: RetailInvoice) -> RetailInvoice {
    const DATE: [&str; 2] = ["invoice_date", "invoice_date_source"];
    let is_dated = |invoice: &RetailInvoice| invoice.invoice_date.is_some() && !invoice.detail.contains_key(DATE[1]);
    // The date of a mail does not replace a date that a document states.
    let keeps_date = is_dated(&earlier) && !is_dated(&later);
    let mut detail = earlier.detail;
    if is_dated(&later) {
        detail.remove(DATE[1]);
    }
    let stated = later.detail.into_iter();
    detail.extend(stated.filter(|(key, _)| !(keeps_date && DATE.contains(&key.as_str()))));
    RetailInvoice {
        invoice_date: if keeps_date {
            earlier.invoice_date
        } else {
            later.invoice_date.or(earlier.invoice_date)
        },
        received_at: earlier.received_at.max(later.received_at),
        detail,
        ..later
    }
}
