//! Whom the notices of a landlord ask to pay.

use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use invoices_domain::{AccountName, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::error::StoreError;
use crate::invoice::rental::row::{RentalRow, StoredRental, stored};
use crate::schema::{documents, messages, rental_invoices};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{TextEnum, text};

/// A rental invoice beside the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalPayee {
    /// The invoice.
    pub record: RentalInvoiceRecord,
    /// Whether it is of a mail in one of the user's mailboxes whose sender was authenticated.
    pub is_authentic: bool,
    /// The latest of the landlord's authentic ones that were due before it.
    pub before: Option<RentalInvoiceRecord>,
}

impl Store {
    /// A rental invoice, and the landlord's before.
    pub fn rental_payee(&self, user: UserId, id: &RentalInvoiceId) -> Answer<'_, Option<RentalPayee>> {
        let id = id.clone();
        self.read(move |db| {
            let Some(stored) = stored(db, user, &id)? else {
                return Ok(None);
            };
            let before = before(db, user, &stored)?;
            let is_authentic = authentic(user)
                .filter(rental_invoices::invoice_id.eq(without_nul(id.as_str())))
                .count()
                .get_result::<i64>(db)?
                > 0;
            Ok(Some(RentalPayee {
                record: RentalRow::try_from(stored)?.record,
                is_authentic,
                before,
            }))
        })
    }
}

fn before(db: &mut Db, user: UserId, of: &StoredRental) -> Result<Option<RentalInvoiceRecord>, StoreError> {
    let Some(landlord) = &of.landlord else {
        return Ok(None);
    };
    let earlier = (rental_invoices::due_year.lt(of.due_year)).or(rental_invoices::due_year
        .eq(of.due_year)
        .and(rental_invoices::due_month.lt(of.due_month)));
    let row = authentic(user)
        .filter(rental_invoices::landlord.eq(landlord))
        .filter(earlier)
        .order((
            rental_invoices::due_year.desc(),
            rental_invoices::due_month.desc(),
            rental_invoices::created_at.desc(),
        ))
        .select(StoredRental::as_select());
    let row: Option<StoredRental> = row.first(db).optional()?;
    Ok(row.map(RentalRow::try_from).transpose()?.map(|row| row.record))
}

/// The rental invoices of mails in the user's mailboxes whose sender was authenticated, and which nobody released or forwarded.
#[diesel::dsl::auto_type(no_type_alias)]
fn authentic(user: UserId) -> _ {
    let (user, import): (Bound<TextEnum, UserId>, Bound<TextEnum, AccountName>) =
        (text(user), text(AccountName::Import));
    rental_invoices::table
        .inner_join(documents::table.inner_join(messages::table))
        .filter(rental_invoices::user_id.eq(user))
        .filter(messages::authenticated.eq(true))
        .filter(messages::released.eq(false))
        .filter(messages::forwarded.eq(false))
        .filter(messages::account.ne(import))
}
