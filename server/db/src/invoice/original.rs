//! The documents that invoices were read from.

use diesel::prelude::*;
use invoices_domain::{DocumentState, ObjectKey, RentalInvoiceId, RetailInvoiceId, UserId};

use crate::document::{Document, DocumentId, by_key};
use crate::error::StoreError;
use crate::invoice::identity::resolve;
use crate::schema::{documents, rental_invoices, retail_sources};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::text;

impl Store {
    /// The document of a rental invoice; `None` if the user has no such invoice.
    pub fn rental_document(&self, user: UserId, id: &RentalInvoiceId) -> Answer<'_, Option<Document>> {
        let id = id.clone();
        self.read(move |db| {
            let row = rental_invoices::table
                .find((text(user), without_nul(id.as_str())))
                .select(rental_invoices::document);
            let ids: Vec<DocumentId> = row.load(db)?;
            Ok(kept(db, user, &ids)?.pop())
        })
    }

    /// The documents that state a retail invoice, in no order; none if the user has no such invoice.
    pub fn retail_documents(&self, user: UserId, id: RetailInvoiceId) -> Answer<'_, Vec<Document>> {
        self.read(move |db| {
            let id = resolve(db, user, id)?;
            let sources = retail_sources::table
                .filter(retail_sources::user_id.eq(text(user)))
                .filter(retail_sources::invoice_id.eq(text(id)))
                .filter(retail_sources::deleted.eq(false))
                .select(retail_sources::document);
            let ids: Vec<DocumentId> = sources.load(db)?;
            kept(db, user, &ids)
        })
    }
}

/// Those of the documents that are not deleted.
fn kept(db: &mut Db, user: UserId, ids: &[DocumentId]) -> Result<Vec<Document>, StoreError> {
    let keys: Vec<Option<ObjectKey>> = documents::table
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::id.eq_any(ids))
        .filter(documents::state.ne(text(DocumentState::Deleted)))
        .select(documents::object_key)
        .load(db)?;
    let mut kept = Vec::with_capacity(keys.len());
    for key in keys.iter().flatten() {
        kept.extend(by_key(db, key)?);
    }
    Ok(kept)
}
