//! Corrections: what users have set over what was read.
//!
//! A correction has what was read beside what was set, both as text. The invoice's row shows the corrected values: its columns have
//! them, and `corrected` has them for the record, which stays as it was read.

pub mod list;
pub mod rental;

use std::collections::BTreeMap;
use std::error::Error;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use invoices_domain::correction::{Corrected, Correction, Field};
use invoices_domain::{RentalInvoiceId, RetailInvoiceId, Source, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::StoreError;
use crate::schema::corrections;
use crate::store::connection::Db;
use crate::text::{display_text, without_nul};
use crate::types::{Record, text, timestamp};

/// The invoice that corrections are of.
#[derive(Clone, Debug)]
pub(crate) struct CorrectedInvoice {
    user: UserId,
    source: Source,
    invoice_id: String,
}

impl CorrectedInvoice {
    pub fn rental(user: UserId, id: &RentalInvoiceId) -> Self {
        CorrectedInvoice {
            user,
            source: Source::Rental,
            invoice_id: without_nul(id.as_str()),
        }
    }

    pub fn retail(user: UserId, id: RetailInvoiceId) -> Self {
        CorrectedInvoice {
            user,
            source: Source::Retail,
            invoice_id: id.to_string(),
        }
    }
}

/// A correction of one field.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = corrections)]
struct StoredCorrection {
    field: String,
    read_value: Option<String>,
    corrected_value: String,
    corrected_at: DateTime<Utc>,
}

/// The rows of an invoice's corrections.
macro_rules! rows_of {
    ($invoice:expr) => {
        corrections::table
            .filter(corrections::user_id.eq(text($invoice.user)))
            .filter(corrections::source.eq(text($invoice.source)))
            .filter(corrections::invoice_id.eq($invoice.invoice_id.clone()))
    };
}

/// The corrections of an invoice.
fn of(db: &mut Db, invoice: &CorrectedInvoice) -> Result<Vec<StoredCorrection>, StoreError> {
    let rows = rows_of!(invoice)
        .order(corrections::id)
        .select(StoredCorrection::as_select());
    Ok(rows.load(db)?)
}

/// An invoice's row. As JSON, its columns have the names of the fields that they are of.
pub(crate) trait Correctable: Clone + Serialize + DeserializeOwned {
    /// What can be corrected of it.
    type Field: Field;
    /// The record as it was read.
    fn record(&self) -> Record;
}

/// A row that shows an invoice, and the corrected values.
type Shown<T> = (T, Option<Corrected<<T as Correctable>::Field>>);

/// The row that shows an invoice of which `reading` was read, and the corrected values. Stores with the corrections what was read.
pub(crate) fn shown<T: Correctable>(
    db: &mut Db,
    invoice: &CorrectedInvoice,
    reading: &T,
) -> Result<Shown<T>, StoreError> {
    let corrections = of(db, invoice)?;
    if corrections.is_empty() {
        return Ok((reading.clone(), None));
    }
    let (mut columns, record) = (columns(reading)?, reading.record());
    let mut values = BTreeMap::new();
    for correction in corrections {
        let field: T::Field = correction.field.parse().map_err(undecodable)?;
        let value = field.json(&correction.corrected_value).map_err(undecodable)?;
        let read = columns.get(&correction.field).or_else(|| record.get(&correction.field));
        set_read(db, invoice, &correction, read.and_then(as_text))?;
        set(&mut columns, &correction.field, value.clone());
        values.insert(field, value);
    }
    Ok((row(columns)?, Some(Corrected(values))))
}

/// What was read of an invoice with this row.
pub(crate) fn reading<T: Correctable>(db: &mut Db, invoice: &CorrectedInvoice, shown: &T) -> Result<T, StoreError> {
    let mut columns = columns(shown)?;
    for correction in of(db, invoice)? {
        let field: T::Field = correction.field.parse().map_err(undecodable)?;
        let read = correction.read_value.map(|read| field.json(&read)).transpose();
        set(
            &mut columns,
            &correction.field,
            read.map_err(undecodable)?.unwrap_or_default(),
        );
    }
    row(columns)
}

fn columns(row: &impl Serialize) -> Result<Record, StoreError> {
    let columns = serde_json::to_value(row).and_then(serde_json::from_value);
    columns.map_err(undecodable)
}

fn row<T: DeserializeOwned>(columns: Record) -> Result<T, StoreError> {
    serde_json::from_value(Value::Object(columns)).map_err(undecodable)
}

/// Sets a column, if the row has it.
fn set(columns: &mut Record, name: &str, value: Value) {
    if let Some(column) = columns.get_mut(name) {
        *column = value;
    }
}

/// A value as `corrections` has it.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(display_text(text)),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_true) => Some(is_true.to_string()),
        _ => None,
    }
}

pub(crate) fn undecodable(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
    StoreError::Query(DieselError::DeserializationError(error.into()))
}

/// Stores corrections, and deletes those that are taken back. A value that is set already keeps its time.
pub(crate) fn change<F: Field>(
    db: &mut Db,
    invoice: &CorrectedInvoice,
    correction: Correction<F>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for field in correction.undo {
        diesel::delete(rows_of!(invoice).filter(corrections::field.eq(field.to_string()))).execute(db)?;
    }
    for (field, value) in correction.values {
        put(db, invoice, &field.to_string(), value, now)?;
    }
    Ok(())
}

fn put(
    db: &mut Db,
    invoice: &CorrectedInvoice,
    field: &str,
    value: String,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let known = rows_of!(invoice).filter(corrections::field.eq(field.to_owned()));
    let stored: Option<String> = known
        .clone()
        .select(corrections::corrected_value)
        .first(db)
        .optional()?;
    if stored.as_ref() == Some(&value) {
        return Ok(());
    }
    let columns = (
        corrections::corrected_value.eq(value),
        corrections::corrected_at.eq(timestamp(now)),
    );
    if stored.is_some() {
        diesel::update(known).set(columns).execute(db)?;
        return Ok(());
    }
    let row = (
        corrections::user_id.eq(text(invoice.user)),
        corrections::source.eq(text(invoice.source)),
        corrections::invoice_id.eq(invoice.invoice_id.clone()),
        corrections::field.eq(field.to_owned()),
        columns,
    );
    diesel::insert_into(corrections::table).values(row).execute(db)?;
    Ok(())
}

/// Stores what the documents state now of a corrected field.
fn set_read(
    db: &mut Db,
    invoice: &CorrectedInvoice,
    correction: &StoredCorrection,
    read: Option<String>,
) -> Result<(), StoreError> {
    if correction.read_value == read {
        return Ok(());
    }
    diesel::update(rows_of!(invoice).filter(corrections::field.eq(correction.field.clone())))
        .set(corrections::read_value.eq(read))
        .execute(db)?;
    Ok(())
}

/// Moves the corrections of an invoice to the one that it was joined with. Of two corrections of one field the later one is
/// shown.
pub(crate) fn move_to(db: &mut Db, from: &CorrectedInvoice, to: &CorrectedInvoice) -> Result<(), StoreError> {
    let kept = of(db, to)?;
    for correction in of(db, from)? {
        let field = || corrections::field.eq(correction.field.clone());
        match kept.iter().find(|other| other.field == correction.field) {
            // It waits where it is until the invoices are separated.
            Some(other) if other.corrected_at >= correction.corrected_at => continue,
            Some(_) => drop(diesel::delete(rows_of!(to).filter(field())).execute(db)?),
            None => {}
        }
        let made_on = corrections::made_on.eq(Some(from.invoice_id.clone()));
        let row = rows_of!(from).filter(field());
        let moved = corrections::invoice_id.eq(to.invoice_id.clone());
        diesel::update(row.clone().filter(corrections::made_on.is_null()))
            .set(made_on)
            .execute(db)?;
        diesel::update(row).set(moved).execute(db)?;
    }
    Ok(())
}

/// Takes back the corrections that were made on an invoice before it was joined with another one.
pub(crate) fn take_back(db: &mut Db, invoice: &CorrectedInvoice) -> Result<(), StoreError> {
    let made_on = corrections::table
        .filter(corrections::user_id.eq(text(invoice.user)))
        .filter(corrections::source.eq(text(invoice.source)))
        .filter(corrections::made_on.eq(Some(invoice.invoice_id.clone())));
    diesel::update(made_on)
        .set((
            corrections::invoice_id.eq(invoice.invoice_id.clone()),
            corrections::made_on.eq(None::<String>),
        ))
        .execute(db)?;
    Ok(())
}

/// Deletes the corrections of an invoice.
pub(crate) fn delete(db: &mut Db, invoice: &CorrectedInvoice) -> Result<(), StoreError> {
    diesel::delete(rows_of!(invoice)).execute(db)?;
    Ok(())
}
