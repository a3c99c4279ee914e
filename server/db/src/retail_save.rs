//! Saving the retail invoices that a document states.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, RetailInvoiceId, UserId};

use crate::connection::{Db, match_backend};
use crate::correction::{self, Corrected};
use crate::document::{self, DocumentId};
use crate::error::StoreError;
use crate::retail::{remove, stored};
use crate::retail_correction::{self, correctable_columns};
use crate::retail_mail::Mail;
use crate::retail_purchase::same_purchase;
use crate::retail_row::RetailInvoice;
use crate::retail_watch::Watched;
use crate::schema::{retail_details, retail_invoices, retail_sources};
use crate::store::Store;
use crate::text::key_part;
use crate::types::{json, text, timestamp};
use crate::user::lock_live_user;

/// The result of saving a document's retail invoices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedRetail {
    /// The invoices that the document states now.
    Saved(Vec<RetailInvoiceId>),
    /// The user is not live; nothing was written.
    UserGone,
    /// The document, or every invoice that it states, was deleted; no invoice was written.
    Deleted,
}

/// Merges the invoice of an earlier mail, or of an earlier part of a mail, with the same invoice of a later one.
pub type Merge = fn(RetailInvoice, RetailInvoice) -> RetailInvoice;

impl Store {
    /// Saves the invoices that a document states, and sets the document to parsed, in one transaction.
    ///
    /// - Deleted invoices stay deleted: a document of which an invoice was deleted only updates the invoices that it
    ///   still stands for.
    /// - An invoice with the same id, or the same vendor, order number and direction, as a stored one is that invoice, and so
    ///   is one that another part of the same mail states with the same total. If other documents state it too, `merge`
    ///   combines both and the stored id stays; otherwise it is replaced.
    /// - An invoice that only later parts of the same mail stated so far gets the id of this part.
    /// - Invoices that only this document stated, and that it no longer states, are removed.
    pub async fn retail_save(
        &self,
        user: UserId,
        document: DocumentId,
        invoices: Vec<RetailInvoice>,
        parser: &ParserTag,
        now: DateTime<Utc>,
        merge: Merge,
    ) -> Result<SavedRetail, StoreError> {
        let parser = parser.clone();
        self.write(move |db| save(db, user, document, invoices, &parser, now, merge))
            .await
    }
}

/// [`Store::retail_save`], in the caller's transaction.
pub(crate) fn save(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoices: Vec<RetailInvoice>,
    parser: &ParserTag,
    now: DateTime<Utc>,
    merge: Merge,
) -> Result<SavedRetail, StoreError> {
    if !lock_live_user(db, user)? {
        return Ok(SavedRetail::UserGone);
    }
    if matches!(
        document::state_of(db, user, document)?,
        None | Some(DocumentState::Deleted)
    ) {
        return Ok(SavedRetail::Deleted);
    }
    let mut saving = Saving::begin(db, user, document, now, merge)?;
    // The user deleted the mail's invoice before this part was read.
    if saving.before.is_empty() && saving.mail.has_deleted_part(db)? {
        document::set_state(db, document, DocumentState::Deleted, None, Some(parser), now)?;
        return Ok(SavedRetail::Deleted);
    }
    for invoice in invoices {
        saving.save(db, invoice)?;
    }
    saving.remove_stale_sources(db)?;
    saving.watched.announce(db, now)?;
    let ids: Vec<_> = saving.saved.into_iter().collect();
    if ids.is_empty() && saving.has_deleted {
        document::set_state(db, document, DocumentState::Deleted, None, Some(parser), now)?;
        return Ok(SavedRetail::Deleted);
    }
    document::set_state(db, document, DocumentState::Parsed, None, Some(parser), now)?;
    Ok(SavedRetail::Saved(ids))
}

/// The state of saving one document's invoices.
struct Saving {
    user: UserId,
    document: DocumentId,
    now: DateTime<Utc>,
    merge: Merge,
    /// The invoices that the document stated before.
    before: BTreeSet<RetailInvoiceId>,
    /// The other parts of its mail.
    mail: Mail,
    /// Whether the user deleted an invoice that the document stated or states.
    has_deleted: bool,
    /// The invoices that it states now.
    saved: BTreeSet<RetailInvoiceId>,
    /// The invoices that it changes.
    watched: Watched,
}

impl Saving {
    fn begin(
        db: &mut Db,
        user: UserId,
        document: DocumentId,
        now: DateTime<Utc>,
        merge: Merge,
    ) -> Result<Self, StoreError> {
        let sources: Vec<(RetailInvoiceId, bool)> = retail_sources::table
            .filter(retail_sources::user_id.eq(text(user)))
            .filter(retail_sources::document.eq(document))
            .select((retail_sources::invoice_id, retail_sources::deleted))
            .load(db)?;
        let (tombstones, live): (Vec<_>, Vec<_>) = sources.into_iter().partition(|(_, deleted)| *deleted);
        Ok(Saving {
            user,
            document,
            now,
            merge,
            before: live.into_iter().map(|(id, _)| id).collect(),
            mail: Mail::of(db, user, document)?,
            has_deleted: !tombstones.is_empty(),
            saved: BTreeSet::new(),
            watched: Watched::begin(db, user)?,
        })
    }

    fn save(&mut self, db: &mut Db, mut invoice: RetailInvoice) -> Result<(), StoreError> {
        if self.is_deleted(db, invoice.invoice_id)? {
            self.has_deleted = true;
            return Ok(());
        }
        let same_id = stored(db, self.user, invoice.invoice_id)?;
        let same_order = self.same_order(db, &invoice)?;
        let same_mail = same_purchase(db, self.user, &self.mail, &invoice, &self.saved)?;
        if let (Some(part), Some(order)) = (&same_mail, &same_order)
            && part.invoice_id != order.invoice_id
        {
            // This part names the order that the mail's other part does not.
            let id = invoice.invoice_id;
            invoice = self.combined(db, part.clone(), invoice)?;
            invoice.invoice_id = id;
            self.merge_duplicate(db, part.invoice_id, order.invoice_id)?;
        }
        let same = same_order.or(same_mail);
        if let (Some(one), Some(other)) = (&same_id, &same)
            && one.invoice_id != other.invoice_id
        {
            self.merge_duplicate(db, one.invoice_id, other.invoice_id)?;
        }
        let invoice = match same.or(same_id) {
            Some(old) if self.has_deleted && !self.before.contains(&old.invoice_id) => return Ok(()),
            None if self.has_deleted => return Ok(()),
            Some(old) => self.merged(db, old, invoice)?,
            None => invoice,
        };
        self.put(db, &invoice)?;
        self.saved.insert(invoice.invoice_id);
        Ok(())
    }

    /// Whether the user deleted this invoice.
    fn is_deleted(&self, db: &mut Db, id: RetailInvoiceId) -> Result<bool, StoreError> {
        let tombstone = retail_sources::table
            .filter(retail_sources::user_id.eq(text(self.user)))
            .filter(retail_sources::invoice_id.eq(text(id)))
            .filter(retail_sources::deleted.eq(true));
        Ok(diesel::select(exists(tombstone)).get_result(db)?)
    }

    /// The stored invoice of the same vendor, order and direction.
    fn same_order(&self, db: &mut Db, invoice: &RetailInvoice) -> Result<Option<RetailInvoice>, StoreError> {
        let Some(order_key) = key_part(invoice.order_key.as_deref()) else {
            return Ok(None);
        };
        let id: Option<RetailInvoiceId> = retail_invoices::table
            .filter(retail_invoices::user_id.eq(text(self.user)))
            .filter(retail_invoices::vendor_id.eq(text(&invoice.vendor_id)))
            .filter(retail_invoices::order_key.eq(Some(order_key)))
            .filter(retail_invoices::direction.eq(text(invoice.direction)))
            .select(retail_invoices::invoice_id)
            .first(db)
            .optional()?;
        id.map_or(Ok(None), |id| stored(db, self.user, id))
    }

    /// Merges two stored invoices that are the same: moves the sources and corrections of `one` to `other`, and removes `one`.
    fn merge_duplicate(&mut self, db: &mut Db, one: RetailInvoiceId, other: RetailInvoiceId) -> Result<(), StoreError> {
        let sources = retail_sources::table.filter(retail_sources::invoice_id.eq(text(one)));
        let documents: Vec<DocumentId> = sources.select(retail_sources::document).load(db)?;
        for document in documents {
            self.add_source(db, other, document)?;
        }
        diesel::delete(sources).execute(db)?;
        self.watched.note(db, one)?;
        remove(db, self.user, one)?;
        let reading = stored(db, self.user, other)?;
        self.move_corrections(db, one, other)?;
        if let Some(reading) = reading {
            retail_correction::apply(db, self.user, &reading, self.now)?;
        }
        if self.before.remove(&one) {
            self.before.insert(other);
        }
        self.saved.remove(&one);
        Ok(())
    }

    /// The merged invoice if other documents state it too, otherwise the new one with the stored id.
    fn merged(&mut self, db: &mut Db, old: RetailInvoice, new: RetailInvoice) -> Result<RetailInvoice, StoreError> {
        let id = self.id_of_first_part(db, old.invoice_id, new.invoice_id)?;
        let elsewhere = retail_sources::table
            .filter(retail_sources::invoice_id.eq(text(id)))
            .filter(retail_sources::document.ne(self.document));
        let shared = diesel::select(exists(elsewhere)).get_result::<bool>(db)? || self.saved.contains(&id);
        let mut invoice = if shared { self.combined(db, old, new)? } else { new };
        invoice.invoice_id = id;
        Ok(invoice)
    }

    /// Merges a stored invoice with what this document states of it. Of one mail, the values of a later part replace those of
    /// an earlier one, whichever was read first.
    fn combined(&self, db: &mut Db, old: RetailInvoice, new: RetailInvoice) -> Result<RetailInvoice, StoreError> {
        let latest = old.received_at.max(new.received_at);
        let is_earlier = new.received_at < old.received_at
            || new.received_at == old.received_at && self.mail.states_later(db, old.invoice_id)?;
        let (earlier, later) = if is_earlier { (new, old) } else { (old, new) };
        Ok(RetailInvoice {
            received_at: latest,
            ..(self.merge)(earlier, later)
        })
    }

    /// The id of an invoice whose stored id is `old`, where this document alone would give it the id `new`: an invoice has the
    /// id of its mail's first part that states it, also where a later part was read before. Gives it that id.
    fn id_of_first_part(
        &mut self,
        db: &mut Db,
        old: RetailInvoiceId,
        new: RetailInvoiceId,
    ) -> Result<RetailInvoiceId, StoreError> {
        if old == new || !self.mail.is_stated_only_later(db, old)? {
            return Ok(old);
        }
        diesel::update(retail_sources::table.filter(retail_sources::invoice_id.eq(text(old))))
            .set(retail_sources::invoice_id.eq(text(new)))
            .execute(db)?;
        self.watched.note(db, old)?;
        remove(db, self.user, old)?;
        self.move_corrections(db, old, new)?;
        Ok(new)
    }

    fn move_corrections(&self, db: &mut Db, from: RetailInvoiceId, to: RetailInvoiceId) -> Result<(), StoreError> {
        let of = |id| Corrected::retail(self.user, id);
        correction::move_to(db, &of(from), &of(to))
    }

    fn put(&mut self, db: &mut Db, invoice: &RetailInvoice) -> Result<(), StoreError> {
        let id = invoice.invoice_id;
        self.watched.note(db, id)?;
        let (shown, corrected) = retail_correction::corrected(db, self.user, invoice)?;
        let columns = (
            correctable_columns!(&shown, corrected),
            retail_invoices::vendor_id.eq(text(&invoice.vendor_id)),
            retail_invoices::order_key.eq(key_part(invoice.order_key.as_deref())),
            retail_invoices::direction.eq(text(invoice.direction)),
            retail_invoices::received_at.eq(timestamp(invoice.received_at)),
            retail_invoices::updated_at.eq(timestamp(self.now)),
        );
        let known = retail_invoices::table
            .find(text(id))
            .filter(retail_invoices::user_id.eq(text(self.user)));
        if diesel::update(known).set(columns.clone()).execute(db)? == 0 {
            let row = (
                retail_invoices::invoice_id.eq(text(id)),
                retail_invoices::user_id.eq(text(self.user)),
                retail_invoices::created_at.eq(timestamp(self.now)),
                columns,
            );
            diesel::insert_into(retail_invoices::table).values(row).execute(db)?;
        }
        // The category is part of the detail's key, and parsing again can change it.
        diesel::delete(retail_details::table.filter(retail_details::invoice_id.eq(text(id)))).execute(db)?;
        let detail = (
            retail_details::sub_type.eq(text(&invoice.sub_type)),
            retail_details::invoice_id.eq(text(id)),
            retail_details::user_id.eq(text(self.user)),
            retail_details::detail.eq(json(&invoice.detail)),
        );
        diesel::insert_into(retail_details::table).values(detail).execute(db)?;
        self.add_source(db, id, self.document)
    }

    fn add_source(&self, db: &mut Db, id: RetailInvoiceId, document: DocumentId) -> Result<(), StoreError> {
        let row = (
            retail_sources::invoice_id.eq(text(id)),
            retail_sources::document.eq(document),
            retail_sources::user_id.eq(text(self.user)),
            retail_sources::deleted.eq(false),
        );
        let insert = diesel::insert_into(retail_sources::table).values(row);
        match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
        Ok(())
    }

    /// Removes this document as a source of the invoices that it no longer states.
    fn remove_stale_sources(&mut self, db: &mut Db) -> Result<(), StoreError> {
        let stale = self.before.difference(&self.saved);
        remove_sources(db, self.user, self.document, stale, &mut self.watched)
    }
}

/// Removes a document as a source of these invoices, and the invoices that have no source left.
pub(crate) fn remove_sources<'a>(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoices: impl IntoIterator<Item = &'a RetailInvoiceId>,
    watched: &mut Watched,
) -> Result<(), StoreError> {
    for &id in invoices {
        diesel::delete(retail_sources::table.find((text(id), document))).execute(db)?;
        let sources = retail_sources::table.filter(retail_sources::invoice_id.eq(text(id)));
        if !diesel::select(exists(sources)).get_result::<bool>(db)? {
            watched.note(db, id)?;
            remove(db, user, id)?;
        }
    }
    Ok(())
}

/// The ids of the invoices that a document states.
pub(crate) fn ids_by_document(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
) -> Result<BTreeSet<RetailInvoiceId>, StoreError> {
    let ids: Vec<RetailInvoiceId> = retail_sources::table
        .filter(retail_sources::user_id.eq(text(user)))
        .filter(retail_sources::document.eq(document))
        .filter(retail_sources::deleted.eq(false))
        .select(retail_sources::invoice_id)
        .load(db)?;
    Ok(ids.into_iter().collect())
}
