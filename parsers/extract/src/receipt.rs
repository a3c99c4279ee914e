//! The values of one purchase: found by the general reading, refined by a layout, used by a category.

use chrono::NaiveDate;
use parser_model::Money;
use parser_model::reading::Stated;

use crate::page::Page;

/// A quantity such as `2` or `0.385`, with at most four decimals.
pub type Quantity = Money;

/// An article of the purchase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The text below the name.
    pub description: Option<String>,
    /// How many, or how much.
    pub quantity: Option<Quantity>,
    /// The quantity's unit, such as `kg`.
    pub unit: Option<String>,
    /// The price of the line.
    pub price: Option<Money>,
    /// The shop's article number.
    pub article_number: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The brand.
    pub brand: Option<String>,
}

/// One purchase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Receipt {
    /// The fields of every category.
    pub stated: Stated,
    /// The articles.
    pub items: Vec<Item>,
    /// The VAT.
    pub tax: Option<Money>,
    /// The cost of delivery.
    pub delivery_fee: Option<Money>,
    /// Other fees.
    pub service_fee: Option<Money>,
    /// The discount, positive.
    pub discount: Option<Money>,
    /// The tip.
    pub tip: Option<Money>,
    /// The deposit on bottles and cans.
    pub deposit: Option<Money>,
    /// How it was paid.
    pub payment_method: Option<String>,
    /// The first day of the period that is paid for.
    pub period_start: Option<NaiveDate>,
    /// The last day of that period.
    pub period_end: Option<NaiveDate>,
    /// The receipt's number, if it differs from the invoice's.
    pub receipt_number: Option<String>,
    /// The plan of a subscription. Only layouts set it.
    pub plan: Option<String>,
    /// The carrier, where another company sells the ticket.
    pub carrier: Option<String>,
    /// A remark for the record.
    pub notes: Option<String>,
}

/// The input of a category's detail record.
pub struct Source<'a> {
    /// The page.
    pub page: &'a Page<'a>,
    /// Its values.
    pub receipt: &'a Receipt,
}
