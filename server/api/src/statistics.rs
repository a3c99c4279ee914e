//! Statistics of invoices.

use chrono::NaiveDate;
use invoices_domain::{Currency, Money, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::ApiError;
use crate::invoice::retail::SubType;
use crate::operation::{Operation, Success};
use crate::page;
use crate::sentence;

/// What to add up, and by what.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct SpendingQuery {
    /// Only invoices of this day or later, by invoice date, or by due date for rent.
    #[serde(default, deserialize_with = "page::from")]
    pub from: Option<NaiveDate>,
    /// Only invoices of this day or earlier.
    #[serde(default, deserialize_with = "page::to")]
    pub to: Option<NaiveDate>,
    /// How to group: `month`, `sub_type` and `vendor`, separated by commas. Default: `month,sub_type`.
    #[serde(default, deserialize_with = "keys")]
    #[schemars(
        with = "Option<String>",
        regex(pattern = r"^(month|sub_type|vendor)(,(month|sub_type|vendor))*$")
    )]
    pub by: Option<Vec<SpendingKey>>,
    /// Only rental or retail invoices. Default: both. Any string is accepted, so that the error for an invalid one can name it.
    #[serde(rename = "type")]
    #[schemars(with = "Option<Source>")]
    pub invoice_type: Option<String>,
    /// Only retail invoices of this sub-type. Any string is accepted, so that the error for an invalid one can list the valid
    /// ones.
    #[schemars(with = "Option<SubType>")]
    pub subtype: Option<String>,
}

impl SpendingQuery {
    /// Refuses a first day after the last one.
    pub fn check_days(&self) -> Result<(), ApiError> {
        page::check_days(self.from, self.to)
    }
}

/// By what invoices are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendingKey {
    /// By month.
    Month,
    /// By sub-type.
    SubType,
    /// By vendor.
    Vendor,
}

fn keys<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<SpendingKey>>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let keys = text.split(',').map(|key| match key {
        "month" => Ok(SpendingKey::Month),
        "sub_type" => Ok(SpendingKey::SubType),
        "vendor" => Ok(SpendingKey::Vendor),
        _ => Err(serde::de::Error::custom(
            "by must be month, sub_type and vendor, separated by commas",
        )),
    });
    keys.collect::<Result<_, _>>().map(Some)
}

/// The spending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spending {
    /// One row for each group with invoices, newest month first, groups without a month last.
    pub rows: Vec<SpendingRow>,
}

/// The totals of one group of invoices. Each currency is a separate group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpendingRow {
    /// The month of the invoices' dates, or of the due dates of rent. Absent if the invoices state no date or are not grouped
    /// by month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}$"))]
    pub month: Option<String>,
    /// Whether the row contains rental or retail invoices, if grouped by sub-type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub invoice_type: Option<Source>,
    /// The sub-type of retail invoices, if grouped by sub-type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub_type: Option<SubType>,
    /// The payee, if grouped by vendor. A landlord without a known name is listed by the sender's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_name: Option<String>,
    /// The currency. `SEK` if the invoices state none.
    pub currency: Currency,
    /// `true` if the invoices state no currency (they have a separate row); otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub currency_assumed: bool,
    /// The amount paid or due, less refunds. Absent if the sum has more than eleven integer digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// The negative sum of the refunds and credit notes in `total`. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<Money>,
    /// The number of invoices.
    pub count: u64,
}

pub(crate) fn operations() -> [Operation; 1] {
    let spending = Success::new(200, "The spending.")
        .envelope(sentence::SPENDING_RETRIEVED)
        .cached();
    let unchanged = Success::new(304, "The caller's copy is current.").cached();
    let operation = Operation::new("spending_view")
        .success(spending)
        .success(unchanged)
        .failures([
            ApiError::invalid_type("foo").when("The type is neither `rental` nor `retail`."),
            ApiError::invalid_request("Invalid subtype 'foo'. Valid options: clothing, grocery.")
                .when("The sub-type is unknown; the message lists the known ones."),
            ApiError::sub_type_of_rental().when("`subtype` together with `rental` as the type."),
            ApiError::invalid_request("by must be month, sub_type and vendor, separated by commas")
                .when("A parameter has the wrong form; the message names it."),
        ]);
    [operation]
}

impl ApiError {
    /// 400 `INVALID_REQUEST`: `subtype` with rental invoices.
    pub fn sub_type_of_rental() -> Self {
        Self::invalid_request("The parameter subtype is for retail invoices only.")
    }
}
