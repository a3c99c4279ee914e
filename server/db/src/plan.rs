//! Planning a message's documents: every part gets its row and key before any bytes are stored.

use chrono::{DateTime, Utc};
use invoices_domain::{DocumentState, FileName, MessageId, ObjectKey};

use crate::document::DocumentId;
use crate::job::NewJob;
use crate::message::{Inbox, MessageFacts};
use crate::{Store, StoreError};

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
        todo!()
    }

    /// The bytes of these documents are safe: they are stored, the message is fetched, and the jobs that read them are
    /// enqueued, all at once. `false` when the user is gone or being deleted; nothing was written.
    pub async fn documents_stored(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        documents: &[DocumentId],
        jobs: Vec<NewJob>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        todo!()
    }
}
