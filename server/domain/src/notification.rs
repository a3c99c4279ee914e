//! What a notification says, as values.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::money::Money;

/// The values in the sentence of a notification of invoices. What is not known is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotificationFacts {
    /// What to pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    /// The currency of the amount, SEK where the invoice states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The last day to pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// The landlord's name. Of several invoices, if all are of one landlord.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landlord: Option<String>,
    /// The number of invoices, of a notification of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_count: Option<u64>,
}
