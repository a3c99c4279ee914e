//! A mailbox of invented mails, with what is expected to be read from each.
//!
//! For the demo and for tests. People, addresses, numbers and layouts are made up; shops are the ones whose senders
//! the service knows, so that its searches find them. The same `now` makes the same bytes, and so does every `now` of
//! a day, but for the notice of a month that has only begun.
//!
//! ```
//! use invoices_sandbox::sample::{self, Expectation};
//! let now = "2026-11-21T12:00:00Z".parse().unwrap();
//! let sample = sample::mailbox(now);
//! let rents = sample.messages.iter().filter(|mail| matches!(mail.what, Expectation::Rental(_)));
//! assert_eq!(rents.count(), 4);
//! ```

mod amount;
mod draft;
mod noise;
mod pdf;
mod receipt;
mod rent;
mod shops;

use chrono::{DateTime, Utc};

pub use amount::{Amount, with_check_digit};
pub use draft::{ACCOUNT, Attachment, Draft};
pub use receipt::{Item, Receipt};
pub use rent::{LANDLORD, RENT_SUBJECT, RentExpectation, RentNotice, rent_mail, rent_notice_pdf};
pub use shops::{RetailExpectation, Shop, shop_mail};

/// An invented mailbox.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The account's address.
    pub address: &'static str,
    /// Its mails, in no particular order.
    pub messages: Vec<SampleMail>,
}

/// One mail and what should become of it.
#[derive(Clone, Debug)]
pub struct SampleMail {
    /// The message.
    pub eml: Vec<u8>,
    /// When it was received.
    pub received_at: DateTime<Utc>,
    /// What should become of it.
    pub what: Expectation,
}

/// What should become of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A rent notice that becomes a rental invoice.
    Rental(RentExpectation),
    /// A receipt that becomes a retail invoice.
    Retail(RetailExpectation),
    /// A mail of that vendor that holds no invoice: found, then rejected.
    NoInvoice {
        /// The vendor.
        vendor_id: &'static str,
    },
    /// A mail that claims that vendor as its sender, which the provider says is untrue.
    Quarantined {
        /// The vendor it claims.
        vendor_id: &'static str,
    },
    /// A mail that is none of the service's business.
    Ignored,
}

/// The mailbox as it is at `now`: rent notices of this calendar month in Stockholm and the three before it, receipts of
/// the last 25 days in every category, and mails that are no invoices. Nothing is received after `now`.
pub fn mailbox(now: DateTime<Utc>) -> Sample {
    let messages = rent::last_notices(now)
        .into_iter()
        .chain(shops::receipts(now))
        .chain(noise::mails(now))
        .collect();
    Sample {
        address: ACCOUNT,
        messages,
    }
}
