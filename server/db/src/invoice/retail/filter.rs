//! Which retail invoices: their rows, and the sums that are kept of them.

use chrono::{Datelike, Months, NaiveDate};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::sql_types::{BigInt, Text};
use invoices_domain::{Currency, SubType};

use crate::types::TextEnum;

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

/// By what rows are found. Of a vendor's name and id each has an index, which a condition on either doesn't use.
#[derive(Clone, Copy)]
pub(crate) enum RowsBy {
    /// The vendor's id.
    VendorId,
    /// The vendor's name.
    VendorName,
    /// The user, perhaps with days.
    User,
    /// Ids of invoices.
    Ids,
}

/// The rows of a user's invoices that a filter accepts.
macro_rules! filtered {
    ($rows:expr, $user:expr, $filter:expr, $by:expr) => {{
        let RetailFilter {
            sub_type,
            vendor,
            currency,
            from,
            to,
        } = $filter.clone();
        let rows = $rows.into_boxed();
        let rows = match $by {
            RowsBy::Ids => {
                rows.filter($crate::invoice::retail::filter::owner("retail_invoices").eq($crate::types::text($user)))
            }
            _ => rows.filter(retail_invoices::user_id.eq($crate::types::text($user))),
        };
        let mut rows =
            rows.filter_optional(sub_type.map(|only| retail_invoices::sub_type.eq($crate::types::text(only))));
        if let Some(vendor) = vendor.as_deref().map($crate::text::without_nul) {
            let named = retail_invoices::vendor_name.eq(vendor.clone());
            rows = match (vendor.parse::<invoices_domain::VendorId>(), $by) {
                (Ok(id), RowsBy::VendorId) => rows.filter(retail_invoices::vendor_id.eq($crate::types::text(id))),
                (Ok(id), RowsBy::User | RowsBy::Ids) => {
                    rows.filter(retail_invoices::vendor_id.eq($crate::types::text(id)).or(named))
                }
                _ => rows.filter(named),
            };
        }
        let currency_of = || $crate::invoice::retail::filter::currency_of("retail_invoices");
        let day = $crate::invoice::retail::filter::day;
        let is_dated = to.filter(|_| from.is_none()).map(|_| day().gt(""));
        rows.filter_optional(currency.map(|only| currency_of().eq($crate::types::text(only))))
            .filter_optional(from.map(|from| day().ge(from.to_string())))
            .filter_optional(to.map(|to| day().le(to.to_string())))
            .filter_optional(is_dated)
    }};
}
pub(crate) use filtered;

/// The currency of a row of a table, as indexes have it.
pub(crate) fn currency_of(table: &str) -> SqlLiteral<TextEnum> {
    sql(&format!("coalesce({table}.currency, '{}')", Currency::DEFAULT))
}

/// The user of a table's row, without its indexes: SQLite would read all rows of the user rather than look up some by their ids.
pub(crate) fn owner(table: &str) -> SqlLiteral<TextEnum> {
    sql(&format!("coalesce({table}.user_id, '')"))
}

/// The date of an invoice as indexes order it: without one it is before all others.
pub(crate) fn day() -> SqlLiteral<Text> {
    sql("coalesce(retail_invoices.invoice_date, '')")
}

/// The days of a filter: whole months, whose sums are kept, and the days beside them.
pub(crate) struct Parts {
    /// `YYYY-MM`.
    pub first_month: Option<String>,
    pub last_month: Option<String>,
    /// The filter for each run of days beside them.
    pub days: Vec<RetailFilter>,
}

impl Parts {
    pub fn of(filter: &RetailFilter) -> Self {
        let first_of = |day: NaiveDate| day.with_day(1).unwrap_or(day);
        let next = |day: NaiveDate| first_of(day).checked_add_months(Months::new(1)).unwrap_or(day);
        let last_of = |day: NaiveDate| next(day).pred_opt().unwrap_or(day);
        let begun = filter.from.filter(|from| *from != first_of(*from));
        let ended = filter.to.filter(|to| *to != last_of(*to));
        let days = |from, to| RetailFilter {
            from: Some(from),
            to: Some(to),
            ..filter.clone()
        };
        let days = match (filter.from, filter.to) {
            // In one month, or none at all.
            (Some(from), Some(to)) if to <= last_of(from) && (begun.or(ended).is_some() || to < from) => {
                vec![days(from, to)]
            }
            _ => {
                let of_first = begun.map(|from| days(from, last_of(from)));
                of_first
                    .into_iter()
                    .chain(ended.map(|to| days(first_of(to), to)))
                    .collect()
            }
        };
        let month = |day: NaiveDate| day.format("%Y-%m").to_string();
        let month_before = |day: NaiveDate| first_of(day).pred_opt().unwrap_or(day);
        Parts {
            first_month: filter
                .from
                .map(|from| month(if begun.is_some() { next(from) } else { from })),
            last_month: filter
                .to
                .map(|to| month(if ended.is_some() { month_before(to) } else { to })),
            days,
        }
    }
}

/// The sums of a user's invoices in the months of a filter that it accepts.
macro_rules! kept {
    ($rows:expr, $user:expr, $filter:expr, $parts:expr) => {{
        let (filter, parts): (&RetailFilter, &$crate::invoice::retail::filter::Parts) = ($filter, $parts);
        let sub_type = filter.sub_type.clone();
        let mut rows = $rows
            .filter(retail_sums::user_id.eq($crate::types::text($user)))
            .into_boxed()
            .filter_optional(sub_type.map(|only| retail_sums::sub_type.eq($crate::types::text(only))));
        if let Some(vendor) = filter.vendor.as_deref().map($crate::text::without_nul) {
            let named = retail_sums::vendor_name.eq(vendor.clone());
            rows = match vendor.parse::<invoices_domain::VendorId>() {
                Ok(id) => rows.filter(retail_sums::vendor_id.eq($crate::types::text(id)).or(named)),
                Err(_) => rows.filter(named),
            };
        }
        let currency_of = || $crate::invoice::retail::filter::currency_of("retail_sums");
        let (first, last) = (parts.first_month.clone(), parts.last_month.clone());
        let is_dated = (first.is_none() && last.is_some()).then(|| retail_sums::month.ne(""));
        let currency = filter.currency;
        rows.filter_optional(currency.map(|only| currency_of().eq($crate::types::text(only))))
            .filter_optional(first.map(|first| retail_sums::month.ge(first)))
            .filter_optional(last.map(|last| retail_sums::month.le(last)))
            .filter_optional(is_dated)
    }};
}
pub(crate) use kept;

/// How many invoices are in sums.
pub(crate) fn counted() -> SqlLiteral<BigInt> {
    // The databases don't agree on the type of a sum.
    sql("CAST(COALESCE(SUM(invoices), 0) AS BIGINT)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(from: &str, to: &str) -> String {
        let filter = RetailFilter {
            from: from.parse().ok(),
            to: to.parse().ok(),
            ..RetailFilter::default()
        };
        let parts = Parts::of(&filter);
        let months = [&parts.first_month, &parts.last_month].map(|month| month.as_deref().unwrap_or_default());
        let days = parts
            .days
            .iter()
            .map(|days| [days.from, days.to].map(|day| day.unwrap().to_string()).join("/"));
        let days: Vec<String> = days.collect();
        format!("{} {}", months.join("/"), days.join(" ")).trim_end().to_owned()
    }

    #[test]
    fn months_are_whole_and_days_are_beside_them() {
        for (from, to, expected) in [
            ("", "", "/"),
            ("2026-01-01", "2026-12-31", "2026-01/2026-12"),
            ("2026-02-01", "2026-02-28", "2026-02/2026-02"),
            ("2026-01-15", "", "2026-02/ 2026-01-15/2026-01-31"),
            ("", "2026-03-10", "/2026-02 2026-03-01/2026-03-10"),
            (
                "2025-12-31",
                "2026-03-01",
                "2026-01/2026-02 2025-12-31/2025-12-31 2026-03-01/2026-03-01",
            ),
            (
                "2026-01-31",
                "2026-02-01",
                "2026-02/2026-01 2026-01-31/2026-01-31 2026-02-01/2026-02-01",
            ),
            ("2026-02-03", "2026-02-28", "2026-03/2026-02 2026-02-03/2026-02-28"),
            ("2026-02-03", "2026-02-05", "2026-03/2026-01 2026-02-03/2026-02-05"),
            ("2026-03-10", "2026-01-05", "2026-04/2025-12 2026-03-10/2026-01-05"),
        ] {
            assert_eq!(parts(from, to), expected, "{from} {to}");
        }
    }
}
