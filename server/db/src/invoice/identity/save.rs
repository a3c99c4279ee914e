//! Saving what a document states.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, IngestReason, RetailInvoiceId, UserId};

use super::regroup::{Changed, regroup};
use super::source::remove_sources_except;
use super::statement::{self, NewStatement};
use crate::document::{self, DocumentId};
use crate::error::StoreError;
use crate::schema::retail_sources;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::text;
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

impl Store {
    /// Saves what a document states, groups it with the other documents of its block, and sets the document to parsed, in one
    /// transaction. Deleted documents stay deleted, and so does a document that belongs only to deleted ones.
    pub fn retail_save(
        &self,
        user: UserId,
        document: DocumentId,
        statements: Vec<NewStatement>,
        parser: &ParserTag,
        now: DateTime<Utc>,
    ) -> Answer<'_, SavedRetail> {
        let parser = parser.clone();
        self.write_of(user, move |db| save(db, user, document, statements, &parser, now))
    }
}

/// [`Store::retail_save`], in the caller's transaction.
pub(crate) fn save(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    new: Vec<NewStatement>,
    parser: &ParserTag,
    now: DateTime<Utc>,
) -> Result<SavedRetail, StoreError> {
    if !lock_live_user(db, user)? {
        return Ok(SavedRetail::UserGone);
    }
    if document::is_gone(db, user, document)? {
        return Ok(SavedRetail::Deleted);
    }
    document::set_state(db, document, DocumentState::Parsed, None, Some(parser), now)?;
    let ids: Vec<RetailInvoiceId> = new.iter().map(|statement| statement.id).collect();
    let deleted = write(db, user, document, new, now)?;
    if !ids.is_empty() && ids.iter().all(|id| deleted.contains(id)) {
        let reason = Some(IngestReason::InvoiceDeleted.into());
        document::set_state(db, document, DocumentState::Deleted, reason, Some(parser), now)?;
        return Ok(SavedRetail::Deleted);
    }
    let ids = ids_by_document(db, user, document)?;
    Ok(SavedRetail::Saved(ids.into_iter().collect()))
}

/// Replaces a document's statements, and groups again what that changes. Returns those whose invoice the user deleted.
pub(crate) fn write(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    new: Vec<NewStatement>,
    now: DateTime<Utc>,
) -> Result<BTreeSet<RetailInvoiceId>, StoreError> {
    let seal = statement::sealing(db, user)?;
    let mut before = statement::of_document(db, document)?;
    before.retain(|statement| !statement.deleted);
    let known: BTreeSet<RetailInvoiceId> = before.iter().map(|statement| statement.id).collect();
    let mut changed = Changed {
        keys: super::keys_of(&before),
        // Also those that were stored before documents had statements.
        left: ids_by_document(db, user, document)?,
        ..Changed::default()
    };
    let mut deleted = BTreeSet::new();
    for mut statement in new {
        let is_deleted = statement::is_deleted(db, user, statement.id)?;
        if is_deleted == Some(true) {
            deleted.insert(statement.id);
            continue;
        }
        statement.fact = statement.fact.sealed(&seal);
        statement::put(db, user, document, &statement, is_deleted.is_some())?;
        changed.keys.extend(statement.fact.keys());
        // A live document stays so, whatever it states now.
        if known.is_empty() {
            changed.new.insert(statement.id);
        }
        changed.written.insert(statement.id, statement.invoice);
    }
    statement::remove(db, known.iter().filter(|id| !changed.written.contains_key(id)))?;
    if changed.written.is_empty() {
        remove_sources_except(db, document, &BTreeSet::new())?;
    }
    deleted.extend(regroup(db, user, changed, now)?);
    Ok(deleted)
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

/// Whether a document states an invoice of its own, or did before documents had statements.
pub(crate) fn states_invoice(db: &mut Db, user: UserId, document: DocumentId) -> Result<bool, StoreError> {
    let stated = statement::of_document(db, document)?;
    for statement in &stated {
        if statement::record(db, statement.id)?.is_some() {
            return Ok(true);
        }
    }
    Ok(stated.is_empty() && !ids_by_document(db, user, document)?.is_empty())
}
