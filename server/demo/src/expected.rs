//! What a mailbox contains, known before the service reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::NaiveDate;
use invoices_sandbox::sample::{Expectation, RentNotice, SampleMail, Shop};
use invoices_service::Sources;

use super::own::OwnMail;

/// The expected result for a mailbox.
#[derive(Default)]
pub struct Expected {
    /// The number of rent notices that the ingest counts.
    pub rental_documents: Range,
    /// The number of messages that the ingest counts, by vendor.
    pub by_vendor: BTreeMap<String, Range>,
    /// The expected invoices, if they are known.
    pub readings: Option<Readings>,
}

/// A number of documents or messages: without those that are in the mailbox before, and with them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    pub least: u64,
    pub most: u64,
}

impl Range {
    fn add(&mut self, count: u64, is_new: bool) {
        self.least += if is_new { count } else { 0 };
        self.most += count;
    }

    pub fn contains(self, count: u64) -> bool {
        (self.least..=self.most).contains(&count)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.most)
        } else {
            write!(f, "{} to {}", self.least, self.most)
        }
    }
}

/// The invoices in the invented messages.
#[derive(Default)]
pub struct Readings {
    pub rental: Vec<RentNotice>,
    /// The shops with the days of their receipts.
    pub retail: Vec<(Shop, NaiveDate)>,
    /// The number of messages that must be quarantined.
    pub quarantined: usize,
}

impl Expected {
    /// Every invoice of the invented messages is known.
    pub fn of_sample(mails: &[SampleMail]) -> Self {
        let mut readings = Readings::default();
        let mut expected = Expected::default();
        let mut count = |vendor_id: &str| expected.by_vendor.entry(vendor_id.to_owned()).or_default().add(1, true);
        for mail in mails {
            match &mail.what {
                Expectation::Rental(notice) => {
                    expected.rental_documents.add(1, true);
                    readings.rental.push(notice.clone());
                }
                Expectation::Retail(shop, day) => {
                    count(shop.vendor_id);
                    readings.retail.push((*shop, *day));
                }
                Expectation::NoInvoice { vendor_id } => count(vendor_id),
                Expectation::Quarantined => readings.quarantined += 1,
                Expectation::Ignored => {}
            }
        }
        expected.readings = Some(readings);
        expected
    }

    /// Counts the messages of vendors and landlords in a mailbox, independently of the service. A mail that is there twice, or a
    /// PDF of two mails, counts once or twice.
    pub fn of_mails(mails: &[OwnMail], sources: &Sources) -> Self {
        let (landlords, vendors) = (sources.active_landlords(), sources.active_vendors(None));
        let mut expected = Expected::default();
        let (mut ids, mut known, mut files) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for mail in mails.iter().filter(|mail| mail.left_out.is_none()) {
            let Some(sender) = mail.sender.as_ref().filter(|_| ids.insert(&mail.id)) else {
                continue;
            };
            let is_known = mail.header_id.is_some() && !known.insert((sender, &mail.header_id));
            if landlords.iter().any(|landlord| landlord.matches(sender, &mail.subject)) {
                for pdf in &mail.pdfs {
                    expected.rental_documents.add(1, files.insert((None, pdf)) && !is_known);
                }
            }
            let closest = vendors
                .iter()
                .filter_map(|v| Some((v.matches(sender, &mail.subject)?, v)))
                .max_by_key(|hit| hit.0);
            let is_fetched = mail.has_text || !mail.pdfs.is_empty();
            if let Some((_, vendor)) = closest.filter(|_| is_fetched) {
                let vendor_id = vendor.vendor_id.to_string();
                let new_files = mail
                    .pdfs
                    .iter()
                    .filter(|pdf| files.insert((Some(vendor_id.clone()), *pdf)));
                let has_new = new_files.count() > 0 || mail.has_text;
                let count = expected.by_vendor.entry(vendor_id).or_default();
                count.add(1, has_new && !is_known);
            }
        }
        expected
    }

    /// Whether the ingest counted these messages, all of vendors that are named.
    pub fn fits(&self, by_vendor: &BTreeMap<String, u64>) -> bool {
        let count = |vendor| by_vendor.get(vendor).copied().unwrap_or_default();
        by_vendor.keys().all(|vendor| self.by_vendor.contains_key(vendor))
            && self
                .by_vendor
                .iter()
                .all(|(vendor, expected)| expected.contains(count(vendor)))
    }
}

impl Readings {
    /// The expected receipt with this category, date and total.
    pub fn retail_of(&self, sub_type: &str, date: Option<NaiveDate>, total: &str) -> Option<&(Shop, NaiveDate)> {
        let fits = |(shop, day): &&(Shop, NaiveDate)| {
            shop.sub_type == sub_type && Some(*day) == date && shop.total.to_string() == total
        };
        self.retail.iter().find(fits)
    }
}
