//! What all commands that list rows have in common: the forms of output, pages, and filters by time.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use chrono::NaiveDate;
use invoices_service::Period;
use invoices_service::config::Config;
use invoices_terminal::{csv, json_rows, table};
use serde_json::Value;

use super::output::is_closed;

/// How many rows are read and printed at a time, so that a long list does not fill the memory.
const PAGE: u64 = 500;
/// The length of a table unless `--limit` gives another one.
const TABLE_LENGTH: u64 = 50;

/// How a list is printed.
#[derive(clap::Args)]
pub struct ListArgs {
    /// Maximum number of rows, newest first [default: 50; all with --json or --csv]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,

    /// Print a JSON array with one object per row
    #[arg(long)]
    json: bool,

    /// Print CSV as in RFC 4180, with a header
    ///
    /// Text that a spreadsheet would read as a formula (starting with =, +, - or @) is prefixed with an apostrophe.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// The days of a list's rows.
#[derive(clap::Args)]
pub struct PeriodArgs {
    /// Only from this day on, such as 2026-07-31, in the service's time zone
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,

    /// Only up to this day
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

/// A row of a list. Its types are of other crates, and so is the trait of [`invoices_terminal`].
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

/// A row as it is printed.
struct Listed<'a, R>(&'a R);

impl<R: Row> invoices_terminal::Row for Listed<'_, R> {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;
    const FIELDS: &'static [&'static str] = R::FIELDS;

    fn cells(&self) -> Vec<String> {
        self.0.cells()
    }

    fn values(&self) -> Vec<Value> {
        self.0.values()
    }
}

impl ListArgs {
    /// Prints the rows that `page` returns: at most this many rows after a row, or of the first ones.
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
        let rows: Vec<Listed<'_, R>> = rows.iter().map(Listed).collect();
        Ok(if self.json {
            json_rows(&rows, is_first)?
        } else if self.csv {
            csv(&rows, is_first)?
        } else {
            table(&rows, is_first, None)
        })
    }
}
