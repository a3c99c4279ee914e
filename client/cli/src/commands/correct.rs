//! `invoices-cli correct`.

use chrono::NaiveDate;
use clap::{ArgGroup, ValueEnum};
use invoices_client::Client;
use invoices_client::types::{KnownSubType, RentalCorrectionBody, RentalField, RetailCorrectionBody, RetailField};
use rust_decimal::Decimal;
use serde_json::json;

use crate::argument::word;
use crate::failure::Failure;
use crate::find::{Found, find};
use crate::output::{JsonForm, amount, line, print_json};
use crate::rows::{currency, day, due};

/// Correct the values of an invoice, or undo corrections
///
/// The parsed values stay stored. Corrections stay when the document is parsed again.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("change").args(["total", "currency", "date", "vendor", "subtype", "paid", "unpaid", "undo"]).required(true).multiple(true))]
pub struct Correct {
    /// The invoice's id. For a retail invoice, its first characters are enough
    id: String,

    /// The total; negative for a refund
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = decimal)]
    total: Option<Decimal>,

    /// The currency, such as SEK
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,

    /// The invoice's date, or the due date of rent
    #[arg(long)]
    date: Option<NaiveDate>,

    /// The name of the vendor or landlord
    #[arg(long, value_name = "NAME")]
    vendor: Option<String>,

    /// The category of a retail invoice, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = word::<KnownSubType>)]
    subtype: Option<KnownSubType>,

    /// Mark it as paid: it is not reminded of
    #[arg(long, conflicts_with = "unpaid")]
    paid: bool,

    /// Mark it as not paid, also if a document says that it was
    #[arg(long)]
    unpaid: bool,

    /// Undo the correction of a value; may be given more than once
    #[arg(long, value_enum, value_name = "VALUE")]
    undo: Vec<Field>,

    /// Keep the words beside corrected amounts and dates as labels, so that the sender's next documents are parsed right
    #[arg(long)]
    remember: bool,

    #[command(flatten)]
    form: JsonForm,
}

/// An amount as the API writes it. A comma is refused, because it separates thousands to some and decimals to others.
pub(super) fn decimal(text: &str) -> Result<Decimal, &'static str> {
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-');
    let amount = is_plain.then(|| text.parse().ok()).flatten();
    amount.ok_or("write an amount as 1234.50")
}

/// A value that can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Field {
    Total,
    Currency,
    Date,
    Vendor,
    Subtype,
    Paid,
}

impl Correct {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let (data, named, total, paid, corrected) = match find(client, &self.id).await? {
            Found::Rental(invoice) => {
                let corrected = client.rental_correct(&invoice.invoice_id, &self.of_rental()?).await?;
                let rent = corrected.into_inner().data;
                let total = amount(rent.total_amount, Some(currency(&rent)));
                let named = format!("Rent due {}", due(&rent));
                (json!(rent), named, total, rent.paid, rent.corrected)
            }
            Found::Retail(invoice) => {
                let corrected = client.retail_correct(&invoice.invoice_id, &self.of_retail()).await?;
                let retail = corrected.into_inner().data;
                let total = amount(retail.total_amount, Some(&retail.currency));
                let day = day(retail.invoice_date);
                let named = format!("{}, {day}, {}", retail.vendor_name, retail.sub_type);
                (json!(retail), named, total, retail.paid, retail.corrected)
            }
        };
        if self.form.json {
            return print_json(&data);
        }
        let mark = if paid == Some(true) { ", paid" } else { "" };
        line(format!("{named}: {total}{mark}"))?;
        corrections(&corrected)
    }

    fn is_paid(&self) -> Option<bool> {
        (self.paid || self.unpaid).then_some(self.paid)
    }

    fn of_rental(&self) -> Result<RentalCorrectionBody, Failure> {
        let undone = self.undo.iter().map(|field| match field {
            Field::Total => Some(RentalField::TotalAmount),
            Field::Currency => Some(RentalField::Currency),
            Field::Date => Some(RentalField::DueDate),
            Field::Vendor => Some(RentalField::Landlord),
            Field::Subtype => None,
            Field::Paid => Some(RentalField::Paid),
        });
        let undo: Option<Vec<RentalField>> = undone.collect();
        match (undo, self.subtype) {
            (Some(undo), None) => Ok(RentalCorrectionBody {
                currency: self.currency.clone(),
                due_date: self.date,
                landlord: self.vendor.clone(),
                paid: self.is_paid(),
                remember: self.remember.then_some(true),
                total_amount: self.total,
                undo: given(undo),
            }),
            _ => Err(Failure::Input("a rental invoice has no category".into())),
        }
    }

    fn of_retail(&self) -> RetailCorrectionBody {
        let undone = self.undo.iter().map(|field| match field {
            Field::Total => RetailField::TotalAmount,
            Field::Currency => RetailField::Currency,
            Field::Date => RetailField::InvoiceDate,
            Field::Vendor => RetailField::VendorName,
            Field::Subtype => RetailField::SubType,
            Field::Paid => RetailField::Paid,
        });
        RetailCorrectionBody {
            currency: self.currency.clone(),
            invoice_date: self.date,
            paid: self.is_paid(),
            remember: self.remember.then_some(true),
            sub_type: self.subtype,
            total_amount: self.total,
            undo: given(undone.collect()),
            vendor_name: self.vendor.clone(),
        }
    }
}

/// An empty list is left out.
fn given<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

/// What was paid is no value that was read.
fn corrections(fields: &[String]) -> Result<(), Failure> {
    let fields: Vec<&str> = fields
        .iter()
        .map(String::as_str)
        .filter(|field| *field != "paid")
        .collect();
    if fields.is_empty() {
        return line("  as it was read");
    }
    line(format!("  corrected: {}", fields.join(", ")))
}
