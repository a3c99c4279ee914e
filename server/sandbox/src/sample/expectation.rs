//! What should be read from each mail of the sample.

use chrono::{DateTime, NaiveDate, Utc};

use super::rent::RentNotice;
use super::shops::Shop;

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
#[derive(Clone, Debug)]
pub enum Expectation {
    /// A rent notice that becomes a rental invoice.
    Rental(RentNotice),
    /// A receipt of this shop, made on this day, that becomes a retail invoice.
    Retail(Shop, NaiveDate),
    /// A mail of this vendor without an invoice: found, then rejected.
    NoInvoice {
        /// The vendor.
        vendor_id: &'static str,
    },
    /// A mail that claims a vendor as its sender, but fails the provider's authentication.
    Quarantined,
    /// A mail that the service does not search for.
    Ignored,
}
