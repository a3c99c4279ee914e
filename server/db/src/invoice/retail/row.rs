//! Retail invoices as they are read and shown.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use invoices_domain::correction::{Corrected, PAID, RetailField};
use invoices_domain::reading::Direction;
use invoices_domain::webhook::RetailImage;
use invoices_domain::{Currency, Money, RetailInvoiceId, SubType, VendorId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::invoice::correction::Correctable;
use crate::schema::{retail_details, retail_invoices};
use crate::types::Record;

/// A retail invoice with its detail, as it was read.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable, Serialize, Deserialize)]
#[diesel(table_name = retail_invoices)]
pub struct RetailInvoice {
    /// Its id.
    pub invoice_id: RetailInvoiceId,
    /// The vendor.
    pub vendor_id: VendorId,
    /// The vendor's display name.
    pub vendor_name: String,
    /// The sub-type.
    pub sub_type: SubType,
    /// Charge or refund.
    pub direction: Direction,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// When the latest of its mails was received.
    pub received_at: DateTime<Utc>,
    /// The detail record, stored as given. It does not contain `invoice_id`, which a merge can change; the reader adds it.
    #[diesel(select_expression = retail_details::detail)]
    pub detail: Record,
}

impl RetailInvoice {
    /// The key of the detail record that says [`RetailInvoice::is_forwarded`].
    pub const FORWARDED: &str = "forwarded";

    /// Whether forwarded mails alone, by what they quote, state it.
    pub fn is_forwarded(&self) -> bool {
        self.detail.contains_key(Self::FORWARDED)
    }

    /// Whether it was paid, with the user's corrections: a document or the user says so.
    pub(crate) fn is_paid(&self, corrected: Option<&Corrected<RetailField>>) -> bool {
        let said = corrected.and_then(|corrected| corrected.0.get(&RetailField::Paid));
        let paid = said.or_else(|| self.detail.get(PAID));
        paid.is_some_and(|paid| *paid == Value::Bool(true))
    }
}

impl Correctable for RetailInvoice {
    type Field = RetailField;

    fn record(&self) -> Record {
        self.detail.clone()
    }
}

/// A retail invoice in a list, with the user's corrections.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = retail_invoices)]
pub struct RetailSummary {
    /// Its id.
    pub invoice_id: RetailInvoiceId,
    /// The vendor.
    pub vendor_id: VendorId,
    /// The vendor's display name.
    pub vendor_name: String,
    /// The sub-type.
    pub sub_type: SubType,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// The values that the user has corrected, if any.
    pub corrected: Option<Corrected<RetailField>>,
    /// Whether it was cancelled; absent if it was not.
    pub cancelled: Option<bool>,
    /// Whether forwarded mails alone, by what they quote, state it; absent if not.
    pub forwarded: Option<bool>,
    /// Whether it was paid; absent if not.
    pub paid: Option<bool>,
}

impl From<RetailSummary> for RetailImage {
    fn from(summary: RetailSummary) -> Self {
        RetailImage {
            invoice_id: summary.invoice_id,
            vendor_id: summary.vendor_id,
            vendor_name: summary.vendor_name,
            sub_type: summary.sub_type,
            invoice_date: summary.invoice_date,
            total_amount: summary.total_amount,
            currency: summary.currency,
            corrected: summary.corrected.map(|values| values.names()).unwrap_or_default(),
            cancelled: summary.cancelled.unwrap_or_default(),
            forwarded: summary.forwarded.unwrap_or_default(),
            paid: summary.paid.unwrap_or_default(),
        }
    }
}
