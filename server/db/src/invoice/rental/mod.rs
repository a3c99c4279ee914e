//! Rental invoices.

pub mod identity;
pub mod notices;
pub mod payee;
pub mod row;
pub mod watch;

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::identity::Role;
use invoices_domain::reading::ParserTag;
use invoices_domain::{
    DocumentState, IngestReason, LedgerReason, ObjectKey, RentalInvoiceId, RentalInvoiceRecord, UserId,
};

use crate::document::{self, DocumentId};
use crate::error::StoreError;
use crate::invoice::correction::rental::{correctable_columns, shown};
use crate::invoice::rental::identity::Notice;
use crate::invoice::rental::row::{RentalInvoice, StoredRental};
use crate::invoice::rental::watch::WatchedRental;
use crate::job::{self, NewJob};
use crate::schema::rental_invoices;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::{key_part, without_nul};
use crate::types::{json, text, timestamp};
use crate::user::lock_live_user;

/// A change of a rental invoice, with the records before and after.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The invoice is new.
    Insert {
        /// The record.
        new: RentalInvoiceRecord,
    },
    /// Parsing its document again gave another record.
    Modify {
        /// The record before.
        old: Box<RentalInvoiceRecord>,
        /// The record after.
        new: Box<RentalInvoiceRecord>,
    },
    /// Its document turned out not to be a separate invoice.
    Remove {
        /// The record before.
        old: RentalInvoiceRecord,
    },
    /// A reminder may remind of another invoice now, and is to be read again.
    ReadAgain {
        /// The key of its object.
        key: ObjectKey,
    },
}

/// The result of saving a rental invoice.
#[derive(Clone, Debug, PartialEq)]
pub enum SavedRental {
    /// It is new.
    Inserted,
    /// Its record changed.
    Modified {
        /// The record before.
        old: Box<RentalInvoiceRecord>,
    },
    /// Its record is the same.
    Unchanged,
    /// Another document states the same invoice; this one is a duplicate.
    Duplicate {
        /// That invoice.
        of: RentalInvoiceId,
    },
    /// It is a reminder of an invoice.
    Reminder {
        /// That invoice.
        of: RentalInvoiceId,
    },
    /// The user is not live; nothing was written.
    UserGone,
    /// The document was deleted; nothing was written.
    Deleted,
}

impl Store {
    /// Saves the rental invoice of a document. The same transaction sets the document to parsed (or duplicate), and
    /// enqueues the jobs that `job` makes of the changes.
    ///
    /// An invoice whose landlord, reference, due month, direction and total another document states already is a duplicate.
    pub fn rental_save(
        &self,
        user: UserId,
        document: DocumentId,
        invoice: RentalInvoice,
        parser: &ParserTag,
        now: DateTime<Utc>,
        job: impl Fn(Change) -> NewJob + Send + 'static,
    ) -> Answer<'_, SavedRental> {
        let parser = parser.clone();
        self.write_of(user, move |db| save(db, user, document, invoice, &parser, now, job))
    }
}

/// [`Store::rental_save`], in the caller's transaction.
pub(crate) fn save(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    mut invoice: RentalInvoice,
    parser: &ParserTag,
    now: DateTime<Utc>,
    job: impl Fn(Change) -> NewJob,
) -> Result<SavedRental, StoreError> {
    if !lock_live_user(db, user)? {
        return Ok(SavedRental::UserGone);
    }
    if document::is_gone(db, user, document)? {
        return Ok(SavedRental::Deleted);
    }
    let mut watched = Vec::from_iter(WatchedRental::begin(db, user, &invoice.invoice_id)?);
    let notice = identity::compare(db, user, document, &invoice)?;
    let stored = stored(db, user, &invoice.invoice_id)?;
    if let Notice::Same(of) = &notice
        && invoice.role == Role::Payment
    {
        watched.extend(WatchedRental::begin(db, user, of)?);
        mark_paid(db, user, of, now)?;
    }
    let (saved, change) = match (notice, stored) {
        (Notice::Same(of), _) => (SavedRental::Duplicate { of }, take_back(db, user, document)?),
        (Notice::Reminder(of), _) => (SavedRental::Reminder { of }, take_back(db, user, document)?),
        (_, Some((other, _))) if other != document => {
            let of = invoice.invoice_id.clone();
            (SavedRental::Duplicate { of }, None)
        }
        (Notice::New(known), stored) => {
            identity::note(db, user, document, &mut invoice, &known, &mut watched)?;
            put(db, user, document, invoice, stored.map(|(_, old)| old), now)?
        }
    };
    let (state, reason) = state(&saved);
    document::set_state(db, document, state, reason, Some(parser), now)?;
    if let Some(change) = change {
        enqueue(db, user, document, change, job, now)?;
    }
    for watched in watched {
        watched.announce(db, now)?;
    }
    Ok(saved)
}

/// Enqueues the job of a change, and those that read the user's reminders again.
pub(crate) fn enqueue(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    change: Change,
    job: impl Fn(Change) -> NewJob,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    job::enqueue(db, &job(change), now)?;
    for key in identity::reopen_reminders(db, user, document, now)? {
        job::enqueue(db, &job(Change::ReadAgain { key }), now)?;
    }
    Ok(())
}

/// Removes the invoice of a document that states another document's.
fn take_back(db: &mut Db, user: UserId, document: DocumentId) -> Result<Option<Change>, StoreError> {
    let own = by_document(db, user, document)?;
    if let Some((id, _)) = &own {
        remove(db, user, id)?;
    }
    Ok(own.map(|(_, old)| Change::Remove { old }))
}

/// Notes that a document says that an invoice was paid.
fn mark_paid(db: &mut Db, user: UserId, id: &RentalInvoiceId, now: DateTime<Utc>) -> Result<(), StoreError> {
    if let Some((_, record)) = stored(db, user, id)?.filter(|(_, record)| !record.paid) {
        let record = RentalInvoiceRecord { paid: true, ..record };
        let row = rental_invoices::table.find((text(user), without_nul(id.as_str())));
        diesel::update(row)
            .set((
                rental_invoices::record.eq(json(&record)),
                rental_invoices::updated_at.eq(timestamp(now)),
            ))
            .execute(db)?;
    }
    Ok(())
}

/// Writes an invoice of its own, over what was stored of it.
fn put(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    mut invoice: RentalInvoice,
    stored: Option<RentalInvoiceRecord>,
    now: DateTime<Utc>,
) -> Result<(SavedRental, Option<Change>), StoreError> {
    let Some(old) = stored else {
        write(db, user, document, &invoice, false, now)?;
        return Ok((SavedRental::Inserted, Some(Change::Insert { new: invoice.record })));
    };
    let replaced_by = invoice.record.replaced_by.take();
    invoice.record.replaced_by = replaced_by.or_else(|| old.replaced_by.clone());
    invoice.record.paid |= old.paid;
    write(db, user, document, &invoice, true, now)?;
    if old == invoice.record {
        return Ok((SavedRental::Unchanged, None));
    }
    let (old, new) = (Box::new(old), Box::new(invoice.record));
    let saved = SavedRental::Modified { old: old.clone() };
    Ok((saved, Some(Change::Modify { old, new })))
}

/// The state of a document whose invoice was saved, and the reason.
fn state(saved: &SavedRental) -> (DocumentState, Option<LedgerReason>) {
    let reason = match saved {
        SavedRental::Duplicate { of } => IngestReason::SameInvoice { invoice_id: of.clone() },
        SavedRental::Reminder { of } => IngestReason::Reminder { invoice_id: of.clone() },
        _ => return (DocumentState::Parsed, None),
    };
    (DocumentState::Duplicate, Some(reason.into()))
}

/// An invoice's document and record.
fn stored(
    db: &mut Db,
    user: UserId,
    id: &RentalInvoiceId,
) -> Result<Option<(DocumentId, RentalInvoiceRecord)>, StoreError> {
    let row = rental_invoices::table
        .find((text(user), without_nul(id.as_str())))
        .select((rental_invoices::document, rental_invoices::record));
    Ok(row.first(db).optional()?)
}

/// The invoice that a document states.
pub(crate) fn by_document(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
) -> Result<Option<(RentalInvoiceId, RentalInvoiceRecord)>, StoreError> {
    let row: Option<(String, RentalInvoiceRecord)> = rental_invoices::table
        .filter(rental_invoices::user_id.eq(text(user)))
        .filter(rental_invoices::document.eq(document))
        .select((rental_invoices::invoice_id, rental_invoices::record))
        .first(db)
        .optional()?;
    Ok(row.map(|(id, record)| (RentalInvoiceId::given(&id), record)))
}

/// Whether an earlier version read a document's invoice and did not keep what it is.
pub(crate) fn lacks_role(db: &mut Db, document: DocumentId) -> Result<bool, StoreError> {
    let without = rental_invoices::table
        .filter(rental_invoices::document.eq(document))
        .filter(rental_invoices::role.is_null());
    Ok(diesel::select(exists(without)).get_result(db)?)
}

/// Deletes an invoice without a tombstone.
pub(crate) fn remove(db: &mut Db, user: UserId, id: &RentalInvoiceId) -> Result<(), StoreError> {
    diesel::delete(rental_invoices::table.find((text(user), without_nul(id.as_str())))).execute(db)?;
    Ok(())
}

/// Writes the row of an invoice: a new one of this document, or over the one that is known.
fn write(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoice: &RentalInvoice,
    is_known: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let id = without_nul(invoice.invoice_id.as_str());
    let shown = shown(db, user, &invoice.invoice_id, &StoredRental::from(invoice))?;
    let columns = (
        correctable_columns!(shown),
        rental_invoices::landlord.eq(key_part(invoice.landlord.as_deref())),
        rental_invoices::reference.eq(key_part(invoice.reference.as_deref())),
        rental_invoices::direction.eq(text(invoice.direction)),
        rental_invoices::record.eq(json(&invoice.record)),
        rental_invoices::role.eq(Some(invoice.role)),
        rental_invoices::updated_at.eq(timestamp(now)),
    );
    if is_known {
        let row = rental_invoices::table.find((text(user), id));
        diesel::update(row).set(columns).execute(db)?;
        return Ok(());
    }
    let row = (
        rental_invoices::user_id.eq(text(user)),
        rental_invoices::invoice_id.eq(id),
        rental_invoices::document.eq(document),
        rental_invoices::created_at.eq(timestamp(now)),
        columns,
    );
    diesel::insert_into(rental_invoices::table).values(row).execute(db)?;
    Ok(())
}
