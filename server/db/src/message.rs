//! The ledger's messages: what was found in a mailbox, and what became of it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, MailAddress, MessageId, MessageState, Source, UserId, VendorId};

use crate::schema::messages;
use crate::{Store, StoreError};

/// A user's mail account, as one ingest reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct Inbox {
    /// Whose it is.
    pub user_id: UserId,
    /// The account's address.
    pub account: MailAddress,
    /// Which ingest.
    pub source: Source,
}

/// What a message says of itself, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct MessageFacts {
    /// The vendor it was taken for.
    pub vendor_id: Option<VendorId>,
    /// The sender's address.
    pub sender: Option<MailAddress>,
    /// The sender's display name.
    pub sender_name: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// When the provider received it.
    pub received_at: Option<DateTime<Utc>>,
    /// What the provider says of the sender's authenticity.
    pub authentication: Option<String>,
}

/// A message that is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct OwedMessage {
    /// The provider's id.
    pub message_id: MessageId,
    /// Whether the user released it from quarantine: its sender is trusted now.
    pub released: bool,
}

/// A message and its documents, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// The account it was found in, and by which ingest.
    pub inbox: Inbox,
    /// The provider's id.
    pub message_id: MessageId,
    /// What became of it.
    pub state: MessageState,
    /// Why, in words safe to show.
    pub reason: Option<String>,
    /// What it says of itself.
    pub facts: MessageFacts,
    /// When it was first found.
    pub found_at: DateTime<Utc>,
    /// When its state last changed.
    pub updated_at: DateTime<Utc>,
    /// Its documents by part.
    pub documents: Vec<LedgerDocument>,
}

/// A document of a message, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerDocument {
    /// Which part of the message: `html`, `pdf-0`, …
    pub part: String,
    /// What became of it.
    pub state: DocumentState,
    /// Why, in words safe to show.
    pub reason: Option<String>,
    /// The attachment's name.
    pub file_name: Option<String>,
    /// Who read it.
    pub parser: Option<ParserTag>,
}

impl Store {
    /// Those of `ids` that the ledger knows.
    pub async fn known_messages(
        &self,
        inbox: &Inbox,
        ids: &[MessageId],
    ) -> Result<HashMap<MessageId, MessageState>, StoreError> {
        todo!()
    }

    /// Adds new messages as found and turns failed ones back to found; leaves all others.
    /// Returns how many of `ids` are owed now. Writes nothing for a user who is not live.
    pub async fn record_found(
        &self,
        inbox: &Inbox,
        ids: &[MessageId],
        now: DateTime<Utc>,
    ) -> Result<usize, StoreError> {
        todo!()
    }

    /// The messages that are to be fetched, the oldest find first.
    pub async fn owed_messages(&self, inbox: &Inbox) -> Result<Vec<OwedMessage>, StoreError> {
        todo!()
    }

    /// Says what became of a message. `facts` replace what was known of it; none keep that.
    pub async fn settle_message(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        state: MessageState,
        reason: Option<&str>,
        facts: Option<MessageFacts>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        todo!()
    }

    /// When the provider received the rental mails of which a PDF makes its month processed.
    pub async fn processed_times(&self, user: UserId, account: &MailAddress) -> Result<Vec<DateTime<Utc>>, StoreError> {
        todo!()
    }

    /// The last `limit` messages found, the newest first.
    pub async fn ledger(&self, user: UserId, limit: i64) -> Result<Vec<LedgerRow>, StoreError> {
        todo!()
    }

    /// The messages in quarantine, the newest first.
    pub async fn quarantined(&self, user: UserId) -> Result<Vec<LedgerRow>, StoreError> {
        todo!()
    }

    /// Releases a message from quarantine: it is found again, and its sender is trusted.
    /// `false` when no such message is in quarantine.
    pub async fn release(&self, user: UserId, id: &MessageId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        todo!()
    }

    /// At most `limit` inboxes of live users with a message owed and untouched since `before`.
    pub async fn sweep_messages(&self, before: DateTime<Utc>, limit: i64) -> Result<Vec<Inbox>, StoreError> {
        todo!()
    }
}
