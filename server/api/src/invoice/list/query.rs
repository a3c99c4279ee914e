//! The query of a list.

use chrono::NaiveDate;
use invoices_domain::Currency;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::error::ApiError;
use crate::invoice::retail::SubType;
use crate::page::{self, Limit};

/// The longest text that is searched for, in characters.
const MAX_WORDS: usize = 200;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListOrder {
    /// The newest date first, then by id.
    #[default]
    Newest,
    /// The reverse.
    Oldest,
}

/// What to list. `subtype`, `invoice-id` and `counts` are for `retail` only.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct InvoiceListQuery {
    /// Only retail invoices of this sub-type. Any string is accepted, so that the error for an invalid one can list the valid
    /// ones.
    #[schemars(with = "Option<SubType>")]
    pub subtype: Option<String>,
    /// Return the detail record of this invoice. Requires `subtype`.
    #[serde(rename = "invoice-id")]
    pub invoice_id: Option<String>,
    /// `true`: return counts instead of records. Can't be combined with `invoice-id`. `false` is the same as absent.
    /// Case-insensitive.
    #[serde(default, deserialize_with = "boolean")]
    pub counts: Option<bool>,
    /// Only invoices of the vendor with this id or name, or of the landlord with this name or address.
    pub vendor: Option<String>,
    /// Only invoices in this currency. Invoices that state none count as SEK.
    #[serde(default, deserialize_with = "currency")]
    #[schemars(with = "Option<String>", regex(pattern = r"^[A-Za-z]{3}$"))]
    pub currency: Option<Currency>,
    /// Maximum number of invoices per page. Default: all.
    pub limit: Option<Limit<500>>,
    /// The `next_cursor` of the previous page. The other parameters must be the same.
    pub cursor: Option<String>,
    /// Only invoices of this day or later, by invoice date, or by due date for rent.
    #[serde(default, deserialize_with = "page::from")]
    pub from: Option<NaiveDate>,
    /// Only invoices of this day or earlier.
    #[serde(default, deserialize_with = "page::to")]
    pub to: Option<NaiveDate>,
    /// Only invoices with this text in the vendor or landlord, the order, invoice, receipt or payment number, an item or the
    /// PDF's name, or with this total: `1890` and `1 890,00` match 1890. Case and accents are ignored: `cafe` matches `Café`.
    #[serde(default, deserialize_with = "words")]
    #[schemars(length(max = 200))]
    pub q: Option<String>,
    /// The order. Default: `newest`.
    #[serde(default, deserialize_with = "sort")]
    pub sort: Option<ListOrder>,
}

page::named!(sort, "sort", ListOrder);
page::named!(currency, "currency", Currency);

impl InvoiceListQuery {
    /// Refuses a first day after the last one.
    pub fn check_days(&self) -> Result<(), ApiError> {
        page::check_days(self.from, self.to)
    }

    /// Refuses parameters that are for `retail` only, `counts=false` included.
    pub fn check_for_rental(&self) -> Result<(), ApiError> {
        if self.subtype.is_some() || self.invoice_id.is_some() || self.counts.is_some() {
            return Err(ApiError::rental_takes_no_parameters());
        }
        Ok(())
    }
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let words = String::deserialize(deserializer)?;
    if words.chars().count() > MAX_WORDS {
        return Err(serde::de::Error::custom(format!(
            "q must have at most {MAX_WORDS} characters"
        )));
    }
    Ok(Some(words))
}

fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        _ => Err(serde::de::Error::custom("counts must be true or false")),
    }
}
