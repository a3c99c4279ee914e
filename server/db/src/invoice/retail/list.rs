//! Pages of retail invoices.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use invoices_domain::{RetailInvoiceId, SubType, UserId, VendorId};

use crate::error::StoreError;
use crate::invoice::retail::filter::{Parts, RetailFilter, RowsBy, counted, day, filtered, kept, owner};
use crate::invoice::retail::found::{Found, Ids};
use crate::invoice::retail::row::RetailSummary;
use crate::invoice::retail::text::{self, RetailSearch};
use crate::listing::{OptionalFilter, PAGE};
use crate::schema::{retail_invoices, retail_sums};
use crate::store::connection::{BATCH, Db, snapshot};
use crate::store::{Answer, Store};
use crate::types::{text, text_list};

/// How many invoices are looked up one by one; of more, all of the user's are read.
const FEW: usize = 4 * BATCH;

/// The order of invoices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// The newest date first, then by id.
    #[default]
    Newest,
    /// The reverse.
    Oldest,
}

/// The place of an invoice in an order: a page begins after one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetailPlace {
    /// Its date. Invoices without one are the oldest.
    pub date: Option<NaiveDate>,
    /// Its id.
    pub id: RetailInvoiceId,
}

impl DateOrder {
    /// Which of two places is first.
    pub fn compare(self, one: RetailPlace, other: RetailPlace) -> Ordering {
        let newest = other
            .date
            .cmp(&one.date)
            .then_with(|| one.id.to_string().cmp(&other.id.to_string()));
        match self {
            DateOrder::Newest => newest,
            DateOrder::Oldest => newest.reverse(),
        }
    }
}

impl RetailFilter {
    /// Whether it accepts all invoices of a category, or all.
    fn is_of_category(&self) -> bool {
        let mut of_any = self.clone();
        of_any.sub_type = None;
        of_any == RetailFilter::default()
    }

    /// By what an index finds the rows. Some may be found twice.
    fn rows_by(&self) -> &'static [RowsBy] {
        match &self.vendor {
            Some(vendor) if vendor.parse::<VendorId>().is_ok() => &[RowsBy::VendorId, RowsBy::VendorName],
            _ => &[RowsBy::VendorName],
        }
    }

    /// At most `limit` rows in an order, of those that `load` finds by each index.
    fn first<T>(
        &self,
        order: DateOrder,
        limit: i64,
        place: impl Fn(&T) -> RetailPlace,
        mut load: impl FnMut(RowsBy) -> QueryResult<Vec<T>>,
    ) -> QueryResult<Vec<T>> {
        let mut rows = Vec::new();
        for by in self.rows_by() {
            rows.extend(load(*by)?);
        }
        if self.rows_by().len() > 1 {
            rows.sort_by(|one, other| order.compare(place(one), place(other)));
            rows.dedup_by_key(|row| place(row).id);
            rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        }
        Ok(rows)
    }
}

impl RetailSummary {
    /// Its place in an order.
    pub fn place(&self) -> RetailPlace {
        RetailPlace {
            date: self.invoice_date,
            id: self.invoice_id,
        }
    }
}

/// These rows in an order, after a place: that of an index, or its reverse.
macro_rules! placed {
    ($rows:expr, $order:expr, $after:expr) => {{
        let (mut rows, id_of) = ($rows, retail_invoices::invoice_id);
        if let Some(RetailPlace { date, id }) = $after {
            let date = date.map(|date| date.to_string()).unwrap_or_default();
            let is_day = day().eq(date.clone());
            // The first condition is the range of the index.
            rows = match $order {
                DateOrder::Newest => rows
                    .filter(day().le(date.clone()))
                    .filter(day().lt(date).or(is_day.and(id_of.gt(text(id))))),
                DateOrder::Oldest => rows
                    .filter(day().ge(date.clone()))
                    .filter(day().gt(date).or(is_day.and(id_of.lt(text(id))))),
            };
        }
        match $order {
            DateOrder::Newest => rows.order((day().desc(), id_of.asc())),
            DateOrder::Oldest => rows.order((day().asc(), id_of.desc())),
        }
    }};
}

impl Store {
    /// At most `limit` of the user's invoices that the filter accepts, after a place.
    pub fn retail_page(
        &self,
        user: UserId,
        filter: &RetailFilter,
        order: DateOrder,
        after: Option<RetailPlace>,
        limit: i64,
    ) -> Answer<'_, Vec<RetailSummary>> {
        let filter = filter.clone();
        self.read(move |db| {
            Ok(filter.first(order, limit, RetailSummary::place, |by| {
                let rows = filtered!(retail_invoices::table, user, &filter, by).select(RetailSummary::as_select());
                placed!(rows, order, after).limit(limit).load(db)
            })?)
        })
    }

    /// All of the user's invoices that the filter accepts, as they are at one moment.
    pub fn whole_retail(
        &self,
        user: UserId,
        filter: &RetailFilter,
        order: DateOrder,
    ) -> Answer<'_, Vec<RetailSummary>> {
        let filter = filter.clone();
        self.read(move |db| {
            // In pages, the rows are never in memory twice. A single page needs no more than its statement.
            let page = |db: &mut Db, after: Option<RetailPlace>| {
                filter.first(order, PAGE, RetailSummary::place, |by| {
                    let rows = filtered!(retail_invoices::table, user, &filter, by).select(RetailSummary::as_select());
                    placed!(rows, order, after).limit(PAGE).load(db)
                })
            };
            let is_full = |rows: &[RetailSummary]| i64::try_from(rows.len()).is_ok_and(|rows| rows >= PAGE);
            let only = page(db, None)?;
            if !is_full(&only) {
                return Ok(only);
            }
            drop(only);
            snapshot(db, |db| {
                let mut rows = page(db, None)?;
                let mut all = Vec::new();
                while is_full(&rows) {
                    let after = rows.last().map(RetailSummary::place);
                    all.extend(rows);
                    rows = page(db, after)?;
                }
                all.extend(rows);
                Ok(all)
            })
        })
    }

    /// [`Store::counted_retail_page`] of the invoices that a search finds.
    pub fn matching_retail_page(
        &self,
        user: UserId,
        filter: &RetailFilter,
        search: RetailSearch,
        order: DateOrder,
        after: Option<RetailPlace>,
        limit: i64,
    ) -> Answer<'_, (Vec<RetailSummary>, u64)> {
        let filter = filter.clone();
        self.read(move |db| {
            snapshot(db, |db| {
                let found = text::matching(db, user, &search)?;
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                let (shown, total) = if found.len() > FEW && filter.is_of_category() {
                    let counts = counts(db, user, &filter, &found)?;
                    let total: u64 = counts.values().sum();
                    (first_of(db, user, &filter, &found, order, after, limit)?, total)
                } else {
                    let mut places: Vec<RetailPlace> = accepted(db, user, &filter, found.ids().collect())?
                        .into_iter()
                        .map(|(id, date, _)| RetailPlace { date, id })
                        .collect();
                    places.sort_by(|one, other| order.compare(*one, *other));
                    let is_shown =
                        |place: &&RetailPlace| after.is_none_or(|after| order.compare(**place, after).is_gt());
                    let shown = places.iter().filter(is_shown).take(limit);
                    (shown.map(|place| place.id).collect(), places.len() as u64)
                };
                let mut rows: Vec<RetailSummary> = Vec::new();
                for ids in shown.chunks(BATCH) {
                    let of_user = retail_invoices::table.filter(owner("retail_invoices").eq(text(user)));
                    let listed = of_user.filter(retail_invoices::invoice_id.eq_any(text_list(ids)));
                    rows.extend(listed.select(RetailSummary::as_select()).load(db)?);
                }
                rows.sort_by(|one, other| order.compare(one.place(), other.place()));
                Ok((rows, total))
            })
        })
    }

    /// The number of invoices that the filter accepts and a search finds, in each category that has any.
    pub fn matching_retail_counts(
        &self,
        user: UserId,
        filter: &RetailFilter,
        search: RetailSearch,
    ) -> Answer<'_, BTreeMap<SubType, u64>> {
        let filter = filter.clone();
        self.read(move |db| {
            snapshot(db, |db| {
                let found = text::matching(db, user, &search)?;
                counts(db, user, &filter, &found)
            })
        })
    }

    /// [`Store::retail_page`], and how many of the user's invoices the filter accepts in all.
    pub fn counted_retail_page(
        &self,
        user: UserId,
        filter: &RetailFilter,
        order: DateOrder,
        after: Option<RetailPlace>,
        limit: i64,
    ) -> Answer<'_, (Vec<RetailSummary>, u64)> {
        let filter = filter.clone();
        self.read(move |db| {
            let parts = Parts::of(&filter);
            let count = || kept!(retail_sums::table, user, &filter, &parts).select(counted());
            let place = |(row, _): &(RetailSummary, Option<i64>)| row.place();
            let rows = filter.first(order, limit, place, |by| {
                // With the rows, so that a page takes one statement.
                let rows = filtered!(retail_invoices::table, user, &filter, by)
                    .select((RetailSummary::as_select(), count().single_value()));
                placed!(rows, order, after).limit(limit).load(db)
            })?;
            let mut total = match rows.first() {
                Some((_, total)) => total.unwrap_or_default(),
                None => count().get_result(db)?,
            };
            for days in &parts.days {
                let count = filtered!(retail_invoices::table, user, days, RowsBy::User).count();
                total += count.get_result::<i64>(db)?;
            }
            let rows = rows.into_iter().map(|(row, _)| row).collect();
            Ok((rows, total.unsigned_abs()))
        })
    }
}

/// What the order and the counts of invoices need.
type Listed = (RetailInvoiceId, Option<NaiveDate>, SubType);

/// The number of a user's invoices that a search found and the filter accepts, in each category that has any.
fn counts(
    db: &mut Db,
    user: UserId,
    filter: &RetailFilter,
    found: &Found,
) -> Result<BTreeMap<SubType, u64>, StoreError> {
    let (mut counts, others) = if filter.is_of_category() {
        found.by_category()
    } else {
        (BTreeMap::new(), found.ids().collect())
    };
    counts.retain(|sub_type, _| filter.sub_type.as_ref().is_none_or(|only| only == sub_type));
    for (_, _, sub_type) in accepted(db, user, filter, others)? {
        *counts.entry(sub_type).or_default() += 1;
    }
    Ok(counts)
}

/// The first `limit` of a user's many invoices that a search found and the filter accepts, in an order, after a place.
fn first_of(
    db: &mut Db,
    user: UserId,
    filter: &RetailFilter,
    found: &Found,
    order: DateOrder,
    mut after: Option<RetailPlace>,
    limit: usize,
) -> Result<Vec<RetailInvoiceId>, StoreError> {
    let (mut first, mut all) = (Vec::new(), None::<Ids>);
    // Of many, most are among the first rows of the list.
    let mut length = i64::try_from(limit).map_or(PAGE, |limit| limit.min(PAGE));
    loop {
        let rows = filtered!(retail_invoices::table, user, filter, RowsBy::User);
        let rows = placed!(rows, order, after).limit(length);
        let rows: Vec<(RetailInvoiceId, Option<NaiveDate>)> = rows
            .select((retail_invoices::invoice_id, retail_invoices::invoice_date))
            .load(db)?;
        after = rows.last().map(|(id, date)| RetailPlace { date: *date, id: *id });
        let mut listed: Vec<RetailInvoiceId> = rows.into_iter().map(|(id, _)| id).collect();
        match &all {
            Some(all) => listed.retain(|id| all.contains(id)),
            None => listed = found.among(listed),
        }
        first.extend(listed.into_iter().take(limit - first.len()));
        if first.len() >= limit || after.is_none() {
            return Ok(first);
        }
        length = PAGE;
        all.get_or_insert_with(|| found.ids().collect());
    }
}

/// Those of these invoices that the filter accepts.
fn accepted(db: &mut Db, user: UserId, filter: &RetailFilter, ids: Ids) -> Result<Vec<Listed>, StoreError> {
    let columns = (
        retail_invoices::invoice_id,
        retail_invoices::invoice_date,
        retail_invoices::sub_type,
    );
    let mut matching: Vec<Listed> = Vec::new();
    if ids.len() <= FEW {
        let ids: Vec<RetailInvoiceId> = ids.into_iter().collect();
        for ids in ids.chunks(BATCH) {
            let rows = filtered!(retail_invoices::table, user, filter, RowsBy::Ids);
            let rows = rows.filter(retail_invoices::invoice_id.eq_any(text_list(ids)));
            matching.extend(rows.select(columns).load::<Listed>(db)?);
        }
    } else {
        let rows = filtered!(retail_invoices::table, user, filter, RowsBy::User);
        matching = rows.select(columns).load(db)?;
        matching.retain(|(id, ..)| ids.contains(id));
    }
    Ok(matching)
}
