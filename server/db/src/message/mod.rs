//! The ledger's messages: what an ingest found in a mailbox, with the state of each. `ledger.rs` lists them for users.

pub mod filter;
pub mod handed;
pub mod ledger;
pub mod pending;
pub mod release;
pub mod removal;
pub mod retry;
pub mod same_mail;
pub mod skipped;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::{
    AccountName, DocumentState, IngestReason, LedgerReason, MailAddress, MessageId, MessageState, Source, UserId,
    VendorId,
};

use crate::error::StoreError;
use crate::reason::state_columns;
use crate::schema::{documents, messages, users};
use crate::store::connection::{BATCH, Db, Prepared, match_backend};
use crate::store::{Answer, Store};
use crate::text::display_text;
use crate::tombstone;
use crate::types::{TextEnum, TextListItem, text, text_list, timestamp};

/// Whether a document may be parsed, or a message read, now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt<State = DocumentState> {
    /// The attempt is counted; this is the n-th.
    Started(i32),
    /// The attempts are used up; it is now failed.
    AtLimit,
    /// It is not pending: it is in this state.
    NotPending(State),
    /// It does not exist, or its user is not live.
    Gone,
}

/// A user's mail account, as one ingest reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct Inbox {
    /// The owner.
    pub user_id: UserId,
    /// The account.
    pub account: AccountName,
    /// The ingest that reads it.
    pub source: Source,
}

/// The known facts of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
pub struct MessageFacts {
    /// The vendor it was matched to.
    pub vendor_id: Option<VendorId>,
    /// The sender's address.
    pub sender: Option<MailAddress>,
    /// The sender's display name.
    pub sender_name: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// When the provider received it.
    pub received_at: Option<DateTime<Utc>>,
    /// The provider's authentication result for the sender.
    pub authentication: Option<String>,
    /// Whether a PDF, a page or an e-invoice is attached. The invoice of a mail without an amount may be in it.
    pub pdf_attached: bool,
    /// Its `Message-ID` header, if it has one that can be compared.
    pub header_id: Option<String>,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub digest: Option<String>,
    /// Whether the provider or a signature said that the sender wrote it.
    pub authenticated: bool,
    /// Whether sender and subject are those of a mail that the user's own mail quotes.
    pub forwarded: bool,
    /// Whether the check of the sender failed: it stays in quarantine though the user trusts the sender.
    pub check_failed: bool,
}

impl Store {
    /// Adds new messages as `found`, and sets those that failed before `failed_before` to `found` again. Returns how many
    /// of `ids` became pending. Writes nothing for a user who is not live.
    pub fn record_found(
        &self,
        inbox: &Inbox,
        ids: &[MessageId],
        failed_before: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Answer<'_, usize> {
        let (inbox, ids) = (inbox.clone(), ids.to_vec());
        self.write_for(inbox.user_id, 0, move |db| {
            let known = states(db, &inbox, &ids)?;
            let unknown = ids.iter().filter(|id| !known.contains_key(id));
            let new: HashSet<&MessageId> =
                tombstone::missing_among(db, inbox.user_id, &inbox.account, inbox.source, unknown)?;
            for id in ids.iter().filter(|id| new.contains(id)) {
                insert(db, &inbox, id, now)?;
            }
            let mut pending = new.len();
            for batch in ids.chunks(BATCH) {
                let failed = of(&inbox)
                    .filter(messages::message_id.eq_any(text_list(batch)))
                    .filter(messages::state.eq(text(MessageState::Failed)))
                    // What the reader gave up on stays failed.
                    .filter(messages::attempts.eq(0))
                    .filter(messages::updated_at.lt(timestamp(failed_before)));
                pending += diesel::update(
                    messages::table.filter(messages::id.eq_any(failed.select(messages::id).load::<i64>(db)?)),
                )
                .set(state_columns!(messages, MessageState::Found, None, now))
                .execute(db)?;
            }
            Ok(pending)
        })
    }

    /// Sets a message's state, and its facts if given.
    pub fn set_message_state(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        state: MessageState,
        reason: Option<LedgerReason>,
        facts: Option<MessageFacts>,
        now: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write(move |db| {
            let Some(row) = row_of(db, &inbox, &id)? else {
                return Ok(());
            };
            if let Some(facts) = facts {
                update_facts(db, row, facts)?;
            }
            set_state(db, row, state, reason, now)
        })
    }

    /// Counts an attempt at reading a pending message, before the reader gets it. At the limit the message is `failed`
    /// instead.
    pub fn begin_message_attempt(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        limit: i32,
        now: DateTime<Utc>,
    ) -> Answer<'_, Attempt<MessageState>> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write_for(inbox.user_id, Attempt::Gone, move |db| {
            let message = of(&inbox).filter(messages::message_id.eq(text(&id)));
            let pending = message
                .clone()
                .filter(messages::state.eq(text(MessageState::Found)))
                .filter(messages::attempts.lt(limit));
            let counted = diesel::update(pending)
                .set(messages::attempts.eq(messages::attempts + 1))
                .returning(messages::attempts);
            let counted = match_backend!(db, connection => Prepared(counted).get_result(connection).optional())?;
            if let Some(attempt) = counted {
                return Ok(Attempt::Started(attempt));
            }
            let row = message.select((messages::id, messages::state, messages::attempts));
            let Some((row, state, attempts)) = row.first::<(i64, MessageState, i32)>(db).optional()? else {
                return Ok(Attempt::Gone);
            };
            if state != MessageState::Found {
                return Ok(Attempt::NotPending(state));
            }
            let reason = IngestReason::ReadingUnfinished { attempts };
            set_state(db, row, MessageState::Failed, Some(reason.into()), now)?;
            Ok(Attempt::AtLimit)
        })
    }

    /// Takes back the attempt of a message that the reader never got.
    pub fn undo_message_attempt(&self, inbox: &Inbox, id: &MessageId) -> Answer<'_, ()> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write(move |db| {
            if let Some(row) = row_of(db, &inbox, &id)? {
                diesel::update(messages::table.find(row))
                    .set(messages::attempts.eq(messages::attempts - 1))
                    .execute(db)?;
            }
            Ok(())
        })
    }

    /// Deletes a message that this run does not want but a later run may. A message that has documents stays.
    pub fn forget_message(&self, inbox: &Inbox, id: &MessageId) -> Answer<'_, ()> {
        let (inbox, id) = (inbox.clone(), id.clone());
        self.write(move |db| {
            let Some(row) = row_of(db, &inbox, &id)? else {
                return Ok(());
            };
            let documents = documents::table.filter(documents::message.eq(row)).count();
            if documents.get_result::<i64>(db)? == 0 {
                diesel::delete(messages::table.find(row)).execute(db)?;
            }
            Ok(())
        })
    }

    /// At most `limit` inboxes of live users with a pending message that is unchanged since `before`.
    pub fn stale_inboxes(&self, before: DateTime<Utc>, limit: i64) -> Answer<'_, Vec<Inbox>> {
        self.read(move |db| {
            let inboxes = messages::table
                .inner_join(users::table)
                .filter(users::deleting_at.is_null())
                .filter(is_pending())
                .filter(messages::updated_at.lt(timestamp(before)))
                .select(Inbox::as_select())
                .distinct()
                .limit(limit);
            Ok(inboxes.load(db)?)
        })
    }
}

/// The messages of an inbox.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn of(inbox: &Inbox) -> _ {
    let user: Bound<TextEnum, UserId> = text(inbox.user_id);
    let account: Bound<TextEnum, AccountName> = text(inbox.account.clone());
    let source: Bound<TextEnum, Source> = text(inbox.source);
    messages::table
        .filter(messages::user_id.eq(user))
        .filter(messages::account.eq(account))
        .filter(messages::source.eq(source))
}

/// A condition that every message meets. The index of messages has the source before the id of the message: with this condition it is
/// searched for the id in each source, and otherwise all messages of the account are read.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn any_source() -> _ {
    let sources: Vec<TextListItem<Source>> = text_list(Source::ALL);
    messages::source.eq_any(sources)
}

/// The condition for pending messages, spelled as in the partial index on them.
fn is_pending() -> SqlLiteral<Bool> {
    sql("messages.state = 'found'")
}

fn states(db: &mut Db, inbox: &Inbox, ids: &[MessageId]) -> Result<HashMap<MessageId, MessageState>, StoreError> {
    let mut known = HashMap::with_capacity(ids.len());
    for batch in ids.chunks(BATCH) {
        let rows: Vec<(MessageId, MessageState)> = of(inbox)
            .filter(messages::message_id.eq_any(text_list(batch)))
            .select((messages::message_id, messages::state))
            .load(db)?;
        known.extend(rows);
    }
    Ok(known)
}

fn row_of(db: &mut Db, inbox: &Inbox, id: &MessageId) -> Result<Option<i64>, StoreError> {
    let row = of(inbox).filter(messages::message_id.eq(text(id))).select(messages::id);
    Ok(row.first(db).optional()?)
}

/// Adds a message as `found`, and returns its row. `None` if it exists.
pub(crate) fn insert(
    db: &mut Db,
    inbox: &Inbox,
    id: &MessageId,
    now: DateTime<Utc>,
) -> Result<Option<i64>, StoreError> {
    let row = (
        messages::user_id.eq(text(inbox.user_id)),
        messages::account.eq(text(&inbox.account)),
        messages::source.eq(text(inbox.source)),
        messages::message_id.eq(text(id)),
        messages::state.eq(text(MessageState::Found)),
        messages::released.eq(false),
        messages::found_at.eq(timestamp(now)),
        messages::updated_at.eq(timestamp(now)),
    );
    let insert = diesel::insert_into(messages::table).values(row);
    let row = match_backend!(db, connection => {
        insert.on_conflict_do_nothing().returning(messages::id).get_result(connection).optional()
    })?;
    Ok(row)
}

/// The row of a message; adds it as `found` if it does not exist.
pub(crate) fn ensure(db: &mut Db, inbox: &Inbox, id: &MessageId, now: DateTime<Utc>) -> Result<i64, StoreError> {
    // A message that is fetched was found before.
    if let Some(row) = row_of(db, inbox, id)? {
        return Ok(row);
    }
    insert(db, inbox, id, now)?;
    row_of(db, inbox, id)?.ok_or(StoreError::Query(diesel::result::Error::NotFound))
}

pub(crate) fn update_facts(db: &mut Db, row: i64, facts: MessageFacts) -> Result<(), StoreError> {
    let known = diesel::update(messages::table.find(row)).set((
        messages::vendor_id.eq(facts.vendor_id),
        messages::sender.eq(facts.sender),
        messages::sender_name.eq(facts.sender_name.as_deref().map(display_text)),
        messages::subject.eq(facts.subject.as_deref().map(display_text)),
        messages::received_at.eq(facts.received_at),
        messages::authentication.eq(facts.authentication.as_deref().map(display_text)),
        messages::pdf_attached.eq(facts.pdf_attached),
        messages::header_id.eq(facts.header_id),
        messages::digest.eq(facts.digest),
        messages::forwarded.eq(facts.forwarded),
        messages::check_failed.eq(facts.check_failed),
        messages::authenticated.eq(facts.authenticated),
        // Its facts are known, so the message was read.
        messages::attempts.eq(0),
    ));
    match_backend!(db, connection => Prepared(known).execute(connection))?;
    Ok(())
}

pub(crate) fn set_state(
    db: &mut Db,
    row: i64,
    state: MessageState,
    reason: Option<LedgerReason>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let changed = diesel::update(messages::table.find(row)).set(state_columns!(messages, state, reason, now));
    match_backend!(db, connection => Prepared(changed).execute(connection))?;
    Ok(())
}

/// Sets the state of a message whose documents are stored. Adds the message if it does not exist.
pub(crate) fn set_fetched(db: &mut Db, inbox: &Inbox, id: &MessageId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let message = of(inbox).filter(messages::message_id.eq(text(id)));
    let fetched = diesel::update(message).set(state_columns!(messages, MessageState::Fetched, None, now));
    if match_backend!(db, connection => Prepared(fetched).execute(connection))? == 0 {
        let row = ensure(db, inbox, id, now)?;
        set_state(db, row, MessageState::Fetched, None, now)?;
    }
    Ok(())
}
