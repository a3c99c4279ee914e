//! Rental invoices as they are read and shown.

use chrono::NaiveDate;
use diesel::prelude::*;
use invoices_domain::correction::{Corrected, RentalField};
use invoices_domain::identity::Role;
use invoices_domain::reading::Direction;
use invoices_domain::{Currency, Money, Month, RentalInvoiceId, RentalInvoiceRecord, UserId, plausible_due};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::invoice::correction::{Correctable, undecodable};
use crate::schema::rental_invoices;
use crate::store::connection::Db;
use crate::text::{key_part, without_nul};
use crate::types::{Record, text};

/// A rental invoice to save.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalInvoice {
    /// Its id.
    pub invoice_id: RentalInvoiceId,
    /// The landlord.
    pub landlord: Option<String>,
    /// Its invoice number, or else its payment reference.
    pub reference: Option<String>,
    /// Charge or credit note.
    pub direction: Direction,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// What the document is.
    pub role: Role,
    /// The record as the API serves it.
    pub record: RentalInvoiceRecord,
}

/// A rental invoice, with the user's corrections.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalRow {
    /// The year it is due in.
    pub year: i32,
    /// The month it is due in.
    pub month: i32,
    /// The landlord: the sender, or the name if the sender is unknown.
    pub landlord: Option<String>,
    /// The currency, if stated; the record leaves out SEK.
    pub currency: Option<Currency>,
    /// The record as the API serves it.
    pub record: RentalInvoiceRecord,
}

/// A rental invoice's row. Its columns have the user's corrections, and its record is as it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = rental_invoices)]
pub(crate) struct StoredRental {
    pub landlord: Option<String>,
    #[serde(rename = "Due Date")]
    pub due_date: Option<NaiveDate>,
    pub due_year: i32,
    pub due_month: i32,
    #[serde(rename = "Total Amount")]
    pub total_amount: Money,
    #[serde(rename = "Currency")]
    pub currency: Option<Currency>,
    pub record: RentalInvoiceRecord,
    pub corrected: Option<Corrected<RentalField>>,
}

impl Correctable for StoredRental {
    type Field = RentalField;

    fn record(&self) -> Record {
        self.record.to_map()
    }
}

impl From<&RentalInvoice> for StoredRental {
    fn from(invoice: &RentalInvoice) -> Self {
        StoredRental {
            landlord: key_part(invoice.landlord.as_deref()),
            due_date: invoice.record.due_date,
            due_year: 0,
            due_month: 0,
            total_amount: invoice.record.total_amount,
            currency: invoice.currency,
            record: invoice.record.clone(),
            corrected: None,
        }
    }
}

impl StoredRental {
    /// With the month of its due date, or else of its record.
    pub(crate) fn in_due_month(self) -> Self {
        let due = plausible_due(self.due_date).map(Month::of).or(self.record.due_month());
        let (due_year, due_month) = due.map_or((self.due_year, self.due_month), |due| (due.year(), number(due)));
        StoredRental {
            due_year,
            due_month,
            ..self
        }
    }
}

impl TryFrom<StoredRental> for RentalRow {
    type Error = StoreError;

    fn try_from(stored: StoredRental) -> Result<Self, StoreError> {
        let StoredRental {
            mut record,
            due_year: year,
            due_month: month,
            ..
        } = stored;
        if let Some(corrected) = &stored.corrected {
            record = record.corrected(corrected).map_err(undecodable)?;
            (record.due_date_year, record.due_date_month) = (year.to_string(), month.to_string());
        }
        Ok(RentalRow {
            year,
            month,
            landlord: stored.landlord,
            currency: stored.currency,
            record,
        })
    }
}

/// The month's number, as both databases store it.
pub(crate) fn number(month: Month) -> i32 {
    i32::try_from(month.number()).expect("a month's number is at most 12")
}

/// The record of an invoice, as its user sees it.
pub(crate) fn record(
    db: &mut Db,
    user: UserId,
    id: &RentalInvoiceId,
) -> Result<Option<RentalInvoiceRecord>, StoreError> {
    let row = stored(db, user, id)?.map(RentalRow::try_from).transpose()?;
    Ok(row.map(|row| row.record))
}

pub(crate) fn stored(db: &mut Db, user: UserId, id: &RentalInvoiceId) -> Result<Option<StoredRental>, StoreError> {
    let row = rental_invoices::table
        .find((text(user), without_nul(id.as_str())))
        .select(StoredRental::as_select());
    Ok(row.first(db).optional()?)
}
