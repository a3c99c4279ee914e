//! The documents that state an invoice.

use std::collections::{BTreeSet, HashSet};

use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::{RetailInvoiceId, UserId};

use super::statement::Statement;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::schema::retail_sources;
use crate::store::connection::{Db, match_backend};
use crate::types::text;

/// Whether a document that has no statement in the block states an invoice.
pub(super) fn is_stated_elsewhere(db: &mut Db, id: RetailInvoiceId, block: &[Statement]) -> Result<bool, StoreError> {
    let sources: Vec<DocumentId> = retail_sources::table
        .filter(retail_sources::invoice_id.eq(text(id)))
        .filter(retail_sources::deleted.eq(false))
        .select(retail_sources::document)
        .load(db)?;
    let known: HashSet<DocumentId> = block.iter().map(|statement| statement.document).collect();
    Ok(sources.iter().any(|document| !known.contains(document)))
}

pub(super) fn has_sources(db: &mut Db, id: RetailInvoiceId) -> Result<bool, StoreError> {
    let sources = retail_sources::table
        .filter(retail_sources::invoice_id.eq(text(id)))
        .filter(retail_sources::deleted.eq(false));
    Ok(diesel::select(exists(sources)).get_result(db)?)
}

pub(super) fn add_source(
    db: &mut Db,
    user: UserId,
    id: RetailInvoiceId,
    document: DocumentId,
) -> Result<(), StoreError> {
    let row = (
        retail_sources::invoice_id.eq(text(id)),
        retail_sources::document.eq(document),
        retail_sources::user_id.eq(text(user)),
        retail_sources::deleted.eq(false),
    );
    let insert = diesel::insert_into(retail_sources::table).values(row);
    match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    Ok(())
}

/// Removes a document as a source of every invoice but these.
pub(super) fn remove_sources_except(
    db: &mut Db,
    document: DocumentId,
    kept: &BTreeSet<RetailInvoiceId>,
) -> Result<(), StoreError> {
    let sources: Vec<RetailInvoiceId> = retail_sources::table
        .filter(retail_sources::document.eq(document))
        .filter(retail_sources::deleted.eq(false))
        .select(retail_sources::invoice_id)
        .load(db)?;
    for id in sources.iter().filter(|id| !kept.contains(id)) {
        diesel::delete(retail_sources::table.find((text(id), document))).execute(db)?;
    }
    Ok(())
}
