//! The detail record of the category.

use chrono::NaiveDate;
use parser_kit::detail::Common;
use parser_kit::{Field, Money};
use schemars::JsonSchema;
use serde::Serialize;

/// The kind of supply.
pub const UTILITY_TYPE: Field<UtilityType> = Field::new("utility_type");
/// Who supplies it.
pub const PROVIDER: Field<String> = Field::new("provider");
/// What was used.
pub const USAGE: Field<Vec<UtilityUsage>> = Field::new("usage");

/// Electricity, heating, water, waste, internet and telephone.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct UtilityInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The kind of supply.
    pub utility_type: Option<UtilityType>,
    /// Who supplies it.
    pub provider: Option<String>,
    /// What was used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<UtilityUsage>,
    /// The first day of the period.
    pub period_start: Option<NaiveDate>,
    /// The last day of the period.
    pub period_end: Option<NaiveDate>,
}

/// What was used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UtilityUsage {
    /// How much.
    pub quantity: Money,
    /// The unit, such as `kWh`.
    pub unit: String,
}

/// The kind of supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UtilityType {
    /// Electric power or its network.
    Electricity,
    /// Water and sewage.
    Water,
    /// District heating or gas.
    Heating,
    /// Internet access.
    Internet,
    /// Telephone.
    Mobile,
    /// Waste collection.
    Waste,
}
