//! Pages of lists.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{Datelike, NaiveDate};
use invoices_db::{DateOrder, RentalRow, RetailFilter, RetailPlace, RetailSummary};
use invoices_domain::{RetailInvoiceId, UserId};
use unicode_normalization::UnicodeNormalization;

use crate::app::App;
use crate::error::Error;
use crate::rental::RentalInvoices;

/// How many rows are read at once where words are searched, which the databases compare differently.
const BATCH: i64 = 500;
/// What the cursors of each list begin with.
const RENTAL: &str = "rental-";
const RETAIL: &str = "retail-";

/// In a cursor: an invoice without a date.
const UNDATED: &str = "-";

/// Which part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// The most invoices of a page; `None` for all.
    pub limit: Option<usize>,
    /// Where the page before ended, as that page says.
    pub cursor: Option<String>,
    /// The order.
    pub order: DateOrder,
    /// Only invoices with this text in the name of the vendor, or of the PDF, whatever the case.
    pub words: Option<String>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    /// The invoices.
    pub invoices: T,
    /// How many there are on all pages.
    pub total: u64,
    /// Where the next page begins; `None` on the last.
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
        let Some(words) = request.words.as_deref().map(folded).filter(|words| !words.is_empty()) else {
            let asked = request.limit.and_then(|limit| i64::try_from(limit).ok());
            // One more tells whether another page follows.
            let asked = asked.map_or(i64::MAX, |limit| limit + 1);
            let (store, order) = (self.store(), request.order);
            let (mut invoices, total) = match (request.limit, after) {
                // Without a limit the page is the list.
                (None, None) => {
                    let all = store.retail_page(user, filter, order, after, asked).await?;
                    let total = all.len() as u64;
                    (all, total)
                }
                _ => store.counted_retail_page(user, filter, order, after, asked).await?,
            };
            let next = cut(&mut invoices, request.limit, retail_cursor);
            return Ok(Page { invoices, total, next });
        };
        let mut all = self.retail_with(user, filter, request.order, &words).await?;
        let total = all.len() as u64;
        let first = after.map_or(0, |after| {
            all.iter()
                .take_while(|row| !is_after(row, after, request.order))
                .count()
        });
        let mut invoices = all.split_off(first);
        let next = cut(&mut invoices, request.limit, retail_cursor);
        Ok(Page { invoices, total, next })
    }

    /// Every invoice with these words in its vendor's name.
    async fn retail_with(
        &self,
        user: UserId,
        filter: &RetailFilter,
        order: DateOrder,
        words: &str,
    ) -> Result<Vec<RetailSummary>, Error> {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let rows = self.store().retail_page(user, filter, order, after, BATCH).await?;
            after = rows.last().map(place);
            let is_last = rows.len() < usize::try_from(BATCH).unwrap_or_default() || after.is_none();
            found.extend(rows.into_iter().filter(|row| folded(&row.vendor_name).contains(words)));
            if is_last {
                return Ok(found);
            }
        }
    }

    /// A page of a user's rental invoices, dated by the month that they are due in.
    pub async fn rental_page(
        &self,
        user: UserId,
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
        request: &PageRequest,
    ) -> Result<Page<RentalInvoices>, Error> {
        let mut rows = self.store().rental_invoices(user).await?;
        if request.order == DateOrder::Oldest {
            rows.reverse();
        }
        let words = request.words.as_deref().map(folded).unwrap_or_default();
        rows.retain(|row| {
            let due = due(row);
            let named = folded(row.record.file_name.as_deref().unwrap_or_default());
            from.is_none_or(|from| due >= from) && to.is_none_or(|to| due <= to) && named.contains(&words)
        });
        let total = rows.len() as u64;
        if let Some(cursor) = &request.cursor {
            let (date, id) = rental_place(cursor)?;
            let ended = rows.iter().position(|row| row.record.invoice_id.as_str() == id);
            // Where it is gone meanwhile, the list goes on at its day, rather with one invoice twice than without it.
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
        let invoices = RentalInvoices::of(rows);
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
    row.record.due_date.filter(|due| (1990..=2100).contains(&due.year()))
}

/// Cuts a list to a page. Returns the cursor of the next.
fn cut<T>(rows: &mut Vec<T>, limit: Option<usize>, cursor: impl Fn(&T) -> String) -> Option<String> {
    let limit = limit.filter(|limit| rows.len() > *limit)?;
    rows.truncate(limit);
    rows.last().map(cursor)
}

fn place(row: &RetailSummary) -> RetailPlace {
    RetailPlace {
        date: row.invoice_date,
        id: row.invoice_id,
    }
}

fn retail_cursor(row: &RetailSummary) -> String {
    let date = row
        .invoice_date
        .map_or_else(|| UNDATED.to_owned(), |date| date.to_string());
    encoded(RETAIL, &format!("{date} {}", row.invoice_id))
}

fn is_after(row: &RetailSummary, after: RetailPlace, order: DateOrder) -> bool {
    let place = place(row);
    let place_in_newest = after
        .date
        .cmp(&place.date)
        .then_with(|| place.id.to_string().cmp(&after.id.to_string()));
    match order {
        DateOrder::Newest => place_in_newest.is_gt(),
        DateOrder::Oldest => place_in_newest.is_lt(),
    }
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

/// A text as it is compared: in small letters and NFC.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase().nfc().collect::<String>().trim().to_owned()
}
