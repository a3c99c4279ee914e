//! The ledger as users see it: messages with their documents, and release from quarantine.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use invoices_domain::{
    AccountName, Code, DocumentState, IngestReason, MessageId, MessageState, ObjectKey, Question, Reason, UserAnswer,
    UserId,
};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::listing::OptionalFilter;
use crate::message::filter::{self, LedgerFilter, LedgerPlace, LedgerRowId, MessageRow};
use crate::message::skipped;
use crate::message::{self, Inbox, MessageFacts};
use crate::reason::state_columns;
use crate::schema::{documents, messages};
use crate::states::Act;
use crate::store::connection::{BATCH, Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};
use crate::user::act::{self, Concerned, Operator};
use crate::user::lock_live_user;

/// A message and its documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// The row's id.
    pub id: LedgerRowId,
    /// The account, and the ingest that found it.
    pub inbox: Inbox,
    /// The provider's message id.
    pub message_id: MessageId,
    /// The state.
    pub state: MessageState,
    /// The reason for the state; safe to show to the user.
    pub reason: Option<String>,
    /// The code of that reason.
    pub reason_code: Option<Code>,
    /// Sender, subject and other facts.
    pub facts: MessageFacts,
    /// When it was first found.
    pub found_at: DateTime<Utc>,
    /// When its state last changed.
    pub updated_at: DateTime<Utc>,
    /// Its documents by part.
    pub documents: Vec<LedgerDocument>,
}

/// A document of a message.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = documents)]
pub struct LedgerDocument {
    /// The row's id.
    #[diesel(column_name = id)]
    pub document_id: DocumentId,
    /// Which part of the message: `html`, `pdf-0`, …
    pub part: String,
    /// The state.
    pub state: DocumentState,
    /// The reason for the state; safe to show to the user.
    pub reason: Option<String>,
    /// The code of that reason.
    pub reason_code: Option<Code>,
    /// The attachment's file name.
    pub file_name: Option<String>,
    /// The parser's name: the category, or the category and the vendor's layout.
    pub parser: Option<String>,
    /// The parser's version.
    pub parser_version: Option<u32>,
    /// What its user is asked about it, or was before the answer.
    pub question: Option<Question>,
    /// The user's answer.
    pub answer: Option<UserAnswer>,
    /// The key of its bytes; `None` if they were never stored.
    pub object_key: Option<ObjectKey>,
}

impl LedgerDocument {
    /// Whether its user is asked for the password of the PDF.
    pub fn is_locked(&self) -> bool {
        self.state == DocumentState::Asked && self.reason_code.as_ref() == Some(&Code::of(&Reason::PdfPassword))
    }
}

impl LedgerRow {
    /// Whether it came after its month's notice was read, and is left out until it is released.
    pub fn is_late(&self) -> bool {
        self.state == MessageState::Skipped && self.reason_code.as_ref().is_some_and(is_late)
    }

    /// Whether the same mail may be submitted again: it failed, or an earlier version skipped it as a copy.
    pub fn may_come_again(&self) -> bool {
        let is_old_copy = || self.reason_code.is_none() && self.reason.as_deref().is_some_and(skipped::is_old_reason);
        match self.state {
            MessageState::Failed => true,
            MessageState::Skipped => is_old_copy(),
            _ => false,
        }
    }

    /// Its place in the list.
    pub fn place(&self) -> LedgerPlace {
        LedgerPlace {
            received: self.facts.received_at.unwrap_or(self.found_at),
            id: self.id,
        }
    }
}

impl Store {
    /// A user's messages, the last `limit` received, newest first.
    pub fn ledger(&self, user: UserId, limit: i64) -> Answer<'_, Vec<LedgerRow>> {
        let filter = LedgerFilter {
            user: Some(user),
            ..LedgerFilter::default()
        };
        self.ledger_rows(filter, limit)
    }

    /// The messages that match the filter, the last `limit` received, newest first.
    pub fn ledger_rows(&self, filter: LedgerFilter, limit: i64) -> Answer<'_, Vec<LedgerRow>> {
        self.read(move |db| {
            let rows = filter::rows(db, &filter, limit)?;
            with_documents(db, rows)
        })
    }

    /// The rows of a message of an account: one for each ingest that found it.
    pub fn messages_of(&self, user: UserId, account: &AccountName, id: &MessageId) -> Answer<'_, Vec<LedgerRow>> {
        let (account, id) = (account.clone(), id.clone());
        self.look_up(move |db| {
            let rows = messages::table
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::account.eq(text(account)))
                .filter(message::any_source())
                .filter(messages::message_id.eq(text(id)))
                .order(messages::id);
            let rows = match_backend!(db, connection => {
                Prepared(rows.select(MessageRow::as_select())).load(connection)
            })?;
            with_documents(db, rows)
        })
    }

    /// The number of a user's documents in each state, created from `from` to `until` or now.
    pub fn document_counts(
        &self,
        user: UserId,
        from: DateTime<Utc>,
        until: Option<DateTime<Utc>>,
    ) -> Answer<'_, BTreeMap<DocumentState, u64>> {
        self.read(move |db| {
            let counted = documents::table
                .filter(documents::user_id.eq(text(user)))
                .filter(documents::created_at.ge(timestamp(from)))
                .group_by(documents::state)
                .select((documents::state, count_star()))
                .into_boxed()
                .filter_optional(until.map(|until| documents::created_at.le(timestamp(until))));
            let counts: Vec<(DocumentState, i64)> = counted.load(db)?;
            Ok(counts
                .into_iter()
                .map(|(state, count)| (state, count.unsigned_abs()))
                .collect())
        })
    }

    /// A user's messages in quarantine, newest first.
    pub fn quarantined(&self, user: UserId) -> Answer<'_, Vec<LedgerRow>> {
        let filter = LedgerFilter {
            user: Some(user),
            message_state: Some(MessageState::Quarantined),
            ..LedgerFilter::default()
        };
        self.ledger_rows(filter, i64::MAX)
    }

    /// Releases a message from quarantine, so that its sender is trusted, or one that came after its month's notice was read: its state
    /// is `found` again. `false` if no such message is held, or the user is not live. `by` is the operator who does
    /// it for the user; `None` if the user does, which is no act.
    pub fn release(&self, user: UserId, id: &MessageId, by: Option<Operator>, now: DateTime<Utc>) -> Answer<'_, bool> {
        let id = id.clone();
        self.write(move |db| {
            let released = release(db, user, &id, now)?;
            if let Some(by) = by.filter(|_| released) {
                let detail = format!("message {id}");
                act::log(db, Act::Release, &Concerned::User(user), &by, Some(&detail), now)?;
            }
            Ok(released)
        })
    }
}

/// Whether a message with this reason was left out because its month had a notice already.
fn is_late(reason: &Code) -> bool {
    let reason = serde_json::to_value(reason).and_then(serde_json::from_value);
    matches!(reason, Ok(IngestReason::MonthProcessed { .. }))
}

fn release(db: &mut Db, user: UserId, id: &MessageId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    if !lock_live_user(db, user)? {
        return Ok(false);
    }
    let held = [MessageState::Quarantined, MessageState::Skipped];
    let held = messages::table
        .filter(messages::user_id.eq(text(user)))
        .filter(messages::message_id.eq(text(id)))
        .filter(messages::state.eq_any(text_list(held)))
        .select((messages::id, messages::state, messages::reason_code));
    let mut held: Vec<(LedgerRowId, MessageState, Option<Code>)> = held.load(db)?;
    held.retain(|(_, state, reason)| *state == MessageState::Quarantined || reason.as_ref().is_some_and(is_late));
    let held: Vec<LedgerRowId> = held.into_iter().map(|(row, ..)| row).collect();
    let released = diesel::update(messages::table.filter(messages::id.eq_any(held)))
        .set((
            state_columns!(messages, MessageState::Found, None, now),
            messages::released.eq(true),
        ))
        .execute(db)?;
    Ok(released > 0)
}

fn with_documents(db: &mut Db, rows: Vec<MessageRow>) -> Result<Vec<LedgerRow>, StoreError> {
    let mut documents: HashMap<LedgerRowId, Vec<LedgerDocument>> = HashMap::new();
    for batch in rows.chunks(BATCH) {
        let parts = documents::table
            .filter(documents::message.eq_any(batch.iter().map(|row| Some(row.id))))
            .order(documents::part)
            .select((documents::message, LedgerDocument::as_select()))
            .load::<(Option<LedgerRowId>, LedgerDocument)>(db)?;
        for (message, document) in parts {
            if let Some(message) = message {
                documents.entry(message).or_default().push(document);
            }
        }
    }
    let rows = rows.into_iter().map(|row| LedgerRow {
        documents: documents.remove(&row.id).unwrap_or_default(),
        id: row.id,
        inbox: row.inbox,
        message_id: row.message_id,
        state: row.state,
        reason: row.reason,
        reason_code: row.reason_code,
        facts: row.facts,
        found_at: row.found_at,
        updated_at: row.updated_at,
    });
    Ok(rows.collect())
}
