//! Corrections: what users have set over what was read. The values are kept as text.

use std::fmt;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use invoices_domain::{RentalInvoiceId, RetailInvoiceId, Source, UserId};

use crate::connection::Db;
use crate::error::StoreError;
use crate::schema::corrections;
use crate::text::without_nul;
use crate::types::{text, timestamp};

/// The invoice that corrections are of.
#[derive(Clone, Debug)]
pub(crate) struct Corrected {
    user: UserId,
    source: Source,
    invoice_id: String,
}

impl Corrected {
    pub fn rental(user: UserId, id: &RentalInvoiceId) -> Self {
        Corrected {
            user,
            source: Source::Rental,
            invoice_id: without_nul(id.as_str()),
        }
    }

    pub fn retail(user: UserId, id: RetailInvoiceId) -> Self {
        Corrected {
            user,
            source: Source::Retail,
            invoice_id: id.to_string(),
        }
    }
}

/// A correction of one field.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = corrections)]
pub(crate) struct StoredCorrection {
    pub field: String,
    pub read_value: Option<String>,
    pub corrected_value: String,
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
pub(crate) fn of(db: &mut Db, invoice: &Corrected) -> Result<Vec<StoredCorrection>, StoreError> {
    let rows = rows_of!(invoice)
        .order(corrections::id)
        .select(StoredCorrection::as_select());
    Ok(rows.load(db)?)
}

/// The corrections of all invoices of a user that one ingest found, with the ids of the invoices.
pub(crate) fn of_user(
    db: &mut Db,
    user: UserId,
    source: Source,
) -> Result<Vec<(String, StoredCorrection)>, StoreError> {
    let rows = corrections::table
        .filter(corrections::user_id.eq(text(user)))
        .filter(corrections::source.eq(text(source)))
        .select((corrections::invoice_id, StoredCorrection::as_select()));
    Ok(rows.load(db)?)
}

/// Stores corrections, and deletes those of the fields `undo`. A value that is set already keeps its time.
pub(crate) fn change<F: fmt::Display>(
    db: &mut Db,
    invoice: &Corrected,
    values: Vec<(F, String)>,
    undo: impl IntoIterator<Item = F>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for field in undo {
        diesel::delete(rows_of!(invoice).filter(corrections::field.eq(field.to_string()))).execute(db)?;
    }
    for (field, value) in values {
        put(db, invoice, &field.to_string(), value, now)?;
    }
    Ok(())
}

fn put(db: &mut Db, invoice: &Corrected, field: &str, value: String, now: DateTime<Utc>) -> Result<(), StoreError> {
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
pub(crate) fn set_read(
    db: &mut Db,
    invoice: &Corrected,
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
pub(crate) fn move_to(db: &mut Db, from: &Corrected, to: &Corrected) -> Result<(), StoreError> {
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
pub(crate) fn take_back(db: &mut Db, invoice: &Corrected) -> Result<(), StoreError> {
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
pub(crate) fn delete(db: &mut Db, invoice: &Corrected) -> Result<(), StoreError> {
    diesel::delete(rows_of!(invoice)).execute(db)?;
    Ok(())
}

/// A value as it is stored.
pub(crate) fn value<T>(stored: &str) -> Result<T, StoreError>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let parsed = stored.parse();
    parsed.map_err(|error: T::Err| StoreError::Query(DieselError::DeserializationError(Box::new(error))))
}

/// A value that every reading has.
pub(crate) fn required<T>(stored: Option<&str>) -> Result<T, StoreError>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    value(stored.unwrap_or_default())
}
