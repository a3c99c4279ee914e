//! The detail record of the category.

use parser_kit::Money;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// {{about}}
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct {{type}}Invoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The VAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// What the delivery costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_fee: Option<Money>,
    /// The discount, positive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// How it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<String>,
    /// The bought things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<{{type}}Line>,
}

/// A bought thing.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct {{type}}Line {
    /// What it is called.
    pub name: String,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Money>,
    /// The price of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}
