//! The parts of one vendor's mail: its text and its PDFs.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use invoices_domain::{ObjectKey, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::schema::{documents, retail_sources};
use crate::store::connection::{Db, match_backend};
use crate::types::text;

/// The other parts of a document's mail that state no invoice. Parts are found by their object keys, since an object that no
/// ingest stored has no message.
pub(crate) fn parts_without_invoice(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
) -> Result<Vec<DocumentId>, StoreError> {
    let own: Option<Option<ObjectKey>> = documents::table
        .find(document)
        .filter(documents::user_id.eq(text(user)))
        .select(documents::object_key)
        .first(db)
        .optional()?;
    let Some(own) = own.flatten() else {
        return Ok(Vec::new());
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
    let is_part = |key: &ObjectKey| *key != own && keys.contains(key);
    let parts = found.into_iter().filter(|(_, key)| key.as_ref().is_some_and(is_part));
    let states_one = retail_sources::table
        .filter(retail_sources::document.eq(documents::id))
        .filter(retail_sources::deleted.eq(false));
    let without = documents::table
        .filter(documents::id.eq_any(parts.map(|(id, _)| id)))
        .filter(not(exists(states_one)))
        .select(documents::id);
    Ok(without.load(db)?)
}
