//! `invoices-cli show`.

use invoices_client::Client;
use invoices_client::types::{InvoiceDetails, RentalInvoice, RetailInvoice};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::find::{Found, find, known_sub_type};
use crate::output::{JsonForm, amount, line, print_json};
use crate::rows::{currency, day, due};

/// The fields of a rental invoice that are not shown below its first line.
const SHOWN_OF_RENT: [&str; 6] = [
    "Total Amount",
    "Currency",
    "Due Date",
    "UserID",
    "due_date_month",
    "due_date_year",
];

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
                retail(&invoice, &details)
            }
        }
    }
}

fn rental(invoice: &RentalInvoice) -> Result<(), Failure> {
    let total = amount(invoice.total_amount, Some(currency(invoice)));
    line(format!("Rent due {}: {total}", due(invoice)))?;
    fields(json!(invoice), &SHOWN_OF_RENT)
}

fn retail(invoice: &RetailInvoice, details: &InvoiceDetails) -> Result<(), Failure> {
    let (day, total) = (
        day(invoice.invoice_date),
        amount(invoice.total_amount, Some(&invoice.currency)),
    );
    line(format!("{}, {day}: {total}", invoice.vendor_name))?;
    fields(
        json!(details),
        &["vendor_name", "invoice_date", "total_amount", "currency"],
    )
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// A line for each value, and for each entry of a list, except for what was shown already.
fn fields(record: Value, shown: &[&str]) -> Result<(), Failure> {
    let Value::Object(record) = record else { return Ok(()) };
    let left = record
        .iter()
        .filter(|(name, value)| !shown.contains(&name.as_str()) && !is_empty(value));
    let (lists, values): (Vec<_>, Vec<_>) = left.partition(|(_, value)| value.is_array());
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
