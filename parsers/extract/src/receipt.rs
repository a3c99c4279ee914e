//! What the general reading and the vendor layouts hand to a category: the common part and everything else that categories ask for.

use chrono::NaiveDate;
use parser_model::Money;
use parser_model::reading::Stated;

use crate::page::Page;

/// A quantity such as `2` or `0.385`: an exact decimal of at most four decimals.
pub type Quantity = Money;

/// A bought thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// What is said of it in smaller letters.
    pub description: Option<String>,
    /// How many, or how much.
    pub quantity: Option<Quantity>,
    /// The quantity's unit, such as `kg`.
    pub unit: Option<String>,
    /// The price of the line.
    pub price: Option<Money>,
    /// The shop's number of it.
    pub article_number: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The brand.
    pub brand: Option<String>,
}

/// One order, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Receipt {
    /// The common part.
    pub stated: Stated,
    /// The bought things.
    pub items: Vec<Item>,
    /// The VAT.
    pub tax: Option<Money>,
    /// What the delivery costs.
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
    /// The first day of what is paid for.
    pub period_start: Option<NaiveDate>,
    /// The last day of what is paid for.
    pub period_end: Option<NaiveDate>,
    /// The receipt's number, where it has one beside the invoice's.
    pub receipt_number: Option<String>,
    /// What is subscribed to, where a layout knows.
    pub plan: Option<String>,
    /// Who carries, where another sells the ticket.
    pub carrier: Option<String>,
    /// A remark that belongs to the record.
    pub notes: Option<String>,
}

/// What a category's detail is made from.
pub struct Source<'a> {
    /// The document, looked through.
    pub page: &'a Page<'a>,
    /// What was read of it.
    pub receipt: &'a Receipt,
}
