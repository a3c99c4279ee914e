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
    pub tax: Option<Money>,
    /// The cost of delivery.
    pub delivery_fee: Option<Money>,
    /// The discount, as a positive amount.
    pub discount: Option<Money>,
    /// The method of payment.
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
    pub quantity: Option<Money>,
    /// The price of the line.
    pub price: Option<Money>,
}
