//! `invoices-cli show`.

use invoices_client::Client;
use invoices_client::types::{RentalInvoice, RetailInvoice};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::find::{Found, find, known_sub_type};
use crate::output::{JsonForm, amount, line, print_json};
use crate::rows::{currency, day, due};

/// Show an invoice with all its fields
#[derive(clap::Args)]
pub struct Show {
    /// The invoice's id. For a retail invoice, its first characters are enough
    id: String,

    #[command(flatten)]
    form: JsonForm,
}

impl Show {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match find(client, &self.id).await? {
            Found::Rental(invoice) if self.form.json => print_json(&invoice),
            Found::Rental(invoice) => rental(&invoice),
            Found::Retail(invoice) => {
                let details = client
                    .retail_invoice(known_sub_type(&invoice)?, &invoice.invoice_id)
                    .await?;
                if self.form.json {
                    return print_json(&details);
                }
                retail(&invoice, &serde_json::to_value(&details).unwrap_or_default())
            }
        }
    }
}

fn rental(invoice: &RentalInvoice) -> Result<(), Failure> {
    line(format!(
        "Rent due {}: {}",
        due(invoice),
        amount(invoice.total_amount, Some(currency(invoice)))
    ))?;
    let mut shown = serde_json::to_value(invoice).unwrap_or_default();
    hide(
        &mut shown,
        &[
            "Total Amount",
            "Currency",
            "Due Date",
            "UserID",
            "due_date_month",
            "due_date_year",
        ],
    );
    fields(&shown)
}

fn retail(invoice: &RetailInvoice, details: &Value) -> Result<(), Failure> {
    line(format!(
        "{}, {}: {}",
        invoice.vendor_name,
        day(invoice.invoice_date),
        amount(invoice.total_amount, Some(&invoice.currency))
    ))?;
    let mut shown = details.clone();
    hide(&mut shown, &["vendor_name", "invoice_date", "total_amount", "currency"]);
    fields(&shown)
}

/// Leaves out what was shown already.
fn hide(record: &mut Value, names: &[&str]) {
    if let Some(fields) = record.as_object_mut() {
        fields.retain(|name, value| !names.contains(&name.as_str()) && !is_empty(value));
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// A line for each value, and for each entry of a list.
fn fields(record: &Value) -> Result<(), Failure> {
    let nothing = Map::new();
    let record = record.as_object().unwrap_or(&nothing);
    let (lists, values): (Vec<_>, Vec<_>) = record.iter().partition(|(_, value)| value.is_array());
    let width = values.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in values {
        line(format!("  {:width$}  {}", label(name), text(value)))?;
    }
    for (name, list) in lists {
        line(format!("  {}:", label(name)))?;
        for entry in list.as_array().into_iter().flatten() {
            line(format!("    {}", text(entry)))?;
        }
    }
    Ok(())
}

fn label(name: &str) -> String {
    name.replace('_', " ").to_lowercase()
}

/// A value in one line.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // As the service writes it: whole numbers without a fraction.
        Value::Number(number) => number.to_string().trim_end_matches(".0").to_owned(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !is_empty(value));
            let fields = fields.map(|(name, value)| format!("{} {}", label(name), text(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
