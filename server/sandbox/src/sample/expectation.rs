//! What should be read from each mail of the sample.

use chrono::{DateTime, NaiveDate, Utc};

use super::amount::Amount;

/// One mail with its expected result.
#[derive(Clone, Debug)]
pub struct SampleMail {
    /// The message.
    pub eml: Vec<u8>,
    /// When it was received.
    pub received_at: DateTime<Utc>,
    /// The expected result.
    pub what: Expectation,
}

/// The expected result of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A rent notice that becomes a rental invoice.
    Rental(RentExpectation),
    /// A receipt that becomes a retail invoice.
    Retail(RetailExpectation),
    /// A mail of this vendor without an invoice: found, then rejected.
    NoInvoice {
        /// The vendor.
        vendor_id: &'static str,
    },
    /// A mail that claims this vendor as its sender, but fails the provider's authentication.
    Quarantined {
        /// The vendor it claims.
        vendor_id: &'static str,
    },
    /// A mail that the service does not search for.
    Ignored,
}

/// What should be read from a rent notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RentExpectation {
    /// The record's id: `Invoice_` and the notice's number.
    pub invoice_id: String,
    /// The PDF's name.
    pub file_name: String,
    /// The due date.
    pub due_date: NaiveDate,
    /// The sum of its lines, in SEK.
    pub total: Amount,
    /// The payment reference.
    pub ocr: String,
}

/// What should be read from a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetailExpectation {
    /// The vendor's id.
    pub vendor_id: &'static str,
    /// The sub-type.
    pub sub_type: &'static str,
    /// The total.
    pub total: Amount,
    /// The currency.
    pub currency: &'static str,
    /// The date that the receipt states.
    pub invoice_date: NaiveDate,
    /// The order number, if stated.
    pub order_number: Option<&'static str>,
    /// The due date of a bill.
    pub due_date: Option<NaiveDate>,
    /// The payment reference of a bill.
    pub ocr: Option<String>,
}
