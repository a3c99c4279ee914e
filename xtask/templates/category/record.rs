//! The detail record of the category.

use parser_kit::Money;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// {{about}}
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct {{type}}Invoice {
    /// The fields of every invoice.
    #[serde(flatten)]
    pub common: Common,
    /// The VAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// The cost of delivery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_fee: Option<Money>,
    /// The discount, as a positive amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// The method of payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<String>,
    /// The purchased items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<{{type}}Line>,
}

/// A purchased item.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct {{type}}Line {
    /// Its name.
    pub name: String,
    /// The number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Money>,
    /// The price of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}
