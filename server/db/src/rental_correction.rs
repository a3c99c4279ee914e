//! Corrections of rental invoices.
//!
//! A user has few rental invoices, so the corrections are laid over the rows when they are read. The rows stay as they were
//! read: duplicates, processed months and changes depend on that.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::correction::{Correction, RentalField, RentalValues};
use invoices_domain::{RentalInvoiceId, RentalInvoiceRecord, Source, UserId};

use crate::connection::Db;
use crate::correction::{self, Corrected, StoredCorrection, value};
use crate::error::StoreError;
use crate::rental_row::{RentalInvoice, RentalRow};
use crate::rental_shown::{LANDLORD, record, row, shown};
use crate::rental_watch::WatchedRental;
use crate::schema::rental_invoices;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::text;
use crate::user::lock_live_user;

impl Store {
    /// Corrects values of a rental invoice and undoes corrections, and returns the record as it is then. `None` if the user has
    /// no such invoice.
    pub fn correct_rental(
        &self,
        user: UserId,
        id: &RentalInvoiceId,
        correction: Correction<RentalValues, RentalField>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<RentalInvoiceRecord>> {
        let id = id.clone();
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(None);
            }
            let Some(reading) = row(db, user, &id)? else {
                return Ok(None);
            };
            let watched = WatchedRental::begin(db, user, &id)?;
            let invoice = Corrected::rental(user, &id);
            correction::change(db, &invoice, correction.values.given(), correction.undo, now)?;
            let corrections = correction::of(db, &invoice)?;
            store_reading(db, &invoice, &corrections, &reading)?;
            if let Some(watched) = watched {
                watched.announce(db, now)?;
            }
            Ok(Some(shown(reading, &corrections)?.record))
        })
    }

    /// The record of a rental invoice, as the API serves it.
    pub fn rental_invoice(&self, user: UserId, id: &RentalInvoiceId) -> Answer<'_, Option<RentalInvoiceRecord>> {
        let id = id.clone();
        self.look_up(move |db| record(db, user, &id))
    }

    /// The user's rental invoices, newest due date first.
    pub fn rental_invoices(&self, user: UserId) -> Answer<'_, Vec<RentalRow>> {
        self.read(move |db| {
            let rows = rental_invoices::table
                .filter(rental_invoices::user_id.eq(text(user)))
                .order((
                    rental_invoices::due_year.desc(),
                    rental_invoices::due_month.desc(),
                    // The databases sort NULL differently.
                    rental_invoices::due_date.is_null(),
                    rental_invoices::due_date.desc(),
                    rental_invoices::invoice_id,
                ))
                .select(RentalRow::as_select());
            let mut corrections: HashMap<String, Vec<StoredCorrection>> = HashMap::new();
            for (id, correction) in correction::of_user(db, user, Source::Rental)? {
                corrections.entry(id).or_default().push(correction);
            }
            let rows: Vec<RentalRow> = rows.load(db)?;
            let mut rows = rows
                .into_iter()
                .map(|row| {
                    let corrections = corrections.get(&without_nul(row.record.invoice_id.as_str()));
                    shown(row, corrections.map_or(&[], Vec::as_slice))
                })
                .collect::<Result<Vec<_>, _>>()?;
            if !corrections.is_empty() {
                rows.sort_by(|one, other| {
                    let due = |row: &RentalRow| (row.year, row.month, row.record.due_date);
                    let newest_first = due(other).cmp(&due(one));
                    newest_first.then_with(|| one.record.invoice_id.cmp(&other.record.invoice_id))
                });
            }
            Ok(rows)
        })
    }
}

/// Stores with its corrections what was read of an invoice.
pub(crate) fn set_reading(db: &mut Db, user: UserId, invoice: &RentalInvoice) -> Result<(), StoreError> {
    let corrected = Corrected::rental(user, &invoice.invoice_id);
    let corrections = correction::of(db, &corrected)?;
    let reading = RentalRow {
        year: 0,
        month: 0,
        landlord: None,
        currency: invoice.currency,
        record: invoice.record.clone(),
    };
    store_reading(db, &corrected, &corrections, &reading)
}

fn store_reading(
    db: &mut Db,
    invoice: &Corrected,
    corrections: &[StoredCorrection],
    reading: &RentalRow,
) -> Result<(), StoreError> {
    for correction in corrections {
        let read = read(reading, value(&correction.field)?);
        correction::set_read(db, invoice, correction, read)?;
    }
    Ok(())
}

fn read(reading: &RentalRow, field: RentalField) -> Option<String> {
    let record = &reading.record;
    match field {
        RentalField::TotalAmount => Some(record.total_amount.to_string()),
        RentalField::DueDate => record.due_date.map(|date| date.to_string()),
        RentalField::Landlord => record.labelled.get(LANDLORD)?.as_str().map(without_nul),
        RentalField::Currency => reading.currency.map(|currency| currency.to_string()),
    }
}
