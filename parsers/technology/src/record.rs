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
    pub tax: Option<Money>,
    /// The delivery fee.
    pub delivery_fee: Option<Money>,
    /// How it was paid.
    pub payment_method: Option<String>,
    /// The bought things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<TechnologyLine>,
    /// A remark.
    pub notes: Option<String>,
}

/// A bought thing.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TechnologyLine {
    /// The name.
    pub name: String,
    /// The shop's article number.
    pub article_number: Option<String>,
    /// How many.
    pub quantity: Option<Money>,
    /// The price of the line.
    pub price: Option<Money>,
}
