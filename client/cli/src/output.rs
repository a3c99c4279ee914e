//! What commands print: tables for people, JSON and CSV for programs.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use chrono::{DateTime, Local, Utc};
use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use invoices_terminal::{Listing, csv, json, printable, table};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;

/// Whole numbers above this one are not exact as binary floats.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// How a result is printed.
#[derive(clap::Args)]
pub struct JsonForm {
    /// Print the service's data as JSON
    #[arg(long)]
    pub json: bool,
}

// A doc comment would replace those of the commands.
#[derive(clap::Args)]
pub struct Listed {
    /// The id, as listed
    pub id: String,
}

// A list, or a command on its rows. A doc comment would replace those of the commands.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ListOr<C: clap::Subcommand, L: clap::Args = Form> {
    #[command(subcommand)]
    pub command: Option<C>,

    #[command(flatten)]
    pub list: L,
}

/// How a list is printed.
#[derive(clap::Args)]
pub struct Form {
    /// Print the service's data as JSON
    #[arg(long)]
    pub json: bool,

    /// Print CSV as in RFC 4180, with a header
    ///
    /// Text that a spreadsheet would read as a formula (starting with =, +, - or @) is prefixed with an apostrophe.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

impl Form {
    /// Prints rows that the service sent as they are.
    pub fn print<T: Serialize>(&self, listing: &Listing<T>, rows: &[T], none: &str) -> Result<(), Failure> {
        self.print_data(&rows, listing, rows, none)
    }

    /// Prints a list: `data` as JSON, `rows` as CSV or a table. A table without rows is the sentence `none`.
    pub fn print_data<T>(
        &self,
        data: &impl Serialize,
        listing: &Listing<T>,
        rows: &[T],
        none: &str,
    ) -> Result<(), Failure> {
        if self.json {
            print_json(data)
        } else if self.csv {
            write(&csv(listing, rows, true))
        } else if rows.is_empty() {
            line(none)
        } else {
            write(&table(listing, rows, true, width()))
        }
    }
}

/// Prints the service's data as JSON.
pub fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_value(data).and_then(|mut value| {
        write_whole_numbers(&mut value);
        json(&value)
    });
    write(&text.map_err(|error| Failure::Output(error.into()))?)
}

/// Turns `9876.0` into `9876`, as the service writes it: amounts pass through a decimal that does not.
fn write_whole_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(whole) = number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < MAX_EXACT) {
                #[allow(clippy::cast_possible_truncation, reason = "it is whole and in the range")]
                let whole = whole as i64;
                *value = whole.into();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(write_whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(write_whole_numbers),
        _ => {}
    }
}

/// Prints a line, without anything that a terminal obeys.
pub fn line(text: impl Display) -> Result<(), Failure> {
    write(&format!("{}\n", printable(&text.to_string())))
}

/// Prints a line on standard error, without anything that a terminal obeys.
pub fn note(text: impl Display) {
    eprintln!("{}", printable(&text.to_string()));
}

/// Prints a text that holds nothing a terminal obeys.
pub fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::Output)
}

/// Shows on a terminal that a command takes its time. `template` is in indicatif's notation.
pub fn spinner(template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The width of the terminal. `None` if the output isn't a terminal.
pub fn width() -> Option<u16> {
    io::stdout()
        .is_terminal()
        .then(|| Term::stdout().size_checked())
        .flatten()
        .map(|(_, columns)| columns)
}

/// An amount with its currency, with two decimals or as many as it has.
pub fn amount(amount: Decimal, currency: Option<&str>) -> String {
    let amount = amount.normalize();
    let decimals = amount.scale().max(2) as usize;
    match currency {
        Some(currency) => format!("{amount:.decimals$} {currency}"),
        None => format!("{amount:.decimals$}"),
    }
}

/// An amount as a number for programs.
pub fn number(amount: Decimal) -> Value {
    let mut value = serde_json::to_value(amount).unwrap_or_default();
    write_whole_numbers(&mut value);
    value
}

/// A time in the user's time zone.
pub fn time(time: DateTime<Utc>) -> String {
    time.with_timezone(&Local).format("%Y-%m-%d %H:%M").to_string()
}

/// Words of the API, separated by blanks.
pub fn words(words: &[impl ToString]) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// `1 mail`, `2 mails`.
pub fn counted(number: u64, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_keep_their_decimals() {
        for (text, shown) in [
            ("412.75", "412.75 SEK"),
            ("5", "5.00 SEK"),
            ("-0.1", "-0.10 SEK"),
            ("1.2345", "1.2345 SEK"),
            ("99999999999.9999", "99999999999.9999 SEK"),
            ("7.5000", "7.50 SEK"),
        ] {
            assert_eq!(amount(text.parse().unwrap(), Some("SEK")), shown);
        }
    }

    #[test]
    fn numbers_are_written_as_the_service_writes_them() {
        for text in ["412.75", "9876", "-0.1", "99999999999.9999", "0"] {
            assert_eq!(number(text.parse().unwrap()).to_string(), text);
        }
    }
}
