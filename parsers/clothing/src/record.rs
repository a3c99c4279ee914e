//! The detail record of the category.

use parser_kit::Money;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// Clothes and shoes.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ClothingInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The VAT.
    pub tax: Option<Money>,
    /// The delivery fee.
    pub delivery_fee: Option<Money>,
    /// The discount, as a positive amount.
    pub discount: Option<Money>,
    /// How it was paid.
    pub payment_method: Option<String>,
    /// The clothes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ClothingLine>,
}

/// A piece of clothing.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ClothingLine {
    /// The name.
    pub name: String,
    /// The brand, if the line states it.
    pub brand: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The shop's article number.
    pub article_number: Option<String>,
    /// How many.
    pub quantity: Option<Money>,
    /// The price of the line.
    pub price: Option<Money>,
}
