//! Which notices of a landlord are about one rent.

use diesel::prelude::*;
use invoices_domain::identity::{GroupWarning, Role};
use invoices_domain::{Code, Money, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::connection::Db;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::rental::number;
use crate::rental_row::RentalInvoice;
use crate::rental_watch::WatchedRental;
use crate::schema::rental_invoices;
use crate::text::{key_part, without_nul};
use crate::types::{json, text};

/// What a notice is to those that are known.
pub(crate) enum Notice {
    /// It is of its own, or it replaces or contradicts these.
    New {
        /// Those with the same key.
        known: Vec<RentalInvoiceId>,
    },
    /// It states this invoice.
    Same(RentalInvoiceId),
    /// It reminds of this invoice.
    Reminder(RentalInvoiceId),
}

/// Compares a notice with those that other documents state. The key is landlord, direction, due month and invoice number or,
/// without one, payment reference. A notice that lacks any of these has no key.
pub(crate) fn compare(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoice: &RentalInvoice,
) -> Result<Notice, StoreError> {
    let Some(landlord) = key_part(invoice.landlord.as_deref()) else {
        return Ok(Notice::New { known: Vec::new() });
    };
    let of_landlord = rental_invoices::table
        .filter(rental_invoices::user_id.eq(text(user)))
        .filter(rental_invoices::landlord.eq(Some(landlord)))
        .filter(rental_invoices::direction.eq(text(invoice.direction)))
        .filter(rental_invoices::document.ne(document));
    let reference = key_part(invoice.reference.as_deref());
    let mut known: Vec<(String, Money)> = Vec::new();
    if let Some(reference) = &reference {
        let with_key = of_landlord
            .clone()
            .filter(rental_invoices::reference.eq(Some(reference.clone())))
            .filter(rental_invoices::due_year.eq(invoice.due.year()))
            .filter(rental_invoices::due_month.eq(number(invoice.due)))
            .order(rental_invoices::created_at)
            .select((rental_invoices::invoice_id, rental_invoices::total_amount));
        known = with_key.load(db)?;
    }
    if let Some((id, _)) = known.iter().find(|(_, total)| *total == invoice.total_amount) {
        return Ok(Notice::Same(RentalInvoiceId::given(id)));
    }
    if invoice.role == Role::Reminder {
        let latest = of_landlord.order(rental_invoices::due_date.desc());
        let ids = latest.select(rental_invoices::invoice_id);
        let named = known.first().map(|(id, _)| id.clone());
        let by_number = ids.clone().filter(
            rental_invoices::reference
                .is_not_null()
                .and(rental_invoices::reference.eq(reference))
                .assume_not_null(),
        );
        let by_date = ids.clone().filter(
            rental_invoices::due_date
                .is_not_null()
                .and(rental_invoices::due_date.eq(invoice.due_date))
                .assume_not_null(),
        );
        let before = ids.filter(
            rental_invoices::due_date
                .is_not_null()
                .and(rental_invoices::due_date.lt(invoice.due_date))
                .assume_not_null(),
        );
        let mut of = named;
        for rows in [by_number.into_boxed(), by_date.into_boxed(), before.into_boxed()] {
            if of.is_none() {
                of = rows.first::<String>(db).optional()?;
            }
        }
        if let Some(id) = of {
            return Ok(Notice::Reminder(RentalInvoiceId::given(&id)));
        }
    }
    let known = known.iter().map(|(id, _)| RentalInvoiceId::given(id)).collect();
    Ok(Notice::New { known })
}

/// Says in the records of known notices what a notice with their key and another total is to them, and in its own record if
/// it contradicts them.
pub(crate) fn note(
    db: &mut Db,
    user: UserId,
    invoice: &mut RentalInvoice,
    known: &[RentalInvoiceId],
    watched: &mut Vec<WatchedRental>,
) -> Result<(), StoreError> {
    let replaces = invoice.role == Role::Replacement;
    if !replaces && !known.is_empty() {
        warn(&mut invoice.record);
    }
    for id in known {
        let row = rental_invoices::table.find((text(user), without_nul(id.as_str())));
        let mut record: RentalInvoiceRecord = row.clone().select(rental_invoices::record).first(db)?;
        let before = record.clone();
        if replaces {
            record.replaced_by = Some(invoice.invoice_id.clone());
        } else {
            warn(&mut record);
        }
        if record != before {
            watched.extend(WatchedRental::begin(db, user, id)?);
            diesel::update(row)
                .set(rental_invoices::record.eq(json(&record)))
                .execute(db)?;
        }
    }
    Ok(())
}

fn warn(record: &mut RentalInvoiceRecord) {
    let code = Code::of(&GroupWarning::SameNumber);
    if !record.warning_codes.contains(&code) {
        record.warnings.push(GroupWarning::SameNumber.to_string());
        record.warning_codes.push(code);
    }
}
