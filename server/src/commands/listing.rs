//! What all commands that list rows have in common: the forms of output, pages, and filters by time.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use chrono::NaiveDate;
use invoices_db::{Period, Store};
use invoices_service::UserId;
use invoices_service::settings::Config;
pub use invoices_terminal::Listing;
use invoices_terminal::{csv, json_rows, table};

use super::args::{SettingsArgs, UserArg, find_user, open_existing};
use super::output::{Outcome, is_closed};

/// How many rows are read and printed at a time, so that a long list does not fill the memory.
const PAGE: u64 = 500;
/// The length of a table unless `--limit` gives another one.
const TABLE_LENGTH: u64 = 50;

/// Which rows a command lists, and how it prints them.
#[derive(clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only rows of this user: an e-mail address or an id
    #[arg(long)]
    pub user: Option<UserArg>,

    /// Only from this day on, such as 2026-07-31, in the service's time zone
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,

    /// Only up to this day
    #[arg(long, value_name = "DATE")]
    until: Option<NaiveDate>,

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

impl ListArgs {
    /// The database as it is, the user, and the time from the start of the first day to the end of the last one.
    pub async fn open(&self) -> Result<(Store, Option<UserId>, Period), Box<dyn Error>> {
        let (config, period) = self.load()?;
        let store = open_existing(&config).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
        Ok((store, user, period))
    }

    /// The settings, and the time.
    pub fn load(&self) -> Result<(Config, Period), Box<dyn Error>> {
        if self.since > self.until && self.until.is_some() {
            return Err("--since is after --until".into());
        }
        let config = self.settings.load()?;
        let zone = config.time_zone;
        let after = self.until.map(|day| day.succ_opt().unwrap_or(day));
        let period = Period {
            since: self.since.map(|day| zone.start_of(day)),
            until: after.map(|day| zone.start_of(day)),
        };
        Ok((config, period))
    }

    /// Prints the rows that `page` returns: at most as many as asked for, after a row or from the start.
    ///
    /// Ends with success when nobody reads on, as `head` does: what was wanted of the list was printed.
    pub async fn print<R>(
        &self,
        listing: &Listing<R>,
        page: impl AsyncFnMut(Option<&R>, i64) -> Result<Vec<R>, Box<dyn Error>>,
    ) -> Outcome {
        match self.print_pages(listing, page).await {
            Err(error) if !is_closed(error.as_ref()) => Err(error),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    async fn print_pages<R>(
        &self,
        listing: &Listing<R>,
        mut page: impl AsyncFnMut(Option<&R>, i64) -> Result<Vec<R>, Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let all = if self.json || self.csv { u64::MAX } else { TABLE_LENGTH };
        let mut left = self.limit.unwrap_or(all);
        let mut last: Option<R> = None;
        loop {
            let size = left.min(PAGE);
            let rows = page(last.as_ref(), i64::try_from(size)?).await?;
            let text = self.text(listing, &rows, last.is_none())?;
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

    fn text<R>(&self, listing: &Listing<R>, rows: &[R], is_first: bool) -> Result<String, Box<dyn Error>> {
        Ok(if self.json {
            json_rows(listing, rows, is_first)?
        } else if self.csv {
            csv(listing, rows, is_first)
        } else {
            table(listing, rows, is_first, None)
        })
    }
}
