//! A mailbox of invented mails, with the expected result for each.
//!
//! For the demo and for tests. People, addresses, numbers and layouts are invented; the shops are known to the service,
//! so that its searches find them. Every `now` of one day gives the same bytes, except for the notice of a month that has
//! only begun.
//!
//! ```
//! use invoices_sandbox::sample::{self, Expectation};
//! let now = "2026-11-21T12:00:00Z".parse().unwrap();
//! let mails = sample::mailbox(now);
//! let rents = mails.iter().filter(|mail| matches!(mail.what, Expectation::Rental(_)));
//! assert_eq!(rents.count(), 4);
//! ```

mod amount;
mod draft;
mod expectation;
mod noise;
mod pdf;
mod rent;
mod shops;

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Europe::Stockholm;

pub use amount::{Amount, with_check_digit};
pub use draft::{ACCOUNT, Attachment, Draft};
pub use expectation::{Expectation, SampleMail};
pub use rent::{LANDLORD, RENT_SUBJECT, RentNotice, rent_mail, rent_notice_pdf};
pub use shops::{Shop, shop_mail};

/// The number of monthly notices, including the current month.
const NOTICES: u32 = 4;

/// The mails at `now`, in no particular order: rent notices of this calendar month in Stockholm and the three before it,
/// receipts of the last 25 days in every category, and mails that aren't invoices. Nothing is received after `now`.
pub fn mailbox(now: DateTime<Utc>) -> Vec<SampleMail> {
    let mails = [last_notices(now), receipts(now), noise::mails(now)];
    mails.into_iter().flatten().collect()
}

/// One notice a month, received on the second day in the morning, or just before `now` if the month has only begun.
fn last_notices(now: DateTime<Utc>) -> Vec<SampleMail> {
    let today = now.with_timezone(&Stockholm).date_naive();
    let this_month = today - TimeDelta::days(i64::from(today.day0()));
    let months = (0..NOTICES).map(|back| this_month - Months::new(back));
    let mails = months.map(|month| {
        let morning = local(month + TimeDelta::days(1), 8);
        let just_now = (now - TimeDelta::minutes(5)).max(local(month, 0));
        let received_at = if morning <= now { morning } else { just_now };
        let notice = RentNotice::issued_on(received_at.with_timezone(&Stockholm).date_naive());
        SampleMail {
            eml: rent_mail(&notice, received_at).eml(),
            received_at,
            what: Expectation::Rental(notice),
        }
    });
    mails.collect()
}

/// An hour of a day in Stockholm. Daylight saving never changes at the hours used here.
fn local(day: NaiveDate, hour: u32) -> DateTime<Utc> {
    let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or(NaiveTime::MIN);
    let local = day.and_time(time);
    let at = Stockholm.from_local_datetime(&local).earliest();
    at.map_or_else(|| local.and_utc(), |at| at.to_utc())
}

/// A receipt of every shop, three days apart.
fn receipts(now: DateTime<Utc>) -> Vec<SampleMail> {
    let days = (2..).step_by(3);
    let mails = Shop::ALL.iter().zip(days).map(|(shop, days)| {
        let received_at = shops::days_ago(now, days);
        SampleMail {
            eml: shop_mail(shop, received_at).eml(),
            received_at,
            what: Expectation::Retail(*shop, received_at.date_naive()),
        }
    });
    mails.collect()
}
