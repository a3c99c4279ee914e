//! The ledger's documents: the stored parts of messages, with the state of each.

pub mod answer;
pub mod plan;
pub mod rejection;
pub mod reparse;
pub mod stated;
pub mod unstored;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::reading::ParserTag;
use invoices_domain::{
    DocumentState, IngestReason, LedgerReason, MessageId, ObjectKey, Question, RentalInvoiceId, UserAnswer, UserId,
};

use crate::error::StoreError;
use crate::listing::OptionalFilter;
use crate::message::{Attempt, MessageFacts};
use crate::reason::{reason_columns, state_columns};
use crate::schema::{documents, messages, users};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::types::{row_id, text, timestamp};
use crate::user::lock_live_user;

row_id! {
    /// A document's row.
    DocumentId
}

/// A document with the facts of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The row's id.
    pub document_id: DocumentId,
    /// The owner.
    pub user_id: UserId,
    /// Which part of the message: `html`, `pdf-0`, …
    pub part: String,
    /// The state.
    pub state: DocumentState,
    /// The reason for the state; safe to show to the user.
    pub reason: Option<String>,
    /// The key of its bytes in the object store.
    pub object_key: ObjectKey,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// The charset that its mail declares for it; unknown for PDFs.
    pub charset: Option<String>,
    /// The size of the original; `None` if it is not known.
    pub bytes: Option<u64>,
    /// How often parsing was attempted.
    pub attempts: i32,
    /// The parser of its current state.
    pub parser: Option<ParserTag>,
    /// What the user answered when asked about it.
    pub answer: Option<UserAnswer>,
    /// Its message; `None` for an object that no ingest stored.
    pub message_id: Option<MessageId>,
    /// The message's facts; empty without a message.
    pub facts: MessageFacts,
}

/// A stored document without a job that parses it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = documents)]
pub struct StaleDocument {
    /// The row's id.
    #[diesel(column_name = id)]
    pub document_id: DocumentId,
    /// The key of its bytes; contains the user's id.
    #[diesel(select_expression = documents::object_key.assume_not_null())]
    pub object_key: ObjectKey,
    /// How often parsing was attempted; makes the key of the sweeper's job unique.
    pub attempts: i32,
}

impl Store {
    /// The document with an object key.
    pub fn document_by_key(&self, key: &ObjectKey) -> Answer<'_, Option<Document>> {
        let key = key.clone();
        self.look_up(move |db| by_key(db, &key))
    }

    /// Adds a document for an object that no ingest stored, or returns the one that exists. `None` if the user is not
    /// live. A PDF whose invoice id is taken is added as a duplicate.
    pub fn register_object(&self, key: &ObjectKey, sha256: &str, now: DateTime<Utc>) -> Answer<'_, Option<Document>> {
        let (key, sha256) = (key.clone(), sha256.to_owned());
        self.write(move |db| {
            let user = key.user();
            if !lock_live_user(db, user)? {
                return Ok(None);
            }
            if let Some(document) = by_key(db, &key)? {
                return Ok(Some(document));
            }
            let mut row = NewDocumentRow {
                message: None,
                user,
                part: match &key {
                    ObjectKey::Rental { .. } => "pdf-0".to_owned(),
                    ObjectKey::Retail { part, .. } => part.to_string(),
                },
                state: DocumentState::Stored,
                reason: None,
                object_key: Some(key.clone()),
                rental_invoice_id: None,
                file_name: None,
                sha256,
                charset: None,
                bytes: None,
            };
            if let ObjectKey::Rental { file, .. } = &key {
                let id = file.rental_invoice_id();
                row.file_name = Some(file.as_str().to_owned());
                if is_invoice_taken(db, user, &id)? {
                    row.state = DocumentState::Duplicate;
                    row.reason = Some(IngestReason::SameInvoiceId { invoice_id: id }.into());
                } else {
                    row.rental_invoice_id = Some(id.as_str().to_owned());
                }
            }
            insert(db, row, now)?;
            by_key(db, &key)
        })
    }

    /// How many documents of a user were stored from `since` to `until`, or now, and are not read yet.
    pub fn count_unread(&self, user: UserId, since: DateTime<Utc>, until: Option<DateTime<Utc>>) -> Answer<'_, i64> {
        self.read(move |db| {
            let unread = documents::table
                .filter(documents::user_id.eq(text(user)))
                .filter(documents::state.eq(text(DocumentState::Stored)))
                .filter(documents::updated_at.ge(timestamp(since)))
                .into_boxed()
                .filter_optional(until.map(|until| documents::updated_at.le(timestamp(until))));
            Ok(unread.count().get_result(db)?)
        })
    }

    /// Counts an attempt at parsing a stored document, before any parser reads it.
    pub fn begin_attempt(
        &self,
        user: UserId,
        document: DocumentId,
        limit: i32,
        now: DateTime<Utc>,
    ) -> Answer<'_, Attempt> {
        self.write_for(user, Attempt::Gone, move |db| {
            let row = documents::table
                .find(document)
                .filter(documents::user_id.eq(text(user)));
            let waiting = row
                .filter(documents::state.eq(text(DocumentState::Stored)))
                .filter(documents::attempts.lt(limit));
            let attempts = documents::attempts.eq(documents::attempts + 1);
            let counted = diesel::update(waiting)
                .set((attempts, documents::updated_at.eq(timestamp(now))))
                .returning(documents::attempts);
            let counted = match_backend!(db, connection => Prepared(counted).get_result(connection).optional())?;
            if let Some(attempt) = counted {
                return Ok(Attempt::Started(attempt));
            }
            let row = row.select((documents::state, documents::attempts));
            let Some((state, attempts)) = row.first::<(DocumentState, i32)>(db).optional()? else {
                return Ok(Attempt::Gone);
            };
            if state != DocumentState::Stored {
                return Ok(Attempt::NotPending(state));
            }
            let reason = IngestReason::ParsingUnfinished { attempts };
            set_state(db, document, DocumentState::Failed, Some(reason.into()), None, now)?;
            Ok(Attempt::AtLimit)
        })
    }

    /// Takes back the attempt of a document that the reader never got.
    pub fn undo_attempt(&self, document: DocumentId) -> Answer<'_, ()> {
        self.write(move |db| {
            diesel::update(documents::table.find(document))
                .set(documents::attempts.eq(documents::attempts - 1))
                .execute(db)?;
            Ok(())
        })
    }

    /// Sets a document's state, unless the user deleted it.
    pub fn set_document_state(
        &self,
        user: UserId,
        document: DocumentId,
        state: DocumentState,
        reason: Option<LedgerReason>,
        parser: Option<&ParserTag>,
        now: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let parser = parser.cloned();
        self.write(move |db| set_state_unless_deleted(db, user, document, state, reason, parser.as_ref(), now))
    }

    /// At most `limit` stored documents of live users, unchanged since `before`, with fewer than `attempts_limit` attempts
    /// and no live job. A job that parses an object has its key as `join_key`.
    pub fn stale_documents(
        &self,
        before: DateTime<Utc>,
        attempts_limit: i32,
        limit: i64,
    ) -> Answer<'_, Vec<StaleDocument>> {
        self.read(move |db| {
            let stale = documents::table
                .inner_join(users::table)
                .filter(users::deleting_at.is_null())
                .filter(documents::state.eq(text(DocumentState::Stored)))
                .filter(documents::updated_at.lt(timestamp(before)))
                .filter(documents::attempts.lt(attempts_limit))
                .filter(documents::object_key.is_not_null())
                .filter(sql::<Bool>(
                    "NOT EXISTS (SELECT 1 FROM jobs \
                     WHERE jobs.join_key = documents.object_key AND jobs.state IN ('ready', 'running'))",
                ))
                .order(documents::updated_at)
                .limit(limit)
                .select(StaleDocument::as_select());
            Ok(stale.load(db)?)
        })
    }
}

/// A new row of `documents`.
pub(crate) struct NewDocumentRow {
    pub message: Option<i64>,
    pub user: UserId,
    pub part: String,
    pub state: DocumentState,
    pub reason: Option<LedgerReason>,
    pub object_key: Option<ObjectKey>,
    pub rental_invoice_id: Option<String>,
    pub file_name: Option<String>,
    pub sha256: String,
    pub charset: Option<String>,
    /// The size of the original; `None` if it is not known.
    pub bytes: Option<i64>,
}

pub(crate) fn insert(db: &mut Db, new: NewDocumentRow, now: DateTime<Utc>) -> Result<DocumentId, StoreError> {
    let row = (
        documents::message.eq(new.message),
        documents::user_id.eq(text(new.user)),
        documents::part.eq(new.part),
        documents::state.eq(text(new.state)),
        reason_columns!(documents, new.reason),
        documents::object_key.eq(new.object_key),
        documents::rental_invoice_id.eq(new.rental_invoice_id),
        documents::file_name.eq(new.file_name),
        documents::sha256.eq(new.sha256),
        documents::charset.eq(new.charset),
        documents::bytes.eq(new.bytes),
        documents::attempts.eq(0),
        documents::created_at.eq(timestamp(now)),
        documents::updated_at.eq(timestamp(now)),
    );
    let insert = diesel::insert_into(documents::table).values(row);
    Ok(insert.returning(documents::id).get_result(db)?)
}

/// Whether a document of the user has this invoice id.
pub(crate) fn is_invoice_taken(db: &mut Db, user: UserId, id: &RentalInvoiceId) -> Result<bool, StoreError> {
    let taken = documents::table
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::rental_invoice_id.eq(Some(id.as_str())));
    Ok(diesel::select(exists(taken)).get_result(db)?)
}

/// Whether the document does not exist or the user deleted it.
pub(crate) fn is_gone(db: &mut Db, user: UserId, document: DocumentId) -> Result<bool, StoreError> {
    let row = documents::table
        .find(document)
        .filter(documents::user_id.eq(text(user)))
        .select(documents::state);
    let state: Option<DocumentState> = row.first(db).optional()?;
    Ok(state.is_none_or(|state| state == DocumentState::Deleted))
}

/// [`set_state`], unless the document does not exist or the user deleted it.
pub(crate) fn set_state_unless_deleted(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    state: DocumentState,
    reason: Option<LedgerReason>,
    parser: Option<&ParserTag>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if is_gone(db, user, document)? {
        return Ok(());
    }
    set_state(db, document, state, reason, parser, now)
}

/// Sets the state and reason. Without `parser` the stored parser stays.
pub(crate) fn set_state(
    db: &mut Db,
    document: DocumentId,
    state: DocumentState,
    reason: Option<LedgerReason>,
    parser: Option<&ParserTag>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let parser = parser.map(|parser| {
        (
            documents::parser.eq(Some(&parser.name)),
            documents::parser_version.eq(Some(parser.version)),
        )
    });
    let changed =
        diesel::update(documents::table.find(document)).set((state_columns!(documents, state, reason, now), parser));
    match_backend!(db, connection => Prepared(changed).execute(connection))?;
    Ok(())
}

/// Stores the question about a document.
pub(crate) fn set_question(db: &mut Db, document: DocumentId, question: &Question) -> Result<(), StoreError> {
    diesel::update(documents::table.find(document))
        .set(documents::question.eq(Some(question)))
        .execute(db)?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
struct DocumentRow {
    id: DocumentId,
    user_id: UserId,
    part: String,
    state: DocumentState,
    reason: Option<String>,
    sha256: String,
    charset: Option<String>,
    bytes: Option<i64>,
    attempts: i32,
    parser: Option<String>,
    parser_version: Option<u32>,
    answer: Option<UserAnswer>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = messages)]
struct MessageColumns {
    message_id: MessageId,
    #[diesel(embed)]
    facts: MessageFacts,
}

pub(crate) fn by_key(db: &mut Db, key: &ObjectKey) -> Result<Option<Document>, StoreError> {
    let row = documents::table.filter(documents::object_key.eq(Some(key)));
    let id: Option<DocumentId> = row.select(documents::id).first(db).optional()?;
    id.map_or(Ok(None), |id| by_id(db, id, key.clone()))
}

/// A document with the key that its object has or gets.
pub(crate) fn by_id(db: &mut Db, id: DocumentId, key: ObjectKey) -> Result<Option<Document>, StoreError> {
    let row: Option<(DocumentRow, Option<MessageColumns>)> = documents::table
        .left_join(messages::table)
        .filter(documents::user_id.eq(text(key.user())))
        .filter(documents::id.eq(id))
        .select((DocumentRow::as_select(), Option::<MessageColumns>::as_select()))
        .first(db)
        .optional()?;
    Ok(row.map(|(row, message)| row.with(message, key)))
}

impl DocumentRow {
    fn with(self, message: Option<MessageColumns>, object_key: ObjectKey) -> Document {
        let (message_id, facts) = message.map_or_else(Default::default, |m| (Some(m.message_id), m.facts));
        let parser = self.parser.zip(self.parser_version);
        Document {
            document_id: self.id,
            user_id: self.user_id,
            part: self.part,
            state: self.state,
            reason: self.reason,
            object_key,
            sha256: self.sha256,
            charset: self.charset,
            bytes: self.bytes.and_then(|bytes| bytes.try_into().ok()),
            attempts: self.attempts,
            parser: parser.map(|(name, version)| ParserTag { name, version }),
            answer: self.answer,
            message_id,
            facts,
        }
    }
}
