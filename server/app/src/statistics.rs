//! What a user spent.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use invoices_db::{Grouping, RentalRow, RetailFilter};
use invoices_domain::{Currency, Money, Source, SubType, UserId};

use crate::app::App;
use crate::error::Error;
use crate::page::{due, stated_due};

/// Which invoices are added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpendingFilter {
    /// Only landlords' or vendors'.
    pub source: Option<Source>,
    /// Only retail invoices of this category.
    pub sub_type: Option<SubType>,
    /// Dated on this day or later, as in lists.
    pub from: Option<NaiveDate>,
    /// Dated on this day or earlier.
    pub to: Option<NaiveDate>,
}

/// What invoices have in common that are added up. The newest month comes first, those without one last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// `YYYY-MM`; `None` if invoices state no date, or are not grouped by month.
    pub month: Reverse<Option<String>>,
    /// Whether they are landlords' or vendors', if they are grouped by category.
    pub source: Option<Source>,
    /// The category of vendors' invoices, if they are grouped by it.
    pub sub_type: Option<SubType>,
    /// The payee, if they are grouped by it. `None` if no landlord is known.
    pub vendor_name: Option<String>,
    /// The currency, if stated.
    pub currency: Option<Currency>,
}

/// What the invoices of one group add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// What they have in common.
    pub group: Group,
    /// The sum. `None` if it is out of the range of amounts.
    pub total: Option<Money>,
    /// The sum of the negative ones, if there are any. `None` also if it is out of range.
    pub refunds: Option<Money>,
    /// How many invoices there are.
    pub count: u64,
}

/// A sum in ten-thousandths. A million of the largest amounts fit.
#[derive(Default)]
struct Sum {
    total: i128,
    refunds: i128,
    count: u64,
}

impl App {
    /// The sums of a user's invoices, newest month first. Currencies are never added up together, and those that state none are
    /// a group of their own. Corrected values count. Rental invoices count by their due date.
    pub async fn spending(&self, user: UserId, filter: &SpendingFilter, by: Grouping) -> Result<Vec<Spent>, Error> {
        let mut sums: BTreeMap<Group, Sum> = BTreeMap::new();
        if filter.source != Some(Source::Rental) {
            let retail = RetailFilter {
                sub_type: filter.sub_type.clone(),
                from: filter.from,
                to: filter.to,
                ..RetailFilter::default()
            };
            for group in self.store().retail_sums(user, &retail, by).await? {
                let key = Group {
                    month: Reverse(group.month),
                    source: by.sub_type.then_some(Source::Retail),
                    sub_type: group.sub_type,
                    vendor_name: group.vendor_name,
                    currency: group.currency,
                };
                sums.entry(key)
                    .or_default()
                    .add(group.total, group.refunds, group.count);
            }
        }
        if filter.source != Some(Source::Retail) && filter.sub_type.is_none() {
            let rows = self.store().rental_invoices(user).await?;
            let within = |row: &&RentalRow| {
                let due = due(row);
                filter.from.is_none_or(|from| due >= from) && filter.to.is_none_or(|to| due <= to)
            };
            let counts = |row: &&RentalRow| row.record.replaced_by.is_none();
            for row in rows.iter().filter(within).filter(counts) {
                let units = i128::from(row.record.total_amount.units());
                sums.entry(rental_group(row, by))
                    .or_default()
                    .add(units, units.min(0), 1);
            }
        }
        Ok(sums.into_iter().map(|(group, sum)| spent(group, &sum)).collect())
    }
}

fn rental_group(row: &RentalRow, by: Grouping) -> Group {
    let month = stated_due(row).filter(|_| by.month);
    let landlord = || row.record.landlord().or(row.landlord.as_deref()).map(str::to_owned);
    Group {
        month: Reverse(month.map(|due| due.format("%Y-%m").to_string())),
        source: by.sub_type.then_some(Source::Rental),
        sub_type: None,
        vendor_name: by.vendor.then(landlord).flatten(),
        currency: row.currency,
    }
}

impl Sum {
    fn add(&mut self, total: i128, refunds: i128, count: u64) {
        self.total += total;
        self.refunds += refunds;
        self.count += count;
    }
}

fn spent(group: Group, sum: &Sum) -> Spent {
    let money = |units: i128| Money::from_units(i64::try_from(units).ok()?).ok();
    Spent {
        group,
        total: money(sum.total),
        refunds: money(sum.refunds).filter(|refunds| !refunds.is_zero()),
        count: sum.count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_out_of_range_is_left_out() {
        let group = || Group {
            month: Reverse(None),
            source: None,
            sub_type: None,
            vendor_name: None,
            currency: None,
        };
        let of = |total, refunds| {
            let mut sum = Sum::default();
            sum.add(total, refunds, 1);
            let spent = spent(group(), &sum);
            (spent.total, spent.refunds)
        };
        assert_eq!(of(15_000, -5_000), ("1.5".parse().ok(), "-0.5".parse().ok()));
        assert_eq!(of(0, 0), (Some(Money::ZERO), None));
        assert_eq!(of(1_000_000_000_000_000, 0), (None, None));
        assert_eq!(of(i128::from(i64::MAX) * 2, 0), (None, None));
    }

    #[test]
    fn months_are_the_newest_first_and_none_last() {
        let months = [Some("2026-07"), None, Some("2026-11")];
        let mut months = months.map(|month| Reverse(month.map(str::to_owned)));
        months.sort_unstable();
        assert_eq!(
            months.map(|month| month.0),
            [Some("2026-11".into()), Some("2026-07".into()), None]
        );
    }
}
