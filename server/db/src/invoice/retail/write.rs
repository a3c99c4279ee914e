//! Writing and removing the rows of retail invoices.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{RetailInvoiceId, UserId};

use crate::error::StoreError;
use crate::invoice::correction::{self, CorrectedInvoice};
use crate::invoice::identity::stored::GroupWarnings;
use crate::invoice::retail::row::{RetailInvoice, RetailSummary};
use crate::invoice::retail::segments;
use crate::invoice::retail::text as search_text;
use crate::schema::{retail_details, retail_invoices};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::text::name_text;
use crate::types::{json, money, text, timestamp};

/// The columns that can be corrected, for an update or an insert.
macro_rules! correctable_columns {
    ($shown:expr, $corrected:expr) => {{
        let (shown, corrected) = (&$shown, $corrected);
        (
            retail_invoices::paid.eq(shown.is_paid(corrected.as_ref()).then_some(true)),
            retail_invoices::vendor_name.eq(name_text(&shown.vendor_name)),
            retail_invoices::sub_type.eq(text(shown.sub_type.clone())),
            retail_invoices::invoice_date.eq(shown.invoice_date),
            retail_invoices::total_amount.eq(money(shown.total_amount)),
            retail_invoices::currency.eq(shown.currency),
            retail_invoices::corrected.eq(corrected),
        )
    }};
}

/// Writes what is shown of an invoice of which `reading` was read.
pub(crate) fn apply(db: &mut Db, user: UserId, reading: &RetailInvoice, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (shown, corrected) = correction::shown(db, &CorrectedInvoice::retail(user, reading.invoice_id), reading)?;
    let columns = (
        correctable_columns!(shown, corrected),
        retail_invoices::updated_at.eq(timestamp(now)),
    );
    let row = retail_invoices::table
        .find(text(reading.invoice_id))
        .filter(retail_invoices::user_id.eq(text(user)));
    diesel::update(row).set(columns).execute(db)?;
    put_text(db, user, &shown, true)
}

/// Writes an invoice with its detail and the user's corrections. `is_held` says whether it is stored already.
pub(crate) fn put(
    db: &mut Db,
    user: UserId,
    invoice: &RetailInvoice,
    is_held: bool,
    is_cancelled: bool,
    warnings: &GroupWarnings,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let id = invoice.invoice_id;
    let (shown, corrected) = correction::shown(db, &CorrectedInvoice::retail(user, id), invoice)?;
    let columns = (
        correctable_columns!(shown, corrected),
        retail_invoices::vendor_id.eq(text(&invoice.vendor_id)),
        retail_invoices::direction.eq(text(invoice.direction)),
        retail_invoices::received_at.eq(timestamp(invoice.received_at)),
        retail_invoices::updated_at.eq(timestamp(now)),
        retail_invoices::cancelled.eq(is_cancelled.then_some(true)),
        retail_invoices::forwarded.eq(invoice.is_forwarded().then_some(true)),
        retail_invoices::group_warnings.eq((!warnings.0.is_empty()).then(|| warnings.clone())),
    );
    let known = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)));
    let update = diesel::update(known).set(columns.clone());
    if is_held && match_backend!(db, connection => Prepared(update).execute(connection))? > 0 {
        // The category is part of the detail's key, and parsing again can change it.
        diesel::delete(retail_details::table.filter(retail_details::invoice_id.eq(text(id)))).execute(db)?;
    } else {
        let row = (
            retail_invoices::invoice_id.eq(text(id)),
            retail_invoices::user_id.eq(text(user)),
            retail_invoices::created_at.eq(timestamp(now)),
            columns,
        );
        diesel::insert_into(retail_invoices::table).values(row).execute(db)?;
    }
    let detail = (
        retail_details::sub_type.eq(text(&invoice.sub_type)),
        retail_details::invoice_id.eq(text(id)),
        retail_details::user_id.eq(text(user)),
        retail_details::detail.eq(json(&invoice.detail)),
    );
    diesel::insert_into(retail_details::table).values(detail).execute(db)?;
    put_text(db, user, &shown, is_held)
}

fn put_text(db: &mut Db, user: UserId, shown: &RetailInvoice, is_held: bool) -> Result<(), StoreError> {
    let values = search_text::Shown {
        vendor_name: &shown.vendor_name,
        sub_type: &shown.sub_type,
        total: shown.total_amount,
        detail: &shown.detail,
    };
    search_text::put(db, user, shown.invoice_id, values, is_held)
}

/// Deletes an invoice with its detail, without a tombstone. Corrections stay: a later reading may state the invoice again.
pub(crate) fn remove(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)));
    diesel::delete(row).execute(db)?;
    segments::erase(db, user, id)
}

pub(crate) fn summary(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<RetailSummary>, StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)))
        .select(RetailSummary::as_select());
    Ok(row.first(db).optional()?)
}
