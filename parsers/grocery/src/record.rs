//! The detail record of the category.

use parser_kit::Field;
use parser_kit::Money;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// The name of the shop.
pub const STORE_NAME: Field<String> = Field::new("store_name");
/// The address of the shop.
pub const STORE_LOCATION: Field<String> = Field::new("store_location");

/// Food and household goods.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GroceryInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_name: Option<String>,
    /// The location of the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_location: Option<String>,
    /// The goods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<GroceryLine>,
    /// The discount, as a positive amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// The deposit on bottles and cans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deposit: Option<Money>,
}

/// A line of goods.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GroceryLine {
    /// The name.
    pub name: String,
    /// How many, or how much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Money>,
    /// The unit of the quantity. Default: `pcs`.
    pub unit: String,
    /// The price of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// The kind of goods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
}
