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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// The delivery fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_fee: Option<Money>,
    /// The discount, as a positive amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// How it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// The size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
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
