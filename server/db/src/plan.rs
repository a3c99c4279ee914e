//! Planning a message's documents: every part gets its row and key before any bytes are stored.

use std::iter;

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::{DocumentState, FileName, MessageId, MessageState, ObjectKey, UserId};

use crate::connection::Db;
use crate::document::{self, DocumentId, NewDocumentRow};
use crate::error::StoreError;
use crate::job::{self, NewJob};
use crate::message::{self, Inbox, MessageFacts};
use crate::schema::documents;
use crate::store::Store;
use crate::types::{text, text_list, timestamp};
use crate::user::lock_live_user;

/// A document of a fetched message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewDocument {
    /// A shop's mail.
    Retail {
        /// Which part of the message.
        part: String,
        /// Where it shall lie.
        key: ObjectKey,
        /// The SHA-256 of its bytes in small hex digits.
        sha256: String,
    },
    /// A landlord's PDF.
    Rental {
        /// Which part of the message.
        part: String,
        /// Its name; changed where other bytes have it.
        file: FileName,
        /// The SHA-256 of its bytes in small hex digits.
        sha256: String,
    },
}

/// A document with a row of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedDocument {
    /// Its row.
    pub document_id: DocumentId,
    /// Which part of the message.
    pub part: String,
    /// What is known of it.
    pub state: DocumentState,
    /// Where its bytes belong; a duplicate has no place.
    pub key: Option<ObjectKey>,
    /// Whether its bytes are still to be stored.
    pub needs_bytes: bool,
}

/// What came of planning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanOutcome {
    /// The documents in the order given.
    Planned(Vec<PlannedDocument>),
    /// The user is gone or being deleted; nothing was written.
    UserGone,
}

impl Store {
    /// Gives every document of a message its row and key, and keeps the message's facts.
    ///
    /// A part that has a row keeps it. The same bytes as another document of the user
    /// (with HTML: of the same vendor) that was neither deleted nor failed make a duplicate.
    /// A PDF whose name or invoice id is taken gets its content's hash into its name.
    pub async fn plan_documents(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        facts: MessageFacts,
        documents: Vec<NewDocument>,
        now: DateTime<Utc>,
    ) -> Result<PlanOutcome, StoreError> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write(move |db| {
            if !lock_live_user(db, inbox.user_id)? {
                return Ok(PlanOutcome::UserGone);
            }
            let message = message::ensure(db, &inbox, &id, now)?;
            message::update_facts(db, message, facts)?;
            let planned = documents.iter().map(|new| plan(db, inbox.user_id, message, new, now));
            Ok(PlanOutcome::Planned(planned.collect::<Result<_, _>>()?))
        })
        .await
    }

    /// The bytes of these documents are safe: they are stored, the message is fetched, and the jobs that read them are
    /// enqueued, all at once. `false` when the user is gone or being deleted; nothing was written.
    pub async fn mark_documents_stored(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        documents: &[DocumentId],
        jobs: Vec<NewJob>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let (inbox, id, documents) = (inbox.clone(), id.clone(), documents.to_vec());
        self.write(move |db| {
            if !lock_live_user(db, inbox.user_id)? {
                return Ok(false);
            }
            let stored = documents::table
                .filter(documents::user_id.eq(text(inbox.user_id)))
                .filter(documents::id.eq_any(documents))
                .filter(documents::state.eq(text(DocumentState::Found)));
            diesel::update(stored)
                .set((
                    documents::state.eq(text(DocumentState::Stored)),
                    documents::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            let message = message::ensure(db, &inbox, &id, now)?;
            message::set_state(db, message, MessageState::Fetched, None, now)?;
            for job in &jobs {
                job::enqueue(db, job, now)?;
            }
            Ok(true)
        })
        .await
    }
}

impl NewDocument {
    fn part(&self) -> &str {
        match self {
            NewDocument::Retail { part, .. } | NewDocument::Rental { part, .. } => part,
        }
    }

    fn sha256(&self) -> &str {
        match self {
            NewDocument::Retail { sha256, .. } | NewDocument::Rental { sha256, .. } => sha256,
        }
    }

    /// Whether the same bytes at this key would be the same document.
    fn matches_key(&self, other: &ObjectKey) -> bool {
        match (self, other) {
            (NewDocument::Rental { .. }, ObjectKey::Rental { .. }) => true,
            (
                NewDocument::Retail {
                    key: ObjectKey::Retail { vendor, .. },
                    ..
                },
                ObjectKey::Retail { vendor: other, .. },
            ) => vendor == other,
            _ => false,
        }
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
        .filter(documents::part.eq(new.part()))
        .select((documents::id, documents::state, documents::object_key));
    let known: Option<(DocumentId, DocumentState, Option<ObjectKey>)> = row.first(db).optional()?;
    let (document_id, state, key) = match known {
        Some(known) => known,
        None => add(db, user, message, new, now)?,
    };
    Ok(PlannedDocument {
        document_id,
        part: new.part().to_owned(),
        state,
        needs_bytes: state == DocumentState::Found,
        key,
    })
}

/// A part that has no row yet.
fn add(
    db: &mut Db,
    user: UserId,
    message: i64,
    new: &NewDocument,
    now: DateTime<Utc>,
) -> Result<(DocumentId, DocumentState, Option<ObjectKey>), StoreError> {
    let (key, reason) = if is_duplicate(db, user, new)? {
        (None, Some("another document has the same bytes"))
    } else {
        match choose_key(db, user, new)? {
            Some(key) => (Some(key), None),
            None => (None, Some("another document has its place")),
        }
    };
    let state = match key {
        Some(_) => DocumentState::Found,
        None => DocumentState::Duplicate,
    };
    let row = NewDocumentRow {
        message: Some(message),
        user,
        part: new.part().to_owned(),
        state,
        reason: reason.map(str::to_owned),
        object_key: key.clone(),
        rental_invoice_id: match &key {
            Some(ObjectKey::Rental { file, .. }) => Some(file.rental_invoice_id().as_str().to_owned()),
            _ => None,
        },
        file_name: match new {
            NewDocument::Rental { file, .. } => Some(file.as_str().to_owned()),
            NewDocument::Retail { .. } => None,
        },
        sha256: new.sha256().to_owned(),
    };
    Ok((document::insert(db, row, now)?, state, key))
}

fn is_duplicate(db: &mut Db, user: UserId, new: &NewDocument) -> Result<bool, StoreError> {
    let void = [DocumentState::Deleted, DocumentState::Failed];
    let same_bytes: Vec<Option<ObjectKey>> = documents::table
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::sha256.eq(new.sha256()))
        .filter(documents::state.ne_all(text_list(void)))
        .select(documents::object_key)
        .load(db)?;
    Ok(same_bytes.iter().flatten().any(|key| new.matches_key(key)))
}

/// Where the bytes shall lie. `None` where no place is left, which takes several files of one name made for it.
fn choose_key(db: &mut Db, user: UserId, new: &NewDocument) -> Result<Option<ObjectKey>, StoreError> {
    match new {
        NewDocument::Retail { key, .. } => Ok((!is_key_taken(db, key)?).then(|| key.clone())),
        NewDocument::Rental { file, sha256, .. } => {
            // Eight digits of the hash tell files apart that nobody made to clash; the next eight the rest.
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
