//! Removing old messages without an invoice from the ledger.
//!
//! A message's row prevents that it is fetched again, so a tombstone takes its place. Only messages whose outcome no user, setting
//! or later mail can change are removed: vendors' mails of a mailbox that are rejected, or of which each document is. A document
//! stays if it says something of an invoice or its user has answered a question about it; then its message stays, too. Rent notices
//! stay because their months are counted, and submitted mails because an import compares with them.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{AccountName, DocumentState, MessageId, MessageState, ObjectKey, Source, UserAnswer, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::job::{self, NewJob};
use crate::listing::OptionalFilter;
use crate::message::Inbox;
use crate::message::filter::LedgerRowId;
use crate::schema::{documents, messages, retail_sources, statements};
use crate::store::connection::{BATCH, Db};
use crate::store::{Answer, Store};
use crate::tombstone::{self, Tombstone};
use crate::types::{text, text_list, timestamp};

/// Old messages of a part of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OldMessages {
    /// Those that may be removed, by user.
    pub removable: BTreeMap<UserId, Vec<LedgerRowId>>,
    /// The end of the part; `None` if no old message follows.
    pub next: Option<LedgerRowId>,
}

impl Store {
    /// Looks for messages without an invoice that have not changed since `before`, in a part of the ledger that starts after
    /// `after`.
    pub fn old_messages(&self, after: Option<LedgerRowId>, before: DateTime<Utc>) -> Answer<'_, OldMessages> {
        self.read(move |db| {
            let rows = messages::table
                .order(messages::id)
                .limit(i64::try_from(BATCH).unwrap_or(i64::MAX))
                .select((messages::id, messages::found_at))
                .into_boxed()
                .filter_optional(after.map(|after| messages::id.gt(after)));
            let rows: Vec<(LedgerRowId, DateTime<Utc>)> = rows.load(db)?;
            let is_last = rows.len() < BATCH || rows.iter().all(|(_, found_at)| *found_at >= before);
            let next = rows.last().map(|(id, _)| *id).filter(|_| !is_last);
            let old = rows.into_iter().filter(|(_, found_at)| *found_at < before);
            let mut removable: BTreeMap<UserId, Vec<LedgerRowId>> = BTreeMap::new();
            for row in removable_among(db, old.map(|(id, _)| id).collect(), before)? {
                removable.entry(row.inbox.user_id).or_default().push(row.id);
            }
            Ok(OldMessages { removable, next })
        })
    }

    /// Removes those of a user's messages that may still be removed, with their documents, and returns how many. `job` makes the
    /// job that deletes the originals.
    pub fn remove_messages(
        &self,
        user: UserId,
        ids: Vec<LedgerRowId>,
        before: DateTime<Utc>,
        job: impl FnOnce(Vec<ObjectKey>) -> NewJob + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, usize> {
        self.write_for(user, 0, move |db| {
            let mut rows = removable_among(db, ids, before)?;
            rows.retain(|row| row.inbox.user_id == user);
            let ids: Vec<LedgerRowId> = rows.iter().map(|row| row.id).collect();
            let of_messages = || {
                documents::table
                    .filter(documents::user_id.eq(text(user)))
                    .filter(documents::message.eq_any(ids.iter().map(|id| Some(*id))))
            };
            let originals = of_messages()
                .filter(documents::object_key.is_not_null())
                .select(documents::object_key.assume_not_null());
            let originals: Vec<ObjectKey> = originals.load(db)?;
            let tombstone =
                |row: &RemovableMessage| Tombstone::of_message(&row.inbox.account, row.inbox.source, &row.message_id);
            let removed = rows.iter().map(tombstone);
            tombstone::add(db, user, removed.collect())?;
            diesel::delete(of_messages()).execute(db)?;
            let messages = messages::table.filter(messages::user_id.eq(text(user)));
            let removed = diesel::delete(messages.filter(messages::id.eq_any(ids))).execute(db)?;
            if !originals.is_empty() {
                job::enqueue(db, &job(originals), now)?;
            }
            Ok(removed)
        })
    }
}

/// What is needed to remove a message.
#[derive(Queryable, Selectable)]
#[diesel(table_name = messages)]
struct RemovableMessage {
    id: LedgerRowId,
    #[diesel(embed)]
    inbox: Inbox,
    message_id: MessageId,
    state: MessageState,
}

/// The message, id, state, last change and answer of a document.
type Part = (
    Option<LedgerRowId>,
    DocumentId,
    DocumentState,
    DateTime<Utc>,
    Option<UserAnswer>,
);

/// Those of at most [`BATCH`] messages that may be removed.
fn removable_among(
    db: &mut Db,
    ids: Vec<LedgerRowId>,
    before: DateTime<Utc>,
) -> Result<Vec<RemovableMessage>, StoreError> {
    let finished = [MessageState::Fetched, MessageState::Rejected];
    let rows = messages::table
        .filter(messages::id.eq_any(ids))
        .filter(messages::source.eq(text(Source::Retail)))
        .filter(messages::account.ne(text(AccountName::Import)))
        .filter(messages::state.eq_any(text_list(finished)))
        .filter(messages::updated_at.lt(timestamp(before)))
        .order(messages::id)
        .select(RemovableMessage::as_select());
    let mut rows: Vec<RemovableMessage> = rows.load(db)?;
    let parts: Vec<Part> = documents::table
        .filter(documents::message.eq_any(rows.iter().map(|row| Some(row.id))))
        .select((
            documents::message,
            documents::id,
            documents::state,
            documents::updated_at,
            documents::answer,
        ))
        .load(db)?;
    let ids: Vec<DocumentId> = parts.iter().map(|(_, id, ..)| *id).collect();
    let stating = stating_invoices(db, &ids)?;
    let stays = |(_, id, state, updated_at, answer): &Part| {
        *state != DocumentState::Rejected || *updated_at >= before || answer.is_some() || stating.contains(id)
    };
    let (mut with_documents, mut staying) = (HashSet::new(), HashSet::new());
    for part in &parts {
        with_documents.extend(part.0);
        staying.extend(part.0.filter(|_| stays(part)));
    }
    rows.retain(|row| {
        let was_stored = with_documents.contains(&row.id);
        !staying.contains(&row.id) && (was_stored || row.state == MessageState::Rejected)
    });
    Ok(rows)
}

/// Those of these documents that state something of an invoice, or did before the user deleted it.
fn stating_invoices(db: &mut Db, documents: &[DocumentId]) -> Result<HashSet<DocumentId>, StoreError> {
    let mut stating = HashSet::new();
    for batch in documents.chunks(BATCH) {
        let statements = statements::table.filter(statements::document.eq_any(batch));
        stating.extend(statements.select(statements::document).load::<DocumentId>(db)?);
        let sources = retail_sources::table.filter(retail_sources::document.eq_any(batch));
        stating.extend(sources.select(retail_sources::document).load::<DocumentId>(db)?);
    }
    Ok(stating)
}
