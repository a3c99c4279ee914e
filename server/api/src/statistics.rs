//! Statistics of invoices.

use chrono::NaiveDate;
use invoices_domain::{Currency, Money};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::example::{Example, Examples};
use crate::list::InvoiceType;
use crate::operation::{Failure, Operation, Success};
use crate::page;
use crate::retail::SubType;

/// What to add up, and by what.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct SpendingQuery {
    /// Only invoices of this day or later: by the invoice's date, or the date on which rent is due.
    #[serde(default, deserialize_with = "page::from")]
    pub from: Option<NaiveDate>,
    /// Only invoices of this day or earlier.
    #[serde(default, deserialize_with = "page::to")]
    pub to: Option<NaiveDate>,
    /// By what to add up: `month`, `sub_type` and `vendor`, separated by commas; `month,sub_type` when absent.
    #[serde(default, deserialize_with = "keys")]
    #[schemars(
        with = "Option<String>",
        regex(pattern = r"^(month|sub_type|vendor)(,(month|sub_type|vendor))*$")
    )]
    pub by: Option<Vec<SpendingKey>>,
    /// Only rental or retail invoices; both when absent. Any text is taken, so that the answer to a wrong one can name it.
    #[serde(rename = "type")]
    #[schemars(with = "Option<InvoiceType>")]
    pub invoice_type: Option<String>,
    /// Only retail invoices of this sub-type. Any text is taken, so that the answer to a wrong one can list the valid.
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

/// What was spent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spending {
    /// A row for each group that has invoices: the newest month first, those without a month last.
    pub rows: Vec<SpendingRow>,
}

/// What the invoices of one group add up to. Each currency is a group of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpendingRow {
    /// The month of the invoices' dates, of rent the month in which it is due. Absent where invoices state no date, and where they
    /// are not added up by month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}$"))]
    pub month: Option<String>,
    /// Where invoices are added up by sub-type, whether the row is of rental or of retail invoices.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub invoice_type: Option<InvoiceType>,
    /// The sub-type of retail invoices, where they are added up by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub_type: Option<SubType>,
    /// Who is paid, where invoices are added up by vendor. A landlord of whom no name is known has the sender's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_name: Option<String>,
    /// The currency; `SEK` where the invoices state none.
    pub currency: Currency,
    /// `true` where the invoices state no currency, which are a row of their own; else absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub currency_assumed: bool,
    /// What was paid or is to pay, less refunds. Absent where the sum has more than eleven integer digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// The sum of the refunds and credit notes in `total`, negative; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<Money>,
    /// How many invoices there are.
    pub count: u64,
}

pub(crate) fn operations() -> [Operation; 1] {
    let spending = Success::new(200, "What was spent.")
        .envelope("spending", "Spending retrieved successfully!", Spending::example())
        .cached();
    let unchanged = Success::new(304, "The caller's copy is current, as the header `If-None-Match` says.").cached();
    let operation = Operation::new("spending_view")
        .parameter("from", json!("2026-01-01"))
        .parameter("to", json!("2026-12-31"))
        .parameter("by", json!("month,sub_type"))
        .parameter("type", InvoiceType::example())
        .parameter("subtype", SubType::example())
        .success(spending)
        .success(unchanged)
        .failures([
            Failure::new(
                ApiError::invalid_type("foo"),
                "The type is neither `rental` nor `retail`.",
            ),
            Failure::new(
                ApiError::invalid_request("Invalid subtype 'foo'. Valid options: clothing, grocery."),
                "The sub-type is unknown; the message lists the known ones.",
            ),
            Failure::new(
                ApiError::sub_type_of_rental(),
                "`subtype` together with `rental` as the type.",
            ),
            Failure::new(
                ApiError::invalid_request("by must be month, sub_type and vendor, separated by commas"),
                "A parameter has the wrong form; the message names it.",
            ),
            Failure::database(),
        ]);
    [operation]
}

impl ApiError {
    /// 400 `INVALID_REQUEST`: `subtype` with rental invoices.
    pub fn sub_type_of_rental() -> Self {
        Self::invalid_request("The parameter subtype is for retail invoices only.")
    }
}

pub(crate) fn examples() -> Examples {
    Examples::default().with::<Spending>().with::<SpendingRow>()
}

impl Example for Spending {
    fn example() -> Value {
        json!({"rows": [SpendingRow::example()]})
    }
}

impl Example for SpendingRow {
    fn example() -> Value {
        json!({
            "month": "2026-07",
            "type": "retail",
            "sub_type": "grocery",
            "currency": "SEK",
            "total": 1834.5,
            "refunds": -49,
            "count": 7,
        })
    }
}
