//! Tables for the terminal.

use std::collections::BTreeMap;

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use invoices_client::types;
use invoices_service::Currency;

use super::outcome::Line;

/// The maximum number of characters in a cell.
const CELL: usize = 100;
/// The maximum number of characters of a mail's subject.
const SUBJECT: usize = 50;

/// A table with a header. The columns with the given indices are aligned right.
fn table(header: &[&str], right: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_preset(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    for row in rows {
        table.add_row(row.iter().map(|cell| shortened(cell, CELL)));
    }
    for at in right {
        if let Some(column) = table.column_mut(*at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

fn shortened(cell: &str, length: usize) -> String {
    if cell.chars().count() <= length {
        cell.to_owned()
    } else {
        cell.chars().take(length - 1).chain(['…']).collect()
    }
}

/// Rental invoices by year.
pub fn rental(by_year: &BTreeMap<String, Vec<types::RentalInvoice>>) -> String {
    let rows = by_year.values().rev().flatten().map(|invoice| {
        vec![
            invoice.invoice_id.clone(),
            invoice.due_date.map(|date| date.to_string()).unwrap_or_default(),
            invoice.total_amount.to_string(),
            invoice
                .currency
                .clone()
                .unwrap_or_else(|| Currency::DEFAULT.to_string()),
            invoice.ocr.clone().unwrap_or_default(),
            invoice.warnings.join(" "),
        ]
    });
    table(&["invoice", "due", "total", "", "OCR", "warnings"], &[2], rows)
}

/// Retail invoices.
pub fn retail(invoices: &[types::RetailInvoice]) -> String {
    let rows = invoices.iter().map(|invoice| {
        vec![
            invoice.invoice_date.map(|date| date.to_string()).unwrap_or_default(),
            invoice.vendor_name.clone(),
            invoice.sub_type.to_string(),
            invoice.total_amount.to_string(),
            invoice.currency.clone(),
        ]
    });
    table(&["date", "vendor", "category", "total", ""], &[3], rows)
}

/// Suggested shops and landlords.
pub fn suggestions(suggestions: &[types::Suggestion]) -> String {
    let rows = suggestions.iter().map(|suggestion| {
        let invoice = &suggestion.invoice;
        vec![
            suggestion.name.clone(),
            match &suggestion.sub_type {
                Some(sub_type) => sub_type.to_string(),
                None => suggestion.kind.to_string(),
            },
            suggestion.senders.join(" "),
            suggestion.mails.to_string(),
            invoice.invoice_date.to_string(),
            invoice.total_amount.map(|total| total.to_string()).unwrap_or_default(),
            invoice.currency.clone().unwrap_or_default(),
        ]
    });
    table(
        &["name", "category", "senders", "mails", "date", "total", ""],
        &[3, 5],
        rows,
    )
}

/// Counts by name.
pub fn counts(name: &str, counts: &BTreeMap<String, u64>) -> String {
    let rows = counts.iter().map(|(key, count)| vec![key.clone(), count.to_string()]);
    table(&[name, "count"], &[1], rows)
}

/// The state of every message.
pub fn ledger(lines: &[Line]) -> String {
    let rows = lines.iter().map(|line| {
        vec![
            line.state.clone(),
            line.sender.clone(),
            line.subject.clone(),
            line.reason.clone(),
        ]
    });
    table(&["state", "sender", "subject", "reason"], &[], rows)
}

/// The outcome of each mail.
pub fn mails(rows: Vec<[String; 4]>) -> String {
    let rows = rows.into_iter().map(|mut row| {
        row[2] = shortened(&row[2], SUBJECT);
        row.to_vec()
    });
    table(&["date", "sender", "subject", "outcome"], &[], rows)
}

/// Notifications.
pub fn notifications(sentences: &[(String, String)]) -> String {
    let rows = sentences
        .iter()
        .map(|(subject, message)| vec![subject.clone(), message.clone()]);
    table(&["subject", "message"], &[], rows)
}
