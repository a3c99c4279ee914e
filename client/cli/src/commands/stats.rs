//! `invoices-cli stats`.

use chrono::NaiveDate;
use clap::ValueEnum;
use invoices_client::Client;
use invoices_client::types::{KnownSubType, SpendingRow};
use invoices_terminal::{Listing, printable};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Value, json};

use super::list::Kind;
use crate::argument::word;
use crate::failure::Failure;
use crate::output::{Form, amount, line, number, width};

/// The width of a chart if the output isn't a terminal.
const WIDTH: usize = 80;
/// The longest label that is shown whole.
const MAX_LABEL: usize = 30;
const BAR: char = '█';

/// Show spending as a chart
///
/// Each currency has its own chart; amounts in different currencies are never added.
#[derive(clap::Args)]
pub struct Stats {
    /// How to group the invoices; may be given more than once [default: month]
    #[arg(long, value_enum)]
    by: Vec<Key>,

    /// Only rental or retail invoices
    #[arg(long, value_enum)]
    kind: Option<Kind>,

    /// Only retail invoices of this category, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = word::<KnownSubType>)]
    subtype: Option<KnownSubType>,

    /// Only from this day on, such as 2026-07-31
    #[arg(long, value_name = "DATE")]
    from: Option<NaiveDate>,

    /// Only up to this day
    #[arg(long, value_name = "DATE")]
    to: Option<NaiveDate>,

    #[command(flatten)]
    form: Form,
}

/// By what invoices are added up.
#[derive(Clone, Copy, ValueEnum)]
enum Key {
    /// The month of the invoice
    Month,
    /// The category, such as grocery
    Category,
    /// The vendor or landlord
    Vendor,
}

impl Key {
    fn name(self) -> &'static str {
        match self {
            Key::Month => "month",
            Key::Category => "sub_type",
            Key::Vendor => "vendor",
        }
    }
}

impl Stats {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let keys = if self.by.is_empty() {
            &[Key::Month]
        } else {
            &self.by[..]
        };
        let by: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        let by = by.join(",");
        let spending = client
            .spending_view(
                Some(&by),
                self.from.as_ref(),
                self.subtype,
                self.to.as_ref(),
                self.kind.map(Kind::invoice_type),
            )
            .await?
            .into_inner()
            .data;
        if self.form.json || self.form.csv || spending.rows.is_empty() {
            return self
                .form
                .print_data(&spending, &SPENDING, &spending.rows, "No invoices.");
        }
        charts(&spending.rows)
    }
}

/// A chart for each currency. Amounts whose currency is an assumption have a chart of their own.
fn charts(rows: &[SpendingRow]) -> Result<(), Failure> {
    let mut groups: Vec<(String, Vec<&SpendingRow>)> = Vec::new();
    for row in rows {
        let not_stated = if row.currency_assumed == Some(true) {
            " (not stated)"
        } else {
            ""
        };
        let name = format!("{}{not_stated}", row.currency);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    for (index, (name, rows)) in groups.iter().enumerate() {
        if index > 0 {
            line("")?;
        }
        line(name)?;
        for text in chart(rows, width().map_or(WIDTH, usize::from)) {
            line(text)?;
        }
    }
    Ok(())
}

/// The lines of a chart, which are at most so wide.
fn chart(rows: &[&SpendingRow], width: usize) -> Vec<String> {
    let labels: Vec<String> = rows.iter().map(|row| label(row)).collect();
    let sum = |row: &&SpendingRow| row.total.map_or("too large".to_owned(), |total| amount(total, None));
    let sums: Vec<String> = rows.iter().map(sum).collect();
    let label_width = labels.iter().map(|label| console::measure_text_width(label)).max();
    let label_width = label_width.unwrap_or(0);
    let sum_width = sums.iter().map(String::len).max().unwrap_or(0);
    let room = width.saturating_sub(label_width + sum_width + 6).clamp(1, 60);
    let totals = rows.iter().filter_map(|row| row.total);
    let largest = totals.map(|total| total.abs()).max().unwrap_or_default();
    let lines = rows.iter().zip(&labels).zip(&sums).map(|((row, label), sum)| {
        let padding = " ".repeat(label_width - console::measure_text_width(label));
        let bar: String = std::iter::repeat_n(BAR, length(row.total.unwrap_or_default(), largest, room)).collect();
        format!("  {label}{padding}  {sum:>sum_width$}  {bar}")
            .trim_end()
            .to_owned()
    });
    lines.collect()
}

/// The length of a bar. Refunds have none.
fn length(total: Decimal, largest: Decimal, room: usize) -> usize {
    if total <= Decimal::ZERO || largest.is_zero() {
        return 0;
    }
    let share = total * Decimal::from(room) / largest;
    share.round().to_usize().unwrap_or(0).clamp(1, room)
}

/// What a row is about.
fn label(row: &SpendingRow) -> String {
    let sub_type = row.sub_type.as_ref().map(ToString::to_string);
    let category = sub_type.or(row.type_.map(|kind| kind.to_string()));
    let parts = [row.month.clone(), category, row.vendor_name.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let label = if parts.is_empty() {
        "all".to_owned()
    } else {
        parts.join(" ")
    };
    console::truncate_str(&printable(&label), MAX_LABEL, "…").into_owned()
}

const SPENDING: Listing<SpendingRow> = Listing {
    columns: &[
        ("group", label),
        ("total", |row| {
            let total = row.total.map(|total| amount(total, Some(&row.currency)));
            total.unwrap_or_default()
        }),
        ("invoices", |row| row.count.to_string()),
    ],
    right: &[1, 2],
    fields: &[
        ("month", |row| json!(row.month)),
        ("type", |row| json!(row.type_)),
        ("sub_type", |row| json!(row.sub_type)),
        ("vendor_name", |row| json!(row.vendor_name)),
        ("currency", |row| json!(row.currency)),
        ("currency_assumed", |row| json!(row.currency_assumed)),
        ("total", |row| row.total.map_or(Value::Null, number)),
        ("refunds", |row| row.refunds.map_or(Value::Null, number)),
        ("count", |row| json!(row.count)),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_never_longer_than_the_room() {
        let decimal = |text: &str| -> Decimal { text.parse().unwrap() };
        let largest = decimal("99999999999.9999");
        assert_eq!(length(largest, largest, 40), 40);
        assert_eq!(length(decimal("0.01"), largest, 40), 1);
        assert_eq!(length(decimal("50"), decimal("100"), 40), 20);
        assert_eq!(length(decimal("-5"), decimal("100"), 40), 0);
        assert_eq!(length(Decimal::ZERO, Decimal::ZERO, 40), 0);
    }
}
