//! Pages of retail invoices.

use chrono::NaiveDate;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Text;
use invoices_domain::{Currency, RetailInvoiceId, SubType, UserId};

use crate::invoice::retail::row::RetailSummary;
use crate::listing::{self, PAGE};
use crate::schema::{retail_details, retail_invoices};
use crate::store::{Answer, Store};
use crate::types::{Record, text};

/// Which retail invoices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetailFilter {
    /// Only of this category.
    pub sub_type: Option<SubType>,
    /// Only of the vendor with this id or name.
    pub vendor: Option<String>,
    /// Only in this currency. Invoices that state none are in SEK.
    pub currency: Option<Currency>,
    /// Dated on this day or later.
    pub from: Option<NaiveDate>,
    /// Dated on this day or earlier.
    pub to: Option<NaiveDate>,
}

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

impl RetailSummary {
    /// Its place in an order.
    pub fn place(&self) -> RetailPlace {
        RetailPlace {
            date: self.invoice_date,
            id: self.invoice_id,
        }
    }
}

/// The rows of a user's invoices that a filter accepts.
macro_rules! filtered {
    ($rows:expr, $user:expr, $filter:expr) => {{
        let mut rows = $rows
            .filter(retail_invoices::user_id.eq($crate::types::text($user)))
            .into_boxed();
        let RetailFilter {
            sub_type,
            vendor,
            currency,
            from,
            to,
        } = $filter.clone();
        if let Some(sub_type) = sub_type {
            rows = rows.filter(retail_invoices::sub_type.eq($crate::types::text(sub_type)));
        }
        if let Some(vendor) = vendor {
            let named = retail_invoices::vendor_name.eq(vendor.clone());
            rows = match vendor.parse::<invoices_domain::VendorId>() {
                Ok(id) => rows.filter(retail_invoices::vendor_id.eq($crate::types::text(id)).or(named)),
                Err(_) => rows.filter(named),
            };
        }
        if let Some(currency) = currency {
            let stated = retail_invoices::currency
                .assume_not_null()
                .eq($crate::types::text(currency));
            rows = if currency == invoices_domain::Currency::DEFAULT {
                rows.filter(retail_invoices::currency.is_null().or(stated))
            } else {
                rows.filter(stated)
            };
        }
        let day = $crate::invoice::retail::list::day;
        if let Some(from) = from {
            rows = rows.filter(day().ge(from.to_string()));
        }
        if let Some(to) = to {
            rows = rows.filter(day().le(to.to_string()));
            if from.is_none() {
                rows = rows.filter(day().gt(""));
            }
        }
        rows
    }};
}
pub(crate) use filtered;

/// The date of an invoice as indexes order it: without one it is before all others.
pub(crate) fn day() -> SqlLiteral<Text> {
    sql("coalesce(retail_invoices.invoice_date, '')")
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
            let rows = filtered!(retail_invoices::table, user, &filter).select(RetailSummary::as_select());
            Ok(placed!(rows, order, after).limit(limit).load(db)?)
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
            listing::whole(db, |db, after| {
                let rows = filtered!(retail_invoices::table, user, &filter).select(RetailSummary::as_select());
                let rows: Vec<RetailSummary> = placed!(rows, order, after).limit(PAGE).load(db)?;
                let next = listing::next(&rows, RetailSummary::place);
                Ok((rows, next))
            })
        })
    }

    /// Those of [`Store::whole_retail`] that `matches` accepts with their detail records.
    pub fn matching_retail(
        &self,
        user: UserId,
        filter: &RetailFilter,
        order: DateOrder,
        matches: impl Fn(&RetailSummary, &Record) -> bool + Send + 'static,
    ) -> Answer<'_, Vec<RetailSummary>> {
        let filter = filter.clone();
        self.read(move |db| {
            listing::whole(db, |db, after| {
                let rows = filtered!(retail_invoices::table.inner_join(retail_details::table), user, &filter)
                    .select((RetailSummary::as_select(), retail_details::detail));
                let rows: Vec<(RetailSummary, Record)> = placed!(rows, order, after).limit(PAGE).load(db)?;
                let next = listing::next(&rows, |(row, _)| row.place());
                let matching = rows.into_iter().filter_map(|(row, mut detail)| {
                    if let Some(corrected) = &row.corrected {
                        corrected.put_into(&mut detail);
                    }
                    matches(&row, &detail).then_some(row)
                });
                Ok((matching.collect(), next))
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
            let count = || filtered!(retail_invoices::table, user, &filter).count();
            // With the rows, so that a page takes one statement.
            let rows = filtered!(retail_invoices::table, user, &filter)
                .select((RetailSummary::as_select(), count().single_value()));
            let rows: Vec<(RetailSummary, Option<i64>)> = placed!(rows, order, after).limit(limit).load(db)?;
            let total = match rows.first() {
                Some((_, total)) => total.unwrap_or_default(),
                None => count().get_result(db)?,
            };
            let rows = rows.into_iter().map(|(row, _)| row).collect();
            Ok((rows, total.unsigned_abs()))
        })
    }
}
