//! Corrections of retail invoices.
//!
//! The invoice's row has the corrected values, so that lists, filters and counts need nothing else. The parsed values stay next
//! to them, in the corrections' own rows: merging and parsing again use that.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::correction::{RetailField, RetailFields};

use crate::connection::Db;
use crate::correction::{self, Corrected, required, value};
use crate::error::StoreError;
use crate::retail_row::RetailInvoice;
use crate::schema::retail_invoices;
use crate::text::display_text;
use crate::types::{text, timestamp};

/// The columns that can be corrected, for an update or an insert.
macro_rules! correctable_columns {
    ($shown:expr, $corrected:expr) => {{
        let (shown, corrected): (&$crate::retail_row::RetailInvoice, Option<_>) = ($shown, $corrected);
        (
            retail_invoices::vendor_name.eq($crate::text::display_text(&shown.vendor_name)),
            retail_invoices::sub_type.eq($crate::types::text(shown.sub_type.clone())),
            retail_invoices::invoice_date.eq(shown.invoice_date),
            retail_invoices::total_amount.eq($crate::types::money(shown.total_amount)),
            retail_invoices::currency.eq(shown.currency),
            retail_invoices::corrected.eq(corrected),
        )
    }};
}
pub(crate) use correctable_columns;

/// Writes what is shown of an invoice of which `reading` was read.
pub(crate) fn apply(db: &mut Db, user: UserId, reading: &RetailInvoice, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (shown, corrected) = corrected(db, user, reading)?;
    let row = retail_invoices::table
        .find(text(reading.invoice_id))
        .filter(retail_invoices::user_id.eq(text(user)));
    let columns = (
        correctable_columns!(&shown, corrected),
        retail_invoices::updated_at.eq(timestamp(now)),
    );
    diesel::update(row).set(columns).execute(db)?;
    Ok(())
}

/// An invoice with the user's corrections over what was read, and the corrected fields. Stores the reading's values with the
/// corrections.
pub(crate) fn corrected(
    db: &mut Db,
    user: UserId,
    reading: &RetailInvoice,
) -> Result<(RetailInvoice, Option<RetailFields>), StoreError> {
    let invoice = Corrected::retail(user, reading.invoice_id);
    let (mut shown, mut fields) = (reading.clone(), BTreeSet::new());
    for correction in correction::of(db, &invoice)? {
        let field = value(&correction.field)?;
        correction::set_read(db, &invoice, &correction, read(reading, field))?;
        set(&mut shown, field, Some(&correction.corrected_value))?;
        fields.insert(field);
    }
    Ok((shown, (!fields.is_empty()).then_some(RetailFields(fields))))
}

/// What was read of a stored invoice.
pub(crate) fn reading(db: &mut Db, user: UserId, mut stored: RetailInvoice) -> Result<RetailInvoice, StoreError> {
    for correction in correction::of(db, &Corrected::retail(user, stored.invoice_id))? {
        set(&mut stored, value(&correction.field)?, correction.read_value.as_deref())?;
    }
    Ok(stored)
}

fn read(reading: &RetailInvoice, field: RetailField) -> Option<String> {
    match field {
        RetailField::TotalAmount => Some(reading.total_amount.to_string()),
        RetailField::InvoiceDate => reading.invoice_date.map(|date| date.to_string()),
        RetailField::VendorName => Some(display_text(&reading.vendor_name)),
        RetailField::SubType => Some(reading.sub_type.to_string()),
        RetailField::Currency => reading.currency.map(|currency| currency.to_string()),
    }
}

fn set(invoice: &mut RetailInvoice, field: RetailField, stored: Option<&str>) -> Result<(), StoreError> {
    match field {
        RetailField::TotalAmount => invoice.total_amount = required(stored)?,
        RetailField::InvoiceDate => invoice.invoice_date = stored.map(value).transpose()?,
        RetailField::VendorName => stored.unwrap_or_default().clone_into(&mut invoice.vendor_name),
        RetailField::SubType => invoice.sub_type = required(stored)?,
        RetailField::Currency => invoice.currency = stored.map(value).transpose()?,
    }
    Ok(())
}
