//! The detail record of the category.

use parser_kit::detail::Common;
use parser_kit::{Field, Money};
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
    pub store_name: Option<String>,
    /// The location of the shop.
    pub store_location: Option<String>,
    /// The goods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<GroceryLine>,
    /// The discount, as a positive amount.
    pub discount: Option<Money>,
    /// The deposit on bottles and cans.
    pub deposit: Option<Money>,
}

/// A line of goods.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GroceryLine {
    /// The name.
    pub name: String,
    /// How many, or how much.
    pub quantity: Option<Money>,
    /// The unit of the quantity. Default: `pcs`.
    pub unit: String,
    /// The price of the line.
    pub price: Option<Money>,
    /// The kind of goods.
    pub category: Option<String>,
}
