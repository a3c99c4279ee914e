//! The detail record of the category.

use parser_kit::detail::Common;
use parser_kit::{Field, Money};
use schemars::JsonSchema;
use serde::Serialize;

/// The kind of the purchase.
pub const CATEGORY: Field<String> = Field::new("category");
/// The purchase in one line.
pub const DESCRIPTION: Field<String> = Field::new("description");

/// Everything that fits no other category.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MiscellaneousInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The kind of purchase.
    pub category: Option<String>,
    /// The purchase in one line.
    pub description: Option<String>,
    /// The VAT.
    pub tax: Option<Money>,
    /// The delivery fee.
    pub delivery_fee: Option<Money>,
    /// The bought things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<MiscellaneousLine>,
    /// A remark.
    pub notes: Option<String>,
}

/// A bought thing.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MiscellaneousLine {
    /// The name.
    pub name: String,
    /// How many.
    pub quantity: Option<Money>,
    /// The price of the line.
    pub price: Option<Money>,
}
