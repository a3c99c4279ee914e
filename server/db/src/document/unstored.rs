//! Documents that an earlier version did not store, because another document of the user has the same bytes.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{
    DocumentState, FileName, IngestReason, MessageId, ObjectKey, RetailPart, ServiceZone, UserId, VendorId,
};

use crate::document::plan::{self, NewObject};
use crate::document::{self, Document, DocumentId};
use crate::error::StoreError;
use crate::schema::{documents, messages, users};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

/// A document without an object of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnstoredDuplicate {
    /// The document, with the key that its object gets.
    pub document: Document,
    /// The keys of the user's documents with the same bytes that are stored.
    pub equal: Vec<ObjectKey>,
}

impl Store {
    /// The documents of live users that have no object yet, in the order of their ids, of mails received at `since` or later.
    pub fn unstored_duplicates(&self, since: Option<DateTime<Utc>>) -> Answer<'_, Vec<DocumentId>> {
        self.read(move |db| {
            let mut unstored = unstored()
                .inner_join(users::table)
                .inner_join(messages::table)
                .filter(users::deleting_at.is_null())
                .order(documents::id)
                .select(documents::id)
                .into_boxed();
            if let Some(since) = since {
                unstored = unstored.filter(messages::received_at.ge(Some(since)));
            }
            Ok(unstored.load(db)?)
        })
    }

    /// One of these documents. `None` if it is stored meanwhile, or no key is free for it.
    pub fn unstored_duplicate(&self, id: DocumentId, zone: ServiceZone) -> Answer<'_, Option<UnstoredDuplicate>> {
        self.read(move |db| {
            let Some((row, all)) = row_and_equal(db, id)? else {
                return Ok(None);
            };
            let Some(key) = choose_key(db, &row, &all, zone)? else {
                return Ok(None);
            };
            let stored = all.into_iter().filter(|(state, _)| *state != DocumentState::Deleted);
            let equal = stored.map(|(_, key)| key).filter(|equal| *equal != key).collect();
            let document = document::by_id(db, id, key)?;
            Ok(document.map(|document| UnstoredDuplicate { document, equal }))
        })
    }

    /// Gives one of these documents the key of its object, before the object is written. Doing it again gives the same key.
    /// `None` as for [`Store::unstored_duplicate`], or if the user is not live.
    pub fn claim_object_key(
        &self,
        user: UserId,
        id: DocumentId,
        zone: ServiceZone,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<ObjectKey>> {
        self.write_for(user, None, move |db| {
            let Some((row, all)) = row_and_equal(db, id)?.filter(|(row, _)| row.user == user) else {
                return Ok(None);
            };
            let key = choose_key(db, &row, &all, zone)?;
            if let Some(key) = &key {
                diesel::update(documents::table.find(id))
                    .set((
                        documents::object_key.eq(Some(key)),
                        documents::updated_at.eq(timestamp(now)),
                    ))
                    .execute(db)?;
            }
            Ok(key)
        })
    }
}

/// The documents that such a version left. Reasons have codes since equal documents have objects.
#[diesel::dsl::auto_type(no_type_alias)]
fn unstored() -> _ {
    let duplicate: diesel::internal::derives::as_expression::Bound<crate::types::TextEnum, DocumentState> =
        text(DocumentState::Duplicate);
    let reason: Option<String> = Some(IngestReason::SameBytes.to_string());
    documents::table
        .filter(documents::state.eq(duplicate))
        .filter(documents::reason_code.is_null())
        .filter(documents::reason.eq(reason))
}

#[derive(Queryable)]
struct Row {
    user: UserId,
    part: String,
    key: Option<ObjectKey>,
    file_name: Option<String>,
    sha256: String,
    message_id: MessageId,
    vendor: Option<VendorId>,
    received_at: Option<DateTime<Utc>>,
}

/// Keys of documents with their states.
type Keys = Vec<(DocumentState, ObjectKey)>;

/// Such a document, and the keys of the user's documents with the same bytes that are of the same kind and vendor.
fn row_and_equal(db: &mut Db, id: DocumentId) -> Result<Option<(Row, Keys)>, StoreError> {
    let row = unstored()
        .inner_join(messages::table)
        .filter(documents::id.eq(id))
        .select((
            documents::user_id,
            documents::part,
            documents::object_key,
            documents::file_name,
            documents::sha256,
            messages::message_id,
            messages::vendor_id,
            messages::received_at,
        ));
    let Some(row) = row.first::<Row>(db).optional()? else {
        return Ok(None);
    };
    let equal: Keys = documents::table
        .filter(documents::user_id.eq(text(row.user)))
        .filter(documents::sha256.eq(&row.sha256))
        .filter(documents::object_key.is_not_null())
        .order(documents::id)
        .select((documents::state, documents::object_key.assume_not_null()))
        .load(db)?;
    let is_alike = |key: &ObjectKey| match key {
        ObjectKey::Rental { .. } => row.file_name.is_some(),
        ObjectKey::Retail { vendor, .. } => {
            row.file_name.is_none() && row.vendor.as_ref().is_none_or(|of_mail| of_mail == vendor)
        }
    };
    let equal = equal.into_iter().filter(|(_, key)| is_alike(key)).collect();
    Ok(Some((row, equal)))
}

/// The key that a document has, or the one that a mail's document gets when it is stored.
fn choose_key(db: &mut Db, row: &Row, equal: &Keys, zone: ServiceZone) -> Result<Option<ObjectKey>, StoreError> {
    if let Some(key) = &row.key {
        return Ok(Some(key.clone()));
    }
    let Some((_, equal)) = equal.first() else {
        return Ok(None);
    };
    let object = match equal {
        ObjectKey::Rental { .. } => {
            let Some(file) = row.file_name.as_deref().and_then(FileName::of_attachment) else {
                return Ok(None);
            };
            NewObject::Rental(file)
        }
        ObjectKey::Retail { sub_type, vendor, .. } => {
            let Some(of_mail) = RetailPart::all().find(|known| known.to_string() == row.part) else {
                return Ok(None);
            };
            NewObject::Retail(ObjectKey::Retail {
                user: row.user,
                sub_type: sub_type.clone(),
                vendor: vendor.clone(),
                date: row.received_at.map(|at| zone.day(at)).unwrap_or_default(),
                hash: row.message_id.hash16(),
                part: of_mail,
            })
        }
    };
    plan::choose_key(db, row.user, &object, &row.sha256)
}
