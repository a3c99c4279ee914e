//! The detail record of the category.

use parser_kit::detail::Common;
use parser_kit::{Field, Money};
use schemars::JsonSchema;
use serde::Serialize;

/// The restaurant.
pub const RESTAURANT: Field<String> = Field::new("restaurant");

/// Meals delivered from restaurants.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct FoodDeliveryInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The restaurant.
    pub restaurant: Option<String>,
    /// The delivery fee.
    pub delivery_fee: Option<Money>,
    /// The service fee.
    pub service_fee: Option<Money>,
    /// The discount, as a positive amount.
    pub discount: Option<Money>,
    /// The tip.
    pub tip: Option<Money>,
    /// The dishes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<FoodDeliveryLine>,
}

/// A dish.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct FoodDeliveryLine {
    /// The name.
    pub name: String,
    /// Toppings, sizes and wishes.
    pub description: Option<String>,
    /// How many.
    pub quantity: Option<Money>,
    /// The price of the line.
    pub price: Option<Money>,
}
