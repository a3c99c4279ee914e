//! Pages of lists.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::NaiveDate;
use invoices_db::{DateOrder, RentalRow, RetailFilter, RetailPlace, RetailSummary};
use invoices_domain::{Currency, RentalInvoiceRecord, RetailInvoiceId, UserId, plausible_due};

use crate::app::App;
use crate::error::Error;
use crate::invoice::search::{finds_rental, search_for};

/// What the cursors of each list begin with.
const RENTAL: &str = "rental-";
const RETAIL: &str = "retail-";

/// In a cursor: an invoice without a date.
const UNDATED: &str = "-";

/// Which part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// Maximum number of invoices of a page; `None` for all.
    pub limit: Option<usize>,
    /// If the page before ended, as that page says.
    pub cursor: Option<String>,
    /// The order.
    pub order: DateOrder,
    /// Only invoices with this text in their vendor, amount, numbers or items, ignoring case and accents.
    pub words: Option<String>,
}

/// Which rental invoices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RentalFilter {
    /// Only of the landlord with this name or address.
    pub landlord: Option<String>,
    /// Only in this currency. Invoices that state none are in SEK.
    pub currency: Option<Currency>,
    /// Due on this day or later.
    pub from: Option<NaiveDate>,
    /// Due on this day or earlier.
    pub to: Option<NaiveDate>,
}

impl RentalFilter {
    fn accepts(&self, row: &RentalRow) -> bool {
        let due = due(row);
        let landlords = [row.record.landlord(), row.landlord.as_deref()];
        let currency = Currency::shown(row.currency);
        (self.landlord.is_none() || landlords.contains(&self.landlord.as_deref()))
            && self.currency.is_none_or(|only| only == currency)
            && self.from.is_none_or(|from| due >= from)
            && self.to.is_none_or(|to| due <= to)
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    /// The invoices.
    pub invoices: T,
    /// How many there are on all pages.
    pub total: u64,
    /// The start of the next page; `None` on the last one.
    pub next: Option<String>,
}

/// A page of a list whose length is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// The start of the next page; `None` on the last one.
    pub next: Option<String>,
}

impl App {
    /// A page of a user's retail invoices.
    pub async fn retail_page(
        &self,
        user: UserId,
        filter: &RetailFilter,
        request: &PageRequest,
    ) -> Result<Page<Vec<RetailSummary>>, Error> {
        let after = request.cursor.as_deref().map(retail_place).transpose()?;
        let asked = request.limit.map_or(i64::MAX, one_more);
        let (store, order) = (self.store(), request.order);
        let search = request.words.as_deref().and_then(search_for);
        let (mut invoices, total) = match (search, request.limit, after) {
            (Some(search), ..) => {
                store
                    .matching_retail_page(user, filter, search, order, after, asked)
                    .await?
            }
            // Without a limit the page is the list.
            (None, None, None) => {
                let all = store.whole_retail(user, filter, order).await?;
                let total = all.len() as u64;
                (all, total)
            }
            _ => store.counted_retail_page(user, filter, order, after, asked).await?,
        };
        let next = cut(&mut invoices, request.limit, retail_cursor);
        Ok(Page { invoices, total, next })
    }

    /// A page of a user's rental invoices, dated by the month that they are due in, by the year of that: `due_date_year`. They keep
    /// their order within a year.
    pub async fn rental_page(
        &self,
        user: UserId,
        filter: &RentalFilter,
        request: &PageRequest,
    ) -> Result<Page<BTreeMap<String, Vec<RentalInvoiceRecord>>>, Error> {
        let mut rows = self.store().rental_invoices(user).await?;
        if request.order == DateOrder::Oldest {
            rows.reverse();
        }
        let search = request.words.as_deref().and_then(search_for);
        rows.retain(|row| filter.accepts(row) && search.as_ref().is_none_or(|search| finds_rental(search, row)));
        let total = rows.len() as u64;
        if let Some(cursor) = &request.cursor {
            let (date, id) = rental_place(cursor)?;
            let ended = rows.iter().position(|row| row.record.invoice_id.as_str() == id);
            // If it is gone meanwhile, the list goes on at its day, rather with one invoice twice than without it.
            let is_before = |row: &&RentalRow| match request.order {
                DateOrder::Newest => due(row) > date,
                DateOrder::Oldest => due(row) < date,
            };
            let shown = ended.map_or_else(|| rows.iter().take_while(is_before).count(), |ended| ended + 1);
            rows = rows.split_off(shown);
        }
        let next = cut(&mut rows, request.limit, |row| {
            let place = format!("{} {}", due(row), row.record.invoice_id.as_str());
            encoded(RENTAL, &place)
        });
        let mut invoices = BTreeMap::<_, Vec<_>>::new();
        for row in rows {
            invoices.entry(row.year.to_string()).or_default().push(row.record);
        }
        Ok(Page { invoices, total, next })
    }
}

/// The due date; without one, the first day of the month that the invoice counts for.
pub(crate) fn due(row: &RentalRow) -> NaiveDate {
    let first = || NaiveDate::from_ymd_opt(row.year, row.record.due_date_month.parse().unwrap_or(1), 1);
    stated_due(row).or_else(first).unwrap_or_default()
}

/// The due date, if the invoice has a plausible one.
pub(crate) fn stated_due(row: &RentalRow) -> Option<NaiveDate> {
    plausible_due(row.record.due_date)
}

/// How many rows a page of this length asks for: one more shows whether another page follows.
pub(crate) fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).map_or(i64::MAX, |limit| limit.saturating_add(1))
}

/// Cuts a list to a page. Returns the cursor of the next.
pub(crate) fn cut<T>(rows: &mut Vec<T>, limit: Option<usize>, cursor: impl Fn(&T) -> String) -> Option<String> {
    let limit = limit.filter(|limit| rows.len() > *limit)?;
    rows.truncate(limit);
    rows.last().map(cursor)
}

fn retail_cursor(row: &RetailSummary) -> String {
    let date = row
        .invoice_date
        .map_or_else(|| UNDATED.to_owned(), |date| date.to_string());
    encoded(RETAIL, &format!("{date} {}", row.invoice_id))
}

fn retail_place(cursor: &str) -> Result<RetailPlace, Error> {
    let text = decoded(RETAIL, cursor)?;
    let (date, id) = text.split_once(' ').ok_or_else(invalid_cursor)?;
    Ok(RetailPlace {
        date: match date {
            UNDATED => None,
            date => Some(date.parse().map_err(|_| invalid_cursor())?),
        },
        id: id.parse::<RetailInvoiceId>().map_err(|_| invalid_cursor())?,
    })
}

fn rental_place(cursor: &str) -> Result<(NaiveDate, String), Error> {
    let text = decoded(RENTAL, cursor)?;
    let (date, id) = text.split_once(' ').ok_or_else(invalid_cursor)?;
    Ok((date.parse().map_err(|_| invalid_cursor())?, id.to_owned()))
}

pub(crate) fn encoded(list: &str, text: &str) -> String {
    format!("{list}{}", BASE64_URL_SAFE_NO_PAD.encode(text))
}

pub(crate) fn decoded(list: &str, cursor: &str) -> Result<String, Error> {
    let place = cursor.strip_prefix(list).ok_or_else(invalid_cursor)?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(place).map_err(|_| invalid_cursor())?;
    String::from_utf8(bytes).map_err(|_| invalid_cursor())
}

pub(crate) fn invalid_cursor() -> Error {
    Error::Invalid("Invalid parameter 'cursor': it must be the next_cursor of a page.".into())
}
