//! Rental invoices as their users see them, and their corrections.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::correction::{Correction, RentalField};
use invoices_domain::{Month, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::error::StoreError;
use crate::invoice::correction::{self, CorrectedInvoice};
use crate::invoice::rental::row::{RentalRow, StoredRental, number, record, stored};
use crate::invoice::rental::watch::WatchedRental;
use crate::schema::rental_invoices;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{text, timestamp};
use crate::user::lock_live_user;

/// The columns that can be corrected, for an update or an insert.
macro_rules! correctable_columns {
    ($shown:expr) => {{
        let shown: $crate::invoice::rental::row::StoredRental = $shown;
        (
            rental_invoices::due_date.eq(shown.due_date),
            rental_invoices::due_year.eq(shown.due_year),
            rental_invoices::due_month.eq(shown.due_month),
            rental_invoices::total_amount.eq($crate::types::money(shown.total_amount)),
            rental_invoices::currency.eq(shown.currency),
            rental_invoices::corrected.eq(shown.corrected),
        )
    }};
}
pub(crate) use correctable_columns;

impl Store {
    /// Corrects values of a rental invoice and undoes corrections, and returns the record as it is then. `None` if the user has
    /// no such invoice.
    pub fn correct_rental(
        &self,
        user: UserId,
        id: &RentalInvoiceId,
        correction: Correction<RentalField>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<RentalInvoiceRecord>> {
        let id = id.clone();
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(None);
            }
            let Some(stored) = stored(db, user, &id)? else {
                return Ok(None);
            };
            let watched = WatchedRental::begin(db, user, &id)?;
            let invoice = CorrectedInvoice::rental(user, &id);
            let reading = correction::reading(db, &invoice, &stored)?;
            correction::change(db, &invoice, correction, now)?;
            let shown = shown(db, user, &id, &reading)?;
            let columns = (
                correctable_columns!(shown.clone()),
                rental_invoices::updated_at.eq(timestamp(now)),
            );
            let row = rental_invoices::table.find((text(user), without_nul(id.as_str())));
            diesel::update(row).set(columns).execute(db)?;
            if let Some(watched) = watched {
                watched.announce(db, now)?;
            }
            Ok(Some(RentalRow::try_from(shown)?.record))
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
                .select(StoredRental::as_select());
            rows.load(db)?.into_iter().map(RentalRow::try_from).collect()
        })
    }

    /// The user's rental invoices, each after the time of its last change, in the order of their due dates.
    pub fn rental_invoices_with_time(&self, user: UserId) -> Answer<'_, Vec<(DateTime<Utc>, RentalInvoiceRecord)>> {
        self.read(move |db| {
            let rows: Vec<(DateTime<Utc>, StoredRental)> = rental_invoices::table
                .filter(rental_invoices::user_id.eq(text(user)))
                .order((
                    rental_invoices::due_year,
                    rental_invoices::due_month,
                    rental_invoices::invoice_id,
                ))
                .select((rental_invoices::updated_at, StoredRental::as_select()))
                .load(db)?;
            let records = rows.into_iter();
            records
                .map(|(at, stored)| Ok((at, RentalRow::try_from(stored)?.record)))
                .collect()
        })
    }

    /// Whether a rental invoice is due in a month.
    pub fn rental_due_in(&self, user: UserId, month: Month) -> Answer<'_, bool> {
        self.read(move |db| {
            let due = rental_invoices::table
                .filter(rental_invoices::user_id.eq(text(user)))
                .filter(rental_invoices::due_year.eq(month.year()))
                .filter(rental_invoices::due_month.eq(number(month)));
            Ok(diesel::select(exists(due)).get_result(db)?)
        })
    }
}

/// The row that shows an invoice of which `reading` was read.
pub(crate) fn shown(
    db: &mut Db,
    user: UserId,
    id: &RentalInvoiceId,
    reading: &StoredRental,
) -> Result<StoredRental, StoreError> {
    let (shown, corrected) = correction::shown(db, &CorrectedInvoice::rental(user, id), reading)?;
    Ok(StoredRental {
        corrected,
        ..shown.in_due_month()
    })
}
