//! Rental invoices as their users see them: the corrections are laid over what was read.

use chrono::Datelike;
use diesel::prelude::*;
use invoices_domain::correction::RentalField;
use invoices_domain::{Currency, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::connection::Db;
use crate::correction::{self, Corrected, StoredCorrection, required, value};
use crate::error::StoreError;
use crate::rental_row::RentalRow;
use crate::schema::rental_invoices;
use crate::text::without_nul;
use crate::types::text;

/// The label of the landlord's name in a record.
pub(crate) const LANDLORD: &str = "Landlord";
/// The years of due dates that an invoice is counted for. One of another year counts for the month of its mail.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

/// The record of an invoice, with the user's corrections.
pub(crate) fn record(
    db: &mut Db,
    user: UserId,
    id: &RentalInvoiceId,
) -> Result<Option<RentalInvoiceRecord>, StoreError> {
    let Some(reading) = row(db, user, id)? else {
        return Ok(None);
    };
    let corrections = correction::of(db, &Corrected::rental(user, id))?;
    Ok(Some(shown(reading, &corrections)?.record))
}

/// What was read of an invoice.
pub(crate) fn row(db: &mut Db, user: UserId, id: &RentalInvoiceId) -> Result<Option<RentalRow>, StoreError> {
    let row = rental_invoices::table
        .find((text(user), without_nul(id.as_str())))
        .select(RentalRow::as_select());
    Ok(row.first(db).optional()?)
}

/// A row with the user's corrections over what was read.
pub(crate) fn shown(mut row: RentalRow, corrections: &[StoredCorrection]) -> Result<RentalRow, StoreError> {
    let mut fields: Vec<RentalField> = Vec::with_capacity(corrections.len());
    for correction in corrections {
        let field = value(&correction.field)?;
        set(&mut row, field, &correction.corrected_value)?;
        fields.push(field);
    }
    fields.sort_unstable();
    row.record.corrected = fields.iter().map(ToString::to_string).collect();
    Ok(row)
}

fn set(row: &mut RentalRow, field: RentalField, corrected: &str) -> Result<(), StoreError> {
    let record = &mut row.record;
    match field {
        RentalField::TotalAmount => record.total_amount = required(Some(corrected))?,
        RentalField::DueDate => {
            let due: chrono::NaiveDate = value(corrected)?;
            record.due_date = Some(due);
            if YEARS.contains(&due.year()) {
                (row.year, row.month) = (due.year(), due.month().cast_signed());
                record.due_date_year = due.year().to_string();
                record.due_date_month = due.month().to_string();
            }
        }
        RentalField::Landlord => {
            record.labelled.insert(LANDLORD.into(), corrected.into());
        }
        RentalField::Currency => {
            let currency: Currency = value(corrected)?;
            row.currency = Some(currency);
            record.currency = Some(currency).filter(|currency| *currency != Currency::DEFAULT);
        }
    }
    Ok(())
}
