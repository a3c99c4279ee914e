//! What all commands that list rows have in common: the forms of output, pages, and filters by time.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use chrono::NaiveDate;
use comfy_table::Table;
use invoices_service::Period;
use invoices_service::config::Config;
use serde::Serializer;
use serde_json::Value;

use super::output::{is_closed, printable};

/// How many rows are read and printed at a time, so that a long list does not fill the memory.
const PAGE: u64 = 500;
/// The length of a table unless `--limit` gives another one.
const TABLE_LENGTH: u64 = 50;

/// How a list is printed.
#[derive(clap::Args)]
pub struct ListArgs {
    /// The maximum number of rows, the newest first [default: 50, with --json or --csv all]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,

    /// Print a JSON array with an object a row
    #[arg(long)]
    json: bool,

    /// Print CSV as in RFC 4180, with a header
    ///
    /// A text that a spreadsheet would take for a formula, because it begins with =, +, - or @, is preceded by an apostrophe.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// The days of a list's rows.
#[derive(clap::Args)]
pub struct PeriodArgs {
    /// Only of this day or later, such as 2026-07-31, in the service's time zone
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,

    /// Only of this day or earlier
    #[arg(long, value_name = "DATE")]
    until: Option<NaiveDate>,
}

impl PeriodArgs {
    /// From the start of the first day to the end of the last one.
    pub fn period(&self, config: &Config) -> Result<Period, Box<dyn Error>> {
        if self.since > self.until && self.until.is_some() {
            return Err("--since is after --until".into());
        }
        let zone = config.zone()?;
        let after = self.until.map(|day| day.succ_opt().unwrap_or(day));
        Ok(Period {
            since: self.since.map(|day| zone.start_of(day)),
            until: after.map(|day| zone.start_of(day)),
        })
    }
}

/// A row of a list.
pub trait Row {
    /// The header of the table.
    const COLUMNS: &'static [&'static str];
    /// The names of the values in JSON and CSV.
    const FIELDS: &'static [&'static str];

    /// The cells of the table, for people.
    fn cells(&self) -> Vec<String>;

    /// The values for programs.
    fn values(&self) -> Vec<Value>;
}

impl ListArgs {
    /// Prints the rows that `page` returns: at most so many of those that come after a row, or of the first ones.
    ///
    /// Ends with success when nobody reads on, as `head` does: what was wanted of the list was printed.
    pub async fn print<R: Row>(
        &self,
        page: impl AsyncFnMut(Option<&R>, i64) -> Result<Vec<R>, Box<dyn Error>>,
    ) -> Result<ExitCode, Box<dyn Error>> {
        match self.print_pages(page).await {
            Err(error) if !is_closed(error.as_ref()) => Err(error),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    async fn print_pages<R: Row>(
        &self,
        mut page: impl AsyncFnMut(Option<&R>, i64) -> Result<Vec<R>, Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let all = if self.json || self.csv { u64::MAX } else { TABLE_LENGTH };
        let mut left = self.limit.unwrap_or(all);
        let mut last: Option<R> = None;
        loop {
            let size = left.min(PAGE);
            let rows = page(last.as_ref(), i64::try_from(size)?).await?;
            let text = self.text(&rows, last.is_none())?;
            io::stdout().write_all(text.as_bytes())?;
            let found = rows.len() as u64;
            left -= found.min(left);
            last = rows.into_iter().next_back().or(last);
            if found < size || left == 0 {
                break;
            }
        }
        if self.json {
            let end = if last.is_some() { "\n]\n" } else { "[]\n" };
            io::stdout().write_all(end.as_bytes())?;
        }
        Ok(())
    }

    fn text<R: Row>(&self, rows: &[R], is_first: bool) -> Result<String, Box<dyn Error>> {
        if self.json {
            json(rows, is_first)
        } else if self.csv {
            csv(rows, is_first)
        } else {
            Ok(table(rows, is_first))
        }
    }
}

/// A page of a table. Each page has columns of its own width.
fn table<R: Row>(rows: &[R], is_first: bool) -> String {
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    if is_first {
        table.set_header(R::COLUMNS);
    } else if rows.is_empty() {
        return String::new();
    }
    table.add_rows(
        rows.iter()
            .map(|row| row.cells().into_iter().map(|cell| printable(&cell))),
    );
    format!("{table}\n")
}

/// A page of a JSON array, without its end.
fn json<R: Row>(rows: &[R], is_first: bool) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        text += if is_first && index == 0 { "[\n  " } else { ",\n  " };
        let mut object = serde_json::Serializer::new(Vec::new());
        object.collect_map(R::FIELDS.iter().zip(row.values()))?;
        write!(text, "{}", String::from_utf8(object.into_inner())?)?;
    }
    Ok(text)
}

/// A page of CSV.
fn csv<R: Row>(rows: &[R], is_first: bool) -> Result<String, Box<dyn Error>> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    if is_first {
        writer.write_record(R::FIELDS)?;
    }
    for row in rows {
        writer.write_record(row.values().iter().map(csv_cell))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn csv_cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(&printable(text)),
        other => other.to_string(),
    }
}

/// A text that no spreadsheet takes for a formula. Senders of mail wrote parts of what is listed.
fn harmless(text: &str) -> String {
    if text.trim_start().starts_with(['=', '+', '-', '@']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Line(&'static str, Value);

    impl Row for Line {
        const COLUMNS: &'static [&'static str] = &["name", "value"];
        const FIELDS: &'static [&'static str] = &["name", "value"];

        fn cells(&self) -> Vec<String> {
            vec![self.0.into(), self.1.to_string()]
        }

        fn values(&self) -> Vec<Value> {
            vec![self.0.into(), self.1.clone()]
        }
    }

    #[test]
    fn csv_quotes_what_separates_and_disarms_formulas() {
        let rows = [
            Line("plain", json!(-5)),
            Line("a, \"b\"", json!(null)),
            Line("=1+1", json!("+46 8")),
            Line("@SUM(A1)", json!("-2")),
            Line("\t=1+1\r\nx", json!({"stored": 1})),
        ];
        let expected = "name,value\r\nplain,-5\r\n\"a, \"\"b\"\"\",\r\n'=1+1,'+46 8\r\n'@SUM(A1),'-2\r\n\
                        ' =1+1  x,\"{\"\"stored\"\":1}\"\r\n";
        assert_eq!(csv(&rows, true).unwrap(), expected);
        assert_eq!(csv(&rows[..1], false).unwrap(), "plain,-5\r\n");
    }

    #[test]
    fn json_is_an_array_over_all_pages() {
        let rows = [Line("a", json!(1)), Line("b", json!("x"))];
        let text = json(&rows[..1], true).unwrap() + &json(&rows[1..], false).unwrap() + "\n]\n";
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read, json!([{"name": "a", "value": 1}, {"name": "b", "value": "x"}]));
    }

    #[test]
    fn a_table_has_one_header() {
        let rows = [Line("a", json!(1))];
        assert!(table(&rows, true).contains("name"));
        assert!(!table(&rows, false).contains("name"));
        assert_eq!(table::<Line>(&[], false), "");
    }
}
