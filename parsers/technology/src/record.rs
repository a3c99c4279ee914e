//! The detail record of the category.

use parser_kit::Money;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// Electronics, computers and the services that run on them.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TechnologyInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The VAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// The delivery fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_fee: Option<Money>,
    /// How it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<String>,
    /// The bought things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<TechnologyLine>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// A bought thing.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TechnologyLine {
    /// The name.
    pub name: String,
    /// The shop's article number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article_number: Option<String>,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Money>,
    /// The price of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}
