//! Which notices of a landlord are about one rent.

use chrono::NaiveDate;
use diesel::prelude::*;
use invoices_domain::identity::{GroupWarning, Role};
use invoices_domain::{Code, Money, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::connection::Db;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::rental_row::{RentalInvoice, number};
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

/// A notice that is known.
#[derive(Queryable, Selectable)]
#[diesel(table_name = rental_invoices)]
struct Known {
    invoice_id: String,
    reference: Option<String>,
    due_date: Option<NaiveDate>,
    due_year: i32,
    due_month: i32,
    total_amount: Money,
}

/// Compares a notice with those that other documents state. The key is landlord, direction, due month and invoice number or,
/// without one, payment reference. A notice that lacks any of these has no key. A landlord sends few notices to a user.
pub(crate) fn compare(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoice: &RentalInvoice,
) -> Result<Notice, StoreError> {
    let Some(landlord) = key_part(invoice.landlord.as_deref()) else {
        return Ok(Notice::New { known: Vec::new() });
    };
    let of_landlord: Vec<Known> = rental_invoices::table
        .filter(rental_invoices::user_id.eq(text(user)))
        .filter(rental_invoices::landlord.eq(Some(landlord)))
        .filter(rental_invoices::direction.eq(text(invoice.direction)))
        .filter(rental_invoices::document.ne(document))
        .order(rental_invoices::created_at)
        .select(Known::as_select())
        .load(db)?;
    let reference = key_part(invoice.reference.as_deref());
    let has_number = |known: &&Known| reference.is_some() && known.reference == reference;
    let has_key = |known: &&Known| {
        has_number(known) && (known.due_year, known.due_month) == (invoice.due.year(), number(invoice.due))
    };
    let id = |known: &Known| RentalInvoiceId::given(&known.invoice_id);
    let mut equal = of_landlord.iter().filter(has_key);
    if let Some(same) = equal.find(|known| known.total_amount == invoice.total_amount) {
        return Ok(Notice::Same(id(same)));
    }
    if invoice.role == Role::Reminder {
        let has_date = |known: &&Known| known.due_date.is_some() && known.due_date == invoice.due_date;
        let is_before = |known: &&Known| known.due_date.is_some() && known.due_date < invoice.due_date;
        let named = of_landlord.iter().find(has_key);
        let named = named.or_else(|| of_landlord.iter().find(has_number));
        let named = named.or_else(|| of_landlord.iter().find(has_date));
        let before = || of_landlord.iter().filter(is_before).max_by_key(|known| known.due_date);
        if let Some(of) = named.or_else(before) {
            return Ok(Notice::Reminder(id(of)));
        }
    }
    let known = of_landlord.iter().filter(has_key).map(id).collect();
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
