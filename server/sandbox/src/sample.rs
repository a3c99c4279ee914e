//! A mailbox of invented mails, with the expected result for each.
//!
//! For the demo and for tests. People, addresses, numbers and layouts are invented; the shops are known to the service,
//! so that its searches find them. Every `now` of one day gives the same bytes, except for the notice of a month that has
//! only begun.
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
mod expectation;
mod noise;
mod pdf;
mod rent;
mod shops;

use chrono::{DateTime, Utc};

pub use amount::{Amount, with_check_digit};
pub use draft::{ACCOUNT, Attachment, Draft};
pub use expectation::{Expectation, RentExpectation, RetailExpectation, SampleMail};
pub use rent::{LANDLORD, RENT_SUBJECT, RentNotice, rent_mail, rent_notice_pdf};
pub use shops::{Shop, shop_mail};

/// An invented mailbox.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The account's address.
    pub address: &'static str,
    /// Its mails, in no particular order.
    pub messages: Vec<SampleMail>,
}

/// The mailbox at `now`: rent notices of this calendar month in Stockholm and the three before it, receipts of the last 25 days
/// in every category, and mails that aren't invoices. Nothing is received after `now`.
pub fn mailbox(now: DateTime<Utc>) -> Sample {
    let mails = [rent::last_notices(now), shops::receipts(now), noise::mails(now)];
    Sample {
        address: ACCOUNT,
        messages: mails.into_iter().flatten().collect(),
    }
}
