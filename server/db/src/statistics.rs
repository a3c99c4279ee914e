//! What retail invoices add up to.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use invoices_domain::{Currency, SubType, UserId};

use crate::invoice::retail::list::{RetailFilter, filtered};
use crate::schema::retail_invoices;
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

type Columns = (
    (Option<String>, Option<SubType>, Option<String>, Option<Currency>),
    i64,
    (i64, i64),
    (i64, i64),
);

/// The integer digits and the decimals of amounts are added up apart, so that neither sum leaves the range of the database. The
/// databases don't agree on the type of a sum.
const WHOLE: &str = "CAST(SUM(total_amount / 10000) AS BIGINT)";
const DECIMALS: &str = "CAST(SUM(total_amount % 10000) AS BIGINT)";
const WHOLE_REFUNDS: &str = "CAST(SUM(CASE WHEN total_amount < 0 THEN total_amount / 10000 ELSE 0 END) AS BIGINT)";
const REFUND_DECIMALS: &str = "CAST(SUM(CASE WHEN total_amount < 0 THEN total_amount % 10000 ELSE 0 END) AS BIGINT)";

impl Store {
    /// What those of a user's invoices add up to that the filter accepts and that are not cancelled. No order.
    pub fn retail_sums(&self, user: UserId, filter: &RetailFilter, by: Grouping) -> Answer<'_, Vec<RetailSum>> {
        let filter = filter.clone();
        self.read(move |db| {
            let key = |grouped, column| if grouped { column } else { "CAST(NULL AS TEXT)" };
            let rows = retail_invoices::table.group_by(sql::<Text>("1, 2, 3, 4")).select((
                (
                    sql::<Nullable<Text>>(key(by.month, "substr(invoice_date, 1, 7)")),
                    sql::<Nullable<TextEnum>>(key(by.sub_type, "sub_type")),
                    sql::<Nullable<Text>>(key(by.vendor, "vendor_name")),
                    sql::<Nullable<TextEnum>>("currency"),
                ),
                sql::<BigInt>("COUNT(*)"),
                (sql::<BigInt>(WHOLE), sql::<BigInt>(DECIMALS)),
                (sql::<BigInt>(WHOLE_REFUNDS), sql::<BigInt>(REFUND_DECIMALS)),
            ));
            let rows = rows.filter(retail_invoices::cancelled.is_null());
            let rows: Vec<Columns> = filtered!(rows, user, filter).load(db)?;
            Ok(rows.into_iter().map(sum).collect())
        })
    }
}

fn sum((key, count, total, refunds): Columns) -> RetailSum {
    let (month, sub_type, vendor_name, currency) = key;
    let units = |(whole, decimals): (i64, i64)| i128::from(whole) * 10_000 + i128::from(decimals);
    RetailSum {
        month,
        sub_type,
        vendor_name,
        currency,
        count: count.unsigned_abs(),
        total: units(total),
        refunds: units(refunds),
    }
}
