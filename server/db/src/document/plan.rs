//! Planning a message's documents: each part gets its row and object key before its bytes are stored.

use std::iter;

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::{DocumentState, FileName, IngestReason, MessageId, ObjectKey, UserId};

use crate::document::{self, DocumentId, NewDocumentRow};
use crate::error::StoreError;
use crate::job::{self, NewJob};
use crate::message::{self, Inbox, MessageFacts};
use crate::schema::documents;
use crate::store::connection::{Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};

/// A document of a fetched message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDocument {
    /// Which part of the message.
    pub part: String,
    /// The object that it becomes.
    pub object: NewObject,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// The charset that the mail declares for it, right or wrong; unknown for PDFs.
    pub charset: Option<String>,
    /// The number of its bytes.
    pub bytes: i64,
}

/// The object that a document becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewObject {
    /// A part of a shop's mail, by its object key.
    Retail(ObjectKey),
    /// A landlord's PDF, by its file name; changed if a file with other bytes has it.
    Rental(FileName),
}

/// A document that has a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedDocument {
    /// The row's id.
    pub document_id: DocumentId,
    /// Which part of the message.
    pub part: String,
    /// The state.
    pub state: DocumentState,
    /// The object key; `None` if another document has it.
    pub key: Option<ObjectKey>,
    /// Whether its bytes must still be stored.
    pub needs_bytes: bool,
}

impl Store {
    /// Adds a row with an object key for each document of a message, and stores the message's facts.
    ///
    /// A part that has a row keeps it. A landlord's PDF with the same bytes as another one of the user that is neither deleted
    /// nor failed is a duplicate: it is stored and not read. One whose name or invoice id is taken gets a hash of its content
    /// in its name.
    ///
    /// Returns the documents in the order given. `None` if the user is not live; then nothing is written.
    pub fn plan_documents(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        facts: MessageFacts,
        documents: Vec<NewDocument>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Vec<PlannedDocument>>> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write_for(inbox.user_id, None, move |db| {
            let message = message::ensure(db, &inbox, &id, now)?;
            message::update_facts(db, message, facts)?;
            let planned = documents.iter().map(|new| plan(db, inbox.user_id, message, new, now));
            planned.collect::<Result<_, _>>().map(Some)
        })
    }

    /// Marks these documents as stored and the message as fetched, and enqueues the jobs that parse them, in one
    /// transaction. `false` if the user is not live; then nothing is written.
    pub fn mark_documents_stored(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        documents: &[DocumentId],
        jobs: Vec<NewJob>,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        let (inbox, id, documents) = (inbox.clone(), id.clone(), documents.to_vec());
        self.write_for(inbox.user_id, false, move |db| {
            for document in documents {
                let found = documents::table
                    .find(document)
                    .filter(documents::user_id.eq(text(inbox.user_id)))
                    .filter(documents::state.eq(text(DocumentState::Found)));
                let stored = diesel::update(found).set((
                    documents::state.eq(text(DocumentState::Stored)),
                    documents::updated_at.eq(timestamp(now)),
                ));
                match_backend!(db, connection => Prepared(stored).execute(connection))?;
            }
            message::set_fetched(db, &inbox, &id, now)?;
            for job in &jobs {
                job::enqueue(db, job, now)?;
            }
            Ok(true)
        })
    }
}

fn plan(
    db: &mut Db,
    user: UserId,
    message: i64,
    new: &NewDocument,
    now: DateTime<Utc>,
) -> Result<PlannedDocument, StoreError> {
    let row = documents::table
        .filter(documents::message.eq(Some(message)))
        .filter(documents::part.eq(&new.part))
        .select((documents::id, documents::state, documents::object_key));
    let known: Option<(DocumentId, DocumentState, Option<ObjectKey>)> = row.first(db).optional()?;
    let (document_id, state, key) = match known {
        Some(known) => known,
        None => add(db, user, message, new, now)?,
    };
    Ok(PlannedDocument {
        document_id,
        part: new.part.clone(),
        state,
        needs_bytes: matches!(state, DocumentState::Found | DocumentState::Duplicate) && key.is_some(),
        key,
    })
}

/// Adds a row for a part that has none.
fn add(
    db: &mut Db,
    user: UserId,
    message: i64,
    new: &NewDocument,
    now: DateTime<Utc>,
) -> Result<(DocumentId, DocumentState, Option<ObjectKey>), StoreError> {
    let key = choose_key(db, user, &new.object, &new.sha256)?;
    let (state, reason) = if key.is_none() {
        (DocumentState::Duplicate, Some(IngestReason::SameObjectKey))
    } else if is_duplicate(db, user, new)? {
        (DocumentState::Duplicate, Some(IngestReason::SameBytes))
    } else {
        (DocumentState::Found, None)
    };
    let row = NewDocumentRow {
        message: Some(message),
        user,
        part: new.part.clone(),
        state,
        reason: reason.map(Into::into),
        object_key: key.clone(),
        rental_invoice_id: match &key {
            Some(ObjectKey::Rental { file, .. }) if state == DocumentState::Found => {
                Some(file.rental_invoice_id().as_str().to_owned())
            }
            _ => None,
        },
        file_name: match &new.object {
            NewObject::Rental(file) => Some(file.as_str().to_owned()),
            NewObject::Retail(_) => None,
        },
        sha256: new.sha256.clone(),
        charset: new.charset.clone(),
        bytes: Some(new.bytes),
    };
    Ok((document::insert(db, row, now)?, state, key))
}

/// Whether a landlord's PDF with the same bytes is known. Equal bytes of a vendor's mails are grouped when they are read.
fn is_duplicate(db: &mut Db, user: UserId, new: &NewDocument) -> Result<bool, StoreError> {
    if let NewObject::Retail(_) = new.object {
        return Ok(false);
    }
    let void = [DocumentState::Deleted, DocumentState::Failed];
    let same_bytes: Vec<Option<ObjectKey>> = documents::table
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::sha256.eq(&new.sha256))
        .filter(documents::state.ne_all(text_list(void)))
        .select(documents::object_key)
        .load(db)?;
    let is_rental = |key: &ObjectKey| matches!(key, ObjectKey::Rental { .. });
    Ok(same_bytes.iter().flatten().any(is_rental))
}

/// A free object key for the document. `None` if every candidate is taken, which only files made to collide can cause.
pub(crate) fn choose_key(
    db: &mut Db,
    user: UserId,
    object: &NewObject,
    sha256: &str,
) -> Result<Option<ObjectKey>, StoreError> {
    match object {
        NewObject::Retail(key) => Ok((!is_key_taken(db, key)?).then(|| key.clone())),
        NewObject::Rental(file) => {
            // Eight hex digits of the hash are enough unless files were made to collide; then the next eight are tried.
            let hashed = (0..sha256.len()).step_by(8).filter_map(|from| sha256.get(from..));
            let names = iter::once(file.clone()).chain(hashed.map(|hash| file.with_content_hash(hash)));
            for file in names {
                let id = file.rental_invoice_id();
                let key = ObjectKey::Rental { user, file };
                if !is_key_taken(db, &key)? && !document::is_invoice_taken(db, user, &id)? {
                    return Ok(Some(key));
                }
            }
            Ok(None)
        }
    }
}

fn is_key_taken(db: &mut Db, key: &ObjectKey) -> Result<bool, StoreError> {
    let taken = documents::table.filter(documents::object_key.eq(Some(key)));
    Ok(diesel::select(exists(taken)).get_result(db)?)
}
