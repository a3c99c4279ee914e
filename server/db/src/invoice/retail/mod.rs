//! Retail invoices: summaries and details.

pub mod filter;
pub mod found;
pub mod list;
pub mod mail;
pub mod row;
pub mod segment;
pub mod segments;
pub mod text;
pub mod watch;
pub mod write;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use invoices_domain::correction::{Corrected, Correction, RetailField};
use invoices_domain::webhook::{EventSubject, EventType};
use invoices_domain::{DocumentState, ObjectKey, RetailInvoiceId, SubType, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::invoice::correction::{self, CorrectedInvoice};
use crate::invoice::identity::{self, resolve};
use crate::invoice::retail::mail::parts_without_invoice;
use crate::invoice::retail::row::{RetailInvoice, RetailSummary};
use crate::invoice::retail::watch::{Watched, shown};
use crate::invoice::retail::write::{apply, remove, summary};
use crate::reason::state_columns;
use crate::schema::{documents, retail_details, retail_invoices, retail_sources};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{Record, text};
use crate::user::lock_live_user;
use crate::webhook::event;

diesel::alias!(retail_sources as others: Others);

/// What [`Store::retail_delete`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetailDeletion {
    /// The invoice is deleted.
    Deleted,
    /// Nothing: a document whose original is not removed belongs to the invoice, since another mail about it was read meanwhile.
    HasOthers,
    /// Nothing: the user has no such invoice.
    Unknown,
}

impl Store {
    /// An invoice, of this category if one is given, and its detail record as it was read.
    pub fn retail_invoice(
        &self,
        user: UserId,
        sub_type: Option<&SubType>,
        id: RetailInvoiceId,
    ) -> Answer<'_, Option<(RetailSummary, Record)>> {
        let sub_type = sub_type.cloned();
        self.look_up(move |db| {
            let id = resolve(db, user, id)?;
            // The detail's own category is that of the reading, which the user may have corrected.
            Ok(shown(db, user, id)?.filter(|(summary, _)| sub_type.is_none_or(|only| only == summary.sub_type)))
        })
    }

    /// Corrects values of an invoice and undoes corrections, and returns the invoice as it is then. `None` if the user has no
    /// such invoice.
    pub fn correct_retail(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        correction: Correction<RetailField>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<RetailSummary>> {
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(None);
            }
            let id = resolve(db, user, id)?;
            let Some(reading) = stored(db, user, id)? else {
                return Ok(None);
            };
            let invoice = CorrectedInvoice::retail(user, id);
            let mut watched = Watched::begin(db, user)?;
            watched.note(db, id)?;
            correction::change(db, &invoice, correction, now)?;
            apply(db, user, &reading, now)?;
            watched.announce(db, now)?;
            summary(db, user, id)
        })
    }

    /// An invoice, and the object keys to remove before it is deleted: those of its mails, except for parts that another
    /// invoice shares.
    pub fn retail_for_deletion(
        &self,
        user: UserId,
        id: RetailInvoiceId,
    ) -> Answer<'_, Option<(RetailSummary, Vec<ObjectKey>)>> {
        self.read(move |db| {
            let id = resolve(db, user, id)?;
            let Some(summary) = summary(db, user, id)? else {
                return Ok(None);
            };
            let own = own_documents(db, user, id)?;
            Ok(Some((summary, keys_of(db, &own)?)))
        })
    }

    /// Deletes an invoice with its detail, and the documents of its mails unless another invoice shares them. Tombstones keep a
    /// later ingest from adding it again, and so does a part of such a mail that is not read yet: it is deleted, too. `removed` are the
    /// keys whose objects are removed; if the invoice has others, nothing is deleted.
    pub fn retail_delete(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        removed: &[ObjectKey],
        now: DateTime<Utc>,
    ) -> Answer<'_, RetailDeletion> {
        let removed = removed.to_vec();
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(RetailDeletion::Unknown);
            }
            let id = resolve(db, user, id)?;
            let Some(summary) = summary(db, user, id)? else {
                return Ok(RetailDeletion::Unknown);
            };
            let own = own_documents(db, user, id)?;
            if keys_of(db, &own)?.iter().any(|key| !removed.contains(key)) {
                return Ok(RetailDeletion::HasOthers);
            }
            let deleted = documents::table.filter(documents::id.eq_any(own));
            diesel::update(deleted)
                .set(state_columns!(documents, DocumentState::Deleted, None, now))
                .execute(db)?;
            diesel::update(retail_sources::table.filter(retail_sources::invoice_id.eq(text(id))))
                .set(retail_sources::deleted.eq(true))
                .execute(db)?;
            correction::delete(db, &CorrectedInvoice::retail(user, id))?;
            identity::bury(db, user, id)?;
            remove(db, user, id)?;
            let subject = EventSubject::Retail {
                invoice: summary.into(),
            };
            event::announce(db, user, EventType::InvoiceDeleted, &subject, now)?;
            Ok(RetailDeletion::Deleted)
        })
    }
}

/// A stored invoice as it was read.
pub(crate) fn stored(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<RetailInvoice>, StoreError> {
    let row = retail_invoices::table
        .inner_join(retail_details::table)
        .filter(retail_invoices::user_id.eq(text(user)))
        .filter(retail_invoices::invoice_id.eq(text(id)))
        .select((RetailInvoice::as_select(), retail_invoices::corrected));
    let row: Option<(RetailInvoice, Option<Corrected<RetailField>>)> = row.first(db).optional()?;
    match row {
        Some((invoice, Some(_))) => correction::reading(db, &CorrectedInvoice::retail(user, id), &invoice).map(Some),
        row => Ok(row.map(|(invoice, _)| invoice)),
    }
}

/// The documents that state this invoice and no other, and the parts of their mails that state none.
fn own_documents(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Vec<DocumentId>, StoreError> {
    let shared = others
        .filter(others.field(retail_sources::document).eq(retail_sources::document))
        .filter(others.field(retail_sources::invoice_id).ne(retail_sources::invoice_id))
        .filter(others.field(retail_sources::deleted).eq(false));
    let own = retail_sources::table
        .filter(retail_sources::user_id.eq(text(user)))
        .filter(retail_sources::invoice_id.eq(text(id)))
        .filter(retail_sources::deleted.eq(false))
        .filter(not(exists(shared)))
        .select(retail_sources::document);
    let mut own: Vec<DocumentId> = own.load(db)?;
    for document in own.clone() {
        own.extend(parts_without_invoice(db, user, document)?);
    }
    own.sort_unstable();
    own.dedup();
    Ok(own)
}

/// The keys of documents that have one, in the order of the documents.
fn keys_of(db: &mut Db, documents: &[DocumentId]) -> Result<Vec<ObjectKey>, StoreError> {
    let keys = documents::table
        .filter(documents::id.eq_any(documents))
        .order(documents::id)
        .select(documents::object_key);
    Ok(keys.load::<Option<ObjectKey>>(db)?.into_iter().flatten().collect())
}
