//! The parts of one vendor's mail: its text and its PDFs, which often state the same purchase.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use invoices_domain::{DocumentState, ObjectKey, RetailInvoiceId, RetailPart, UserId};

use crate::connection::{Db, match_backend};
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::schema::{documents, retail_sources};
use crate::types::text;

/// A document with the other parts of its mail. Parts are found by their object keys, since an object that no ingest stored has
/// no message.
pub(crate) struct Mail {
    /// Which part the document is. `None` for a document without an object.
    part: Option<RetailPart>,
    others: BTreeMap<DocumentId, RetailPart>,
}

impl Mail {
    pub fn of(db: &mut Db, user: UserId, document: DocumentId) -> Result<Self, StoreError> {
        let own: Option<Option<ObjectKey>> = documents::table
            .find(document)
            .filter(documents::user_id.eq(text(user)))
            .select(documents::object_key)
            .first(db)
            .optional()?;
        let Some(own) = own.flatten() else {
            let others = BTreeMap::new();
            return Ok(Mail { part: None, others });
        };
        let keys = own.of_same_mail();
        let all = documents::table.select((documents::id, documents::object_key));
        let key = documents::object_key.assume_not_null();
        // Of the keys SQLite gets the first and the last, between which are few others: it would plan the statement again for a
        // list. All begin with the user's id; asked for the user, too, it would read all documents of the user. PostgreSQL has
        // an order of its own, and takes the list as one value.
        let found: Vec<(DocumentId, Option<ObjectKey>)> = match_backend!(
            db,
            sqlite(sqlite) => {
                let named = |key: &ObjectKey| key.to_string();
                let first = keys.iter().min_by_key(|key| named(key)).unwrap_or(&own).clone();
                let last = keys.iter().max_by_key(|key| named(key)).unwrap_or(&own).clone();
                all.filter(key.between(text(first), text(last))).load(sqlite)
            },
            postgres(postgres) => all
                .filter(documents::user_id.eq(text(user)))
                .filter(key.eq_any(crate::types::text_list(keys.clone())))
                .load(postgres),
        )?;
        let others = found.into_iter().filter(|(_, key)| {
            let known = key.as_ref().filter(|key| **key != own);
            known.is_some_and(|key| keys.contains(key))
        });
        Ok(Mail {
            part: part(&own),
            others: others.filter_map(|(id, key)| Some((id, part(&key?)?))).collect(),
        })
    }

    /// The invoices that other parts of the mail state, with these parts.
    pub fn invoices_of_others(
        &self,
        db: &mut Db,
        user: UserId,
    ) -> Result<BTreeMap<RetailInvoiceId, BTreeSet<RetailPart>>, StoreError> {
        let sources: Vec<(RetailInvoiceId, DocumentId)> = retail_sources::table
            .filter(retail_sources::user_id.eq(text(user)))
            .filter(retail_sources::document.eq_any(self.others.keys()))
            .filter(retail_sources::deleted.eq(false))
            .select((retail_sources::invoice_id, retail_sources::document))
            .load(db)?;
        let mut stated_by: BTreeMap<RetailInvoiceId, BTreeSet<RetailPart>> = BTreeMap::new();
        for (id, document) in sources {
            stated_by.entry(id).or_default().extend(self.others.get(&document));
        }
        Ok(stated_by)
    }

    /// Whether the document is the text of the mail.
    pub fn is_text(&self) -> bool {
        self.part == Some(RetailPart::Html)
    }

    /// Whether a later part of the mail states this invoice.
    pub fn states_later(&self, db: &mut Db, invoice: RetailInvoiceId) -> Result<bool, StoreError> {
        let sources = sources(db, invoice)?;
        Ok(sources.iter().any(|document| self.is_later(*document)))
    }

    /// Whether later parts of the mail state this invoice, and no other document does.
    pub fn is_stated_only_later(&self, db: &mut Db, invoice: RetailInvoiceId) -> Result<bool, StoreError> {
        let sources = sources(db, invoice)?;
        Ok(!sources.is_empty() && sources.iter().all(|document| self.is_later(*document)))
    }

    fn is_later(&self, document: DocumentId) -> bool {
        self.others.get(&document).copied() > self.part
    }

    /// Whether another part of the mail was deleted with its invoice.
    pub fn has_deleted_part(&self, db: &mut Db) -> Result<bool, StoreError> {
        let deleted = documents::table
            .filter(documents::id.eq_any(self.others.keys()))
            .filter(documents::state.eq(text(DocumentState::Deleted)));
        Ok(diesel::select(exists(deleted)).get_result(db)?)
    }

    /// The other parts of the mail that state no invoice.
    pub fn parts_without_invoice(&self, db: &mut Db) -> Result<Vec<DocumentId>, StoreError> {
        let states_one = retail_sources::table
            .filter(retail_sources::document.eq(documents::id))
            .filter(retail_sources::deleted.eq(false));
        let without = documents::table
            .filter(documents::id.eq_any(self.others.keys()))
            .filter(not(exists(states_one)))
            .select(documents::id);
        Ok(without.load(db)?)
    }
}

fn sources(db: &mut Db, invoice: RetailInvoiceId) -> Result<Vec<DocumentId>, StoreError> {
    let sources = retail_sources::table
        .filter(retail_sources::invoice_id.eq(text(invoice)))
        .filter(retail_sources::deleted.eq(false))
        .select(retail_sources::document);
    Ok(sources.load(db)?)
}

fn part(key: &ObjectKey) -> Option<RetailPart> {
    match key {
        ObjectKey::Retail { part, .. } => Some(*part),
        ObjectKey::Rental { .. } => None,
    }
}
