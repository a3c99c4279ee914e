//! What a mailbox contains, known before the service reads it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use invoices_sandbox::sample::{Expectation, RentExpectation, RetailExpectation, Sample};
use invoices_service::Sources;

use super::own::OwnMail;

/// The expected result for a mailbox.
pub struct Expected {
    /// The number of rent notices that the ingest counts.
    pub rental_documents: u64,
    /// The number of messages that the ingest counts, by vendor.
    pub by_vendor: BTreeMap<String, u64>,
    /// The expected invoices, if they are known.
    pub readings: Option<Readings>,
}

/// The invoices in the invented messages.
pub struct Readings {
    pub rental: Vec<RentExpectation>,
    pub retail: Vec<RetailExpectation>,
    /// The number of messages that must be quarantined.
    pub quarantined: usize,
}

impl Expected {
    /// Every invoice of the invented messages is known.
    pub fn of_sample(sample: &Sample) -> Self {
        let mut readings = Readings {
            rental: Vec::new(),
            retail: Vec::new(),
            quarantined: 0,
        };
        let mut by_vendor: BTreeMap<String, u64> = BTreeMap::new();
        for mail in &sample.messages {
            match &mail.what {
                Expectation::Rental(notice) => readings.rental.push(notice.clone()),
                Expectation::Retail(receipt) => {
                    *by_vendor.entry(receipt.vendor_id.to_owned()).or_default() += 1;
                    readings.retail.push(receipt.clone());
                }
                Expectation::NoInvoice { vendor_id } => *by_vendor.entry((*vendor_id).to_owned()).or_default() += 1,
                Expectation::Quarantined { .. } => readings.quarantined += 1,
                Expectation::Ignored => {}
            }
        }
        Expected {
            rental_documents: readings.rental.len() as u64,
            by_vendor,
            readings: Some(readings),
        }
    }

    /// Counts the messages of vendors and landlords in a mailbox, independently of the service.
    pub fn of_mails(mails: &[OwnMail], sources: &Sources) -> Self {
        let (landlords, vendors) = (sources.active_landlords(), sources.active_vendors(None));
        let mut expected = Expected {
            rental_documents: 0,
            by_vendor: BTreeMap::new(),
            readings: None,
        };
        let mut ids = BTreeSet::new();
        for mail in mails.iter().filter(|mail| mail.left_out.is_none()) {
            let Some(sender) = mail.sender.as_ref().filter(|_| ids.insert(&mail.id)) else {
                continue;
            };
            if landlords.iter().any(|landlord| landlord.matches(sender, &mail.subject)) {
                expected.rental_documents += mail.pdfs;
            }
            let closest = vendors
                .iter()
                .filter_map(|v| Some((v.matches(sender, &mail.subject)?, v)))
                .max_by_key(|hit| hit.0);
            let is_fetched = mail.has_text;
            if let Some((_, vendor)) = closest.filter(|_| is_fetched) {
                *expected.by_vendor.entry(vendor.vendor_id.to_string()).or_default() += 1;
            }
        }
        expected
    }

    /// The number of messages of all vendors.
    pub fn retail_mails(&self) -> u64 {
        self.by_vendor.values().sum()
    }
}

impl Readings {
    /// The expected invoice with this category, date and total.
    pub fn retail_of(&self, sub_type: &str, date: NaiveDate, total: &str) -> Option<&RetailExpectation> {
        let fits =
            |e: &&RetailExpectation| e.sub_type == sub_type && e.invoice_date == date && e.total.to_string() == total;
        self.retail.iter().find(fits)
    }
}
