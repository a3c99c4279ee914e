//! The ledger's documents: the stored parts of messages, and what became of each.

use chrono::{DateTime, Utc};
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, MessageId, ObjectKey, UserId};

use crate::message::MessageFacts;
use crate::{Store, StoreError};

/// A document's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub(crate) i64);

/// A document, with what its message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its row.
    pub document_id: DocumentId,
    /// Whose it is.
    pub user_id: UserId,
    /// Which part of the message: `html`, `pdf-0`, …
    pub part: String,
    /// What became of it.
    pub state: DocumentState,
    /// Why, in words safe to show.
    pub reason: Option<String>,
    /// Where its bytes lie.
    pub object_key: ObjectKey,
    /// The SHA-256 of its bytes in small hex digits.
    pub sha256: String,
    /// How often reading it began.
    pub attempts: i32,
    /// Who read it.
    pub parser: Option<ParserTag>,
    /// The message it came in; none for an object that no ingest stored.
    pub message_id: Option<MessageId>,
    /// What the message says; empty without one.
    pub facts: MessageFacts,
}

/// Whether a document may be read now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The attempt is counted; it is the n-th.
    Begun(i32),
    /// There were too many; the document is failed now.
    AtLimit,
    /// Nothing is owed: its state says why.
    NotOwed(DocumentState),
    /// The document is gone, or its user is gone or being deleted.
    Gone,
}

/// A stored document that nobody seems to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleDocument {
    /// Its row.
    pub document_id: DocumentId,
    /// Where its bytes lie; names the user.
    pub object_key: ObjectKey,
    /// How often reading it began: makes the key of the sweeper's job new.
    pub attempts: i32,
}

impl Store {
    /// The document whose bytes lie at a key.
    pub async fn document_by_key(&self, key: &ObjectKey) -> Result<Option<Document>, StoreError> {
        todo!()
    }

    /// Gives an object that no ingest stored a row of its own, as stored; the row it has, where it has one.
    /// `None` when its user is gone or being deleted. A PDF whose invoice id is taken is a duplicate.
    pub async fn adopt_object(
        &self,
        key: &ObjectKey,
        sha256: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Document>, StoreError> {
        todo!()
    }

    /// Counts an attempt at reading a stored document, before any parser sees it.
    pub async fn begin_attempt(
        &self,
        user: UserId,
        document: DocumentId,
        limit: i32,
        now: DateTime<Utc>,
    ) -> Result<Attempt, StoreError> {
        todo!()
    }

    /// Says what became of a document. What the user deleted stays deleted.
    pub async fn settle_document(
        &self,
        user: UserId,
        document: DocumentId,
        state: DocumentState,
        reason: Option<&str>,
        parser: Option<&ParserTag>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        todo!()
    }

    /// At most `limit` stored documents of live users, untouched since `before`, tried less than `attempts_limit`
    /// times, that no live job reads: a job that reads an object carries its key as `join_key`.
    pub async fn sweep_documents(
        &self,
        before: DateTime<Utc>,
        attempts_limit: i32,
        limit: i64,
    ) -> Result<Vec<StaleDocument>, StoreError> {
        todo!()
    }

    /// At most `limit` documents that an older version of this parser read, to be read again.
    pub async fn outdated_documents(&self, parser: &ParserTag, limit: i64) -> Result<Vec<StaleDocument>, StoreError> {
        todo!()
    }

    /// Lets a parsed, rejected or failed document be read again, with all its attempts. `false` when there is none.
    pub async fn reopen_document(
        &self,
        user: UserId,
        document: DocumentId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        todo!()
    }
}
