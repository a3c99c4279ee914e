//! What a document says of the purchase that it belongs to.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::ids::TextError;
use crate::text_enum;

text_enum! {
    /// What a document is in the course of a purchase.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    Role: TextError = |_| TextError("not the role of a document"); {
        /// Confirms an order or a booking, or announces its dispatch, its delivery or a refund. It has no invoice number and does
        /// not say that it is paid.
        Announcement = "announcement",
        /// An invoice or a credit note.
        Invoice = "invoice",
        /// A receipt. Every document that says nothing else is one.
        #[default]
        Receipt = "receipt",
        /// Says that an invoice was paid.
        Payment = "payment",
        /// Asks again for the payment of an invoice.
        Reminder = "reminder",
        /// Replaces an earlier document: a corrected invoice, a changed booking.
        Replacement = "replacement",
        /// Cancels an order, a booking or an invoice.
        Cancellation = "cancellation",
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
