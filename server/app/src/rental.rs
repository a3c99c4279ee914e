//! Rental invoices: the record as stored and served, and its reading.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use invoices_db::{Change, Document, NewJob, Record, RentalInvoice};
use invoices_domain::reading::RentalRecord;
use invoices_domain::{Currency, FileName, Month, RentalInvoiceId, ServiceZone, UserId};
use serde_json::{Value, json};

use crate::App;
use crate::error::Error;
use crate::work::{self, ChangeKind, RentalChanged, kind};

/// The key of every record's id.
const INVOICE_ID: &str = "InvoiceID";

/// A user's rental invoices by the year they are due, newest first within a year.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RentalInvoices {
    /// How many there are.
    pub count: u64,
    /// By `due_date_year`.
    pub by_year: BTreeMap<String, Vec<Record>>,
}

impl App {
    /// Every rental invoice of a user.
    pub async fn rental_invoices(&self, user: UserId) -> Result<RentalInvoices, Error> {
        let mut invoices = RentalInvoices::default();
        for row in self.store().rental_invoices(user).await? {
            invoices.count += 1;
            invoices
                .by_year
                .entry(row.year.to_string())
                .or_default()
                .push(row.record);
        }
        Ok(invoices)
    }

    /// One rental invoice of a user, as stored.
    pub async fn rental_invoice(&self, user: UserId, id: &RentalInvoiceId) -> Result<Option<Record>, Error> {
        Ok(self.store().rental_invoice(user, id).await?)
    }
}

/// The record of a notice with its exact keys, or why there is none.
pub(crate) fn invoice(
    user: UserId,
    file: &FileName,
    record: RentalRecord,
    document: &Document,
    zone: ServiceZone,
    now: DateTime<Utc>,
) -> Result<RentalInvoice, &'static str> {
    let RentalRecord {
        stated,
        payments,
        labelled,
    } = record;
    let total_amount = stated.total_amount.ok_or("no total is stated")?;
    let month = due_month(stated.due_date, document.facts.received_at.unwrap_or(now), zone);
    let invoice_id = file.rental_invoice_id();
    // What the page labels comes first, so that nothing on a page can pose as one of our own keys.
    let mut served: Record = labelled;
    let mut put = |key: &str, value: Value| {
        served.insert(key.to_owned(), value);
    };
    put(INVOICE_ID, json!(invoice_id));
    put("UserID", json!(user));
    put("Filename", json!(file.as_str()));
    put("due_date_month", json!(month.number().to_string()));
    put("due_date_year", json!(month.year().to_string()));
    put("Total Amount", json!(total_amount));
    let optional = [
        ("Due Date", stated.due_date.map(|date| json!(date))),
        ("OCR", stated.ocr.as_ref().map(|ocr| json!(ocr))),
        ("Bankgiro", stated.bankgiro.as_ref().map(|number| json!(number))),
        ("Plusgiro", stated.plusgiro.as_ref().map(|number| json!(number))),
        (
            "Invoice Number",
            stated.invoice_number.as_ref().map(|number| json!(number)),
        ),
        ("Invoice Date", stated.invoice_date.map(|date| json!(date))),
        ("Landlord", stated.vendor_name.as_ref().map(|name| json!(name))),
        (
            "Currency",
            stated
                .currency
                .filter(|currency| *currency != Currency::SEK)
                .map(|currency| json!(currency)),
        ),
        ("Payments", (!payments.is_empty()).then(|| json!(payments))),
        (
            "warnings",
            (!stated.warnings.is_empty()).then(|| json!(stated.warnings)),
        ),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            put(key, value);
        }
    }
    Ok(RentalInvoice {
        invoice_id,
        landlord: document
            .facts
            .sender
            .as_ref()
            .map(ToString::to_string)
            .or(stated.vendor_name),
        reference: stated.invoice_number.or(stated.ocr),
        direction: stated.direction,
        due_date: stated.due_date,
        due: month,
        total_amount,
        currency: stated.currency,
        record: served,
    })
}

/// The month a notice is due; without a due date the month of its mail.
fn due_month(due: Option<NaiveDate>, received_at: DateTime<Utc>, zone: ServiceZone) -> Month {
    due.filter(|date| (1990..=2100).contains(&date.year()))
        .map_or_else(|| zone.month(received_at), Month::of)
}

/// A change as the job that a consumer reads, one a change.
pub(crate) fn change_job(user: UserId, change: Change, now: DateTime<Utc>) -> NewJob {
    let at = now.timestamp_micros();
    let (event, old_image, new_image, version) = match change {
        Change::Insert { new } => (ChangeKind::Insert, None, Some(new), "insert".to_owned()),
        Change::Modify { old, new } => (ChangeKind::Modify, Some(old), Some(new), format!("modify@{at}")),
        Change::Remove { old } => (ChangeKind::Remove, Some(old), None, format!("remove@{at}")),
    };
    let image = new_image.as_ref().or(old_image.as_ref());
    let id = image
        .and_then(|record| record.get(INVOICE_ID)?.as_str())
        .unwrap_or_default();
    NewJob {
        kind: kind::RENTAL_CHANGED.into(),
        key: format!("{user}/{id}/{version}"),
        user: Some(user),
        lane: None,
        join_key: None,
        payload: work::payload(&RentalChanged {
            event,
            user,
            old_image,
            new_image,
        }),
        run_at: now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_without_a_due_date_belongs_to_its_mails_month() {
        let zone = ServiceZone::default();
        let received = "2026-06-30T22:30:00Z".parse().unwrap();
        assert_eq!(due_month(None, received, zone).to_string(), "7/2026");
        let due = NaiveDate::from_ymd_opt(2026, 8, 31);
        assert_eq!(due_month(due, received, zone).to_string(), "8/2026");
    }
}
