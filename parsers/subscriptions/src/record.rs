//! The detail record of the category.

use chrono::NaiveDate;
use parser_kit::Field;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// The subscription's plan.
pub const PLAN: Field<String> = Field::new("plan");

/// Software, media and other monthly or yearly payments.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct SubscriptionsInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The number of the receipt.
    pub receipt_number: Option<String>,
    /// How it was paid.
    pub payment_method: Option<String>,
    /// The subscription's plan.
    pub plan: Option<String>,
    /// The first day of the paid period.
    pub period_start: Option<NaiveDate>,
    /// The last day of the paid period.
    pub period_end: Option<NaiveDate>,
}
