//! What a document says of the purchase that it belongs to.

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::ids::TextError;

/// What a document is in the course of a purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Confirms an order or a booking, or announces its dispatch, its delivery or a refund. It has no invoice number and does
    /// not say that it is paid.
    Announcement,
    /// An invoice or a credit note.
    Invoice,
    /// A receipt. Every document that says nothing else is one.
    #[default]
    Receipt,
    /// Says that an invoice was paid.
    Payment,
    /// Asks again for the payment of an invoice.
    Reminder,
    /// Replaces an earlier document: a corrected invoice, a changed booking.
    Replacement,
    /// Cancels an order, a booking or an invoice.
    Cancellation,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] = [
        Role::Announcement,
        Role::Invoice,
        Role::Receipt,
        Role::Payment,
        Role::Reminder,
        Role::Replacement,
        Role::Cancellation,
    ];

    /// The name in the database and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Announcement => "announcement",
            Role::Invoice => "invoice",
            Role::Receipt => "receipt",
            Role::Payment => "payment",
            Role::Reminder => "reminder",
            Role::Replacement => "replacement",
            Role::Cancellation => "cancellation",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Role {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        Role::ALL
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or(TextError("not the role of a document"))
    }
}

/// What a document itself states of the purchase that it belongs to. Numbers are as written; each sort is stated for itself and
/// never replaces another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    /// What the document is.
    pub role: Role,
    /// The number of this invoice or credit note. A reminder's or payment's is that of its invoice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    /// The number of this receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_number: Option<String>,
    /// The order number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    /// The booking reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking_reference: Option<String>,
    /// The number of the invoice that a refund credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<String>,
    /// The day that the document states as its own: issued, ordered, paid, or the day in its heading. Never a due date, a day
    /// of delivery or travel, or the day on which its mail was received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_day: Option<NaiveDate>,
    /// Whether it says that it is paid.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub paid: bool,
}
