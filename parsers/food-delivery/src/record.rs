//! The detail record of the category.

use parser_kit::Field;
use parser_kit::Money;
use parser_kit::detail::Common;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restaurant: Option<String>,
    /// The delivery fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_fee: Option<Money>,
    /// The service fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_fee: Option<Money>,
    /// The discount, as a positive amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// The tip.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Money>,
    /// The price of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}
