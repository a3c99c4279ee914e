//! Rental invoices: lists, one by its id, and how a rent notice becomes a row and a change.

pub mod change;
pub mod history;
pub(crate) mod payment_code;
pub mod remind;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_db::{Change, Document, NewJob, RentalInvoice};
use invoices_domain::identity::Role;
use invoices_domain::reading::{RentalRecord, Stated};
use invoices_domain::{
    Currency, FileName, Month, NotificationFacts, Reason, RentalInvoiceId, RentalInvoiceRecord, ServiceZone, UserId,
    plausible_due, warning,
};
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::Error;
use crate::job::{self, ChangeKind, RentalChanged, Work};

impl App {
    /// One rental invoice of a user, with the user's corrections.
    pub async fn rental_invoice(
        &self,
        user: UserId,
        id: &RentalInvoiceId,
    ) -> Result<Option<RentalInvoiceRecord>, Error> {
        Ok(self.store().rental_invoice(user, id).await?)
    }
}

/// A notice as a row, or why it isn't one.
pub(crate) fn invoice(
    file: &FileName,
    notice: RentalRecord,
    document: &Document,
    zone: ServiceZone,
) -> Result<RentalInvoice, Reason> {
    let RentalRecord {
        stated,
        payments,
        labelled,
    } = notice;
    let total_amount = stated.total_amount.ok_or(Reason::NoTotal)?;
    let due = due_month(stated.due_date, document.facts.received_at, zone).ok_or(Reason::NoMonth)?;
    let (warnings, warning_codes) = warning::sentences_and_codes(&stated.warnings);
    let record = RentalInvoiceRecord {
        invoice_id: file.rental_invoice_id(),
        user_id: document.user_id,
        file_name: Some(file.as_str().to_owned()),
        due_date_month: due.number().to_string(),
        due_date_year: due.year().to_string(),
        due_date: stated.due_date,
        total_amount,
        currency: stated.currency.filter(|currency| *currency != Currency::DEFAULT),
        ocr: stated.ocr.clone(),
        payments,
        replaced_by: None,
        paid: stated.identity.role == Role::Payment,
        forwarded: document.facts.forwarded,
        warnings,
        warning_codes,
        corrected: Vec::new(),
        parsed: Map::new(),
        labelled: other_labels(labelled, &stated),
    };
    let sender = document.facts.sender.as_ref().map(ToString::to_string);
    Ok(RentalInvoice {
        invoice_id: record.invoice_id.clone(),
        landlord: sender.or(stated.vendor_name),
        reference: stated.invoice_number.or(stated.ocr),
        direction: stated.direction,
        currency: stated.currency,
        role: stated.identity.role,
        record,
    })
}

/// What the record states beyond its typed fields. A value that the parser checked replaces the label's.
fn other_labels(labelled: Map<String, Value>, stated: &Stated) -> Map<String, Value> {
    let mut labels = RentalInvoiceRecord::other_labels(labelled);
    let checked = [
        ("Bankgiro", stated.bankgiro.clone()),
        ("Plusgiro", stated.plusgiro.clone()),
        ("Invoice Number", stated.invoice_number.clone()),
        ("Invoice Date", stated.invoice_date.map(|date| date.to_string())),
        ("Landlord", stated.vendor_name.clone()),
    ];
    let checked = checked
        .into_iter()
        .filter_map(|(label, text)| Some((label.to_owned(), text?.into())));
    labels.extend(checked);
    labels
}

/// The month of a notice's due date; without a plausible one, the month of its mail.
fn due_month(due: Option<NaiveDate>, received_at: Option<DateTime<Utc>>, zone: ServiceZone) -> Option<Month> {
    plausible_due(due)
        .map(Month::of)
        .or_else(|| received_at.map(|at| zone.month(at)))
}

/// The job that reads a change, one for each change.
pub(crate) fn change_job(user: UserId, change: Change, now: DateTime<Utc>) -> NewJob {
    let at = now.timestamp_micros();
    let (event, version, old_image, new_image) = match change {
        Change::Insert { new } => (ChangeKind::Insert, "insert".to_owned(), None, Some(new)),
        Change::Modify { old, new } => (ChangeKind::Modify, format!("modify@{at}"), Some(*old), Some(*new)),
        Change::Remove { old } => (ChangeKind::Remove, format!("remove@{at}"), Some(old), None),
        Change::ReadAgain { key } => return job::read_again("reminder", now)(&key),
    };
    let id = new_image.as_ref().or(old_image.as_ref()).map(|image| &image.invoice_id);
    let key = format!("{user}/{}/{version}", id.map_or("", RentalInvoiceId::as_str));
    let change = RentalChanged {
        event,
        user,
        old_image,
        new_image,
    };
    Work::RentalChanged(Box::new(change)).job(key, now)
}

/// The values of an invoice in its notifications.
fn notification_facts(record: &RentalInvoiceRecord) -> NotificationFacts {
    NotificationFacts {
        amount: Some(record.total_amount),
        currency: Some(Currency::shown(record.currency)),
        due_date: record.due_date,
        landlord: record.landlord().map(str::to_owned),
        ..NotificationFacts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Rental invoices | A notice without a due date belongs to its mail's month
    #[test]
    fn a_notice_without_a_due_date_belongs_to_its_mails_month() {
        let zone = ServiceZone::default();
        let received = Some("2026-06-30T22:30:00Z".parse().unwrap());
        assert_eq!(due_month(None, received, zone).unwrap().to_string(), "7/2026");
        let due = NaiveDate::from_ymd_opt(2026, 8, 31);
        assert_eq!(due_month(due, received, zone).unwrap().to_string(), "8/2026");
    }
}
