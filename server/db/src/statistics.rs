//! What retail invoices add up to.

use std::collections::BTreeMap;

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use invoices_domain::{Currency, SubType, UserId};

use crate::invoice::retail::filter::{Parts, RetailFilter, RowsBy, counted, filtered, kept};
use crate::listing::OptionalFilter;
use crate::schema::{retail_invoices, retail_sums};
use crate::store::{Answer, Store};
use crate::types::TextEnum;

/// By what invoices are added up. Each currency is a group of its own in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grouping {
    /// By the month of the date.
    pub month: bool,
    /// By category.
    pub sub_type: bool,
    /// By the vendor's name.
    pub vendor: bool,
}

/// What the invoices of one group add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetailSum {
    /// `YYYY-MM`; `None` if invoices have no date, or are not grouped by month.
    pub month: Option<String>,
    /// The category, if invoices are grouped by it.
    pub sub_type: Option<SubType>,
    /// The vendor, if invoices are grouped by it.
    pub vendor_name: Option<String>,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// How many invoices there are.
    pub count: u64,
    /// The sum in ten-thousandths.
    pub total: i128,
    /// The sum of the negative ones in ten-thousandths.
    pub refunds: i128,
}

type Key = (Option<String>, Option<SubType>, Option<String>, Option<Currency>);
/// A key, the number of invoices, and the digits and decimals of their sum and of the refunds' sum.
type Columns = (Key, i64, (i64, i64), (i64, i64));

// The databases don't agree on the type of a sum.
const KEPT: [[&str; 2]; 2] = [
    ["CAST(SUM(whole) AS BIGINT)", "CAST(SUM(decimals) AS BIGINT)"],
    [
        "CAST(SUM(whole_refunds) AS BIGINT)",
        "CAST(SUM(refund_decimals) AS BIGINT)",
    ],
];
const ADDED: [[&str; 2]; 2] = [
    [
        "CAST(SUM(total_amount / 10000) AS BIGINT)",
        "CAST(SUM(total_amount % 10000) AS BIGINT)",
    ],
    [
        "CAST(SUM(CASE WHEN total_amount < 0 THEN total_amount / 10000 ELSE 0 END) AS BIGINT)",
        "CAST(SUM(CASE WHEN total_amount < 0 THEN total_amount % 10000 ELSE 0 END) AS BIGINT)",
    ],
];

/// The columns of [`Columns`].
macro_rules! columns {
    ($by:expr, $month:literal, $count:literal, $sums:expr) => {{
        let key = |grouped, column| if grouped { column } else { "CAST(NULL AS TEXT)" };
        let sums = $sums.map(|[whole, decimals]| (sql::<BigInt>(whole), sql::<BigInt>(decimals)));
        let [total, refunds] = sums;
        (
            (
                sql::<Nullable<Text>>(key($by.month, $month)),
                sql::<Nullable<TextEnum>>(key($by.sub_type, "sub_type")),
                sql::<Nullable<Text>>(key($by.vendor, "vendor_name")),
                sql::<Nullable<TextEnum>>("currency"),
            ),
            sql::<BigInt>($count),
            total,
            refunds,
        )
    }};
}

impl Store {
    /// What those of a user's invoices add up to that the filter accepts and that are not cancelled. No order.
    pub fn retail_sums(&self, user: UserId, filter: &RetailFilter, by: Grouping) -> Answer<'_, Vec<RetailSum>> {
        let filter = filter.clone();
        self.read(move |db| {
            let parts = Parts::of(&filter);
            let groups = retail_sums::table
                .group_by(sql::<Text>("1, 2, 3, 4"))
                .select(columns!(by, "NULLIF(month, '')", "CAST(SUM(invoices) AS BIGINT)", KEPT))
                .filter(retail_sums::cancelled.eq(false));
            let mut groups: Vec<Columns> = kept!(groups, user, &filter, &parts).load(db)?;
            for days in &parts.days {
                let rows = retail_invoices::table
                    .group_by(sql::<Text>("1, 2, 3, 4"))
                    .select(columns!(by, "substr(invoice_date, 1, 7)", "COUNT(*)", ADDED))
                    .filter(retail_invoices::cancelled.is_null());
                groups.extend(filtered!(rows, user, days, RowsBy::User).load::<Columns>(db)?);
            }
            Ok(added(groups))
        })
    }

    /// The number of the user's retail invoices that the filter accepts, in each category that has any.
    pub fn retail_counts(&self, user: UserId, filter: &RetailFilter) -> Answer<'_, BTreeMap<SubType, u64>> {
        let filter = filter.clone();
        self.read(move |db| {
            let parts = Parts::of(&filter);
            let counts = retail_sums::table
                .group_by(retail_sums::sub_type)
                .select((retail_sums::sub_type, counted()));
            let mut counts: Vec<(SubType, i64)> = kept!(counts, user, &filter, &parts).load(db)?;
            for days in &parts.days {
                // As a value of its own: SQLite would read all rows in the order of an index by category.
                let sub_type = || sql::<TextEnum>("sub_type || ''");
                let of_days = retail_invoices::table
                    .group_by(sub_type())
                    .select((sub_type(), count_star()));
                counts.extend(filtered!(of_days, user, days, RowsBy::User).load::<(SubType, i64)>(db)?);
            }
            let mut of_each = BTreeMap::new();
            for (sub_type, count) in counts {
                *of_each.entry(sub_type).or_default() += count.unsigned_abs();
            }
            Ok(of_each)
        })
    }
}

/// The groups, those with the same key together.
fn added(groups: Vec<Columns>) -> Vec<RetailSum> {
    let units = |(whole, decimals): (i64, i64)| i128::from(whole) * 10_000 + i128::from(decimals);
    let mut sums: BTreeMap<Key, (u64, i128, i128)> = BTreeMap::new();
    for (key, count, total, refunds) in groups {
        let sum = sums.entry(key).or_default();
        sum.0 += count.unsigned_abs();
        sum.1 += units(total);
        sum.2 += units(refunds);
    }
    let sum = |((month, sub_type, vendor_name, currency), (count, total, refunds))| RetailSum {
        month,
        sub_type,
        vendor_name,
        currency,
        count,
        total,
        refunds,
    };
    sums.into_iter().map(sum).collect()
}
