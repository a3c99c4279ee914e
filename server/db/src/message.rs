//! The ledger's messages: what was found in a mailbox, and what became of it. `ledger.rs` shows them to people.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::{DocumentState, MailAddress, MessageId, MessageState, Source, UserId, VendorId};

use crate::connection::{Db, match_backend};
use crate::error::StoreError;
use crate::schema::{documents, messages, users};
use crate::store::Store;
use crate::text::display_text;
use crate::types::{TextEnum, text, text_list, timestamp};
use crate::user::lock_live_user;

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
    /// Whether a PDF is attached: a mail that states no amount may have its invoice there.
    pub pdf_attached: bool,
}

/// A message that is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct PendingMessage {
    /// Its place in the order of finds.
    #[diesel(column_name = id)]
    row: i64,
    /// The provider's id.
    pub message_id: MessageId,
    /// Whether the user released it from quarantine: its sender is trusted now.
    pub released: bool,
    /// When it was first found.
    pub found_at: DateTime<Utc>,
}

/// How many ids one statement names; both databases bound its parameters.
pub(crate) const BATCH: usize = 500;

impl Store {
    /// Those of `ids` that the ledger knows.
    pub async fn known_messages(
        &self,
        inbox: &Inbox,
        ids: &[MessageId],
    ) -> Result<HashMap<MessageId, MessageState>, StoreError> {
        let (inbox, ids) = (inbox.clone(), ids.to_vec());
        self.read(move |db| states(db, &inbox, &ids)).await
    }

    /// Adds new messages as found and turns back to found those that failed before `failed_before`; leaves all others.
    /// Returns how many of `ids` became pending by this. Writes nothing for a user who is not live.
    pub async fn record_found(
        &self,
        inbox: &Inbox,
        ids: &[MessageId],
        failed_before: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<usize, StoreError> {
        let (inbox, ids) = (inbox.clone(), ids.to_vec());
        self.write(move |db| {
            if !lock_live_user(db, inbox.user_id)? {
                return Ok(0);
            }
            let known = states(db, &inbox, &ids)?;
            let new: HashSet<&MessageId> = ids.iter().filter(|id| !known.contains_key(id)).collect();
            for id in ids.iter().filter(|id| new.contains(id)) {
                insert(db, &inbox, id, now)?;
            }
            let mut pending = new.len();
            for batch in ids.chunks(BATCH) {
                let failed = of(&inbox)
                    .filter(messages::message_id.eq_any(text_list(batch)))
                    .filter(messages::state.eq(text(MessageState::Failed)))
                    .filter(messages::updated_at.lt(timestamp(failed_before)));
                pending += diesel::update(
                    messages::table.filter(messages::id.eq_any(failed.select(messages::id).load::<i64>(db)?)),
                )
                .set((
                    messages::state.eq(text(MessageState::Found)),
                    messages::reason.eq(None::<String>),
                    messages::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            }
            Ok(pending)
        })
        .await
    }

    /// Those of `ids` that are to be fetched, the oldest find first.
    pub async fn pending_among(&self, inbox: &Inbox, ids: &[MessageId]) -> Result<Vec<PendingMessage>, StoreError> {
        let (inbox, ids) = (inbox.clone(), ids.to_vec());
        self.read(move |db| {
            let mut pending = Vec::new();
            for batch in ids.chunks(BATCH) {
                let batch = of(&inbox)
                    .filter(messages::message_id.eq_any(text_list(batch)))
                    .filter(messages::state.eq(text(MessageState::Found)))
                    .select(PendingMessage::as_select());
                pending.extend(batch.load::<PendingMessage>(db)?);
            }
            pending.sort_by_key(|message| message.row);
            Ok(pending)
        })
        .await
    }

    /// UtcTimestamp most `limit` messages that are to be fetched, the oldest find first, from `after` on.
    pub async fn pending_messages(
        &self,
        inbox: &Inbox,
        after: Option<&PendingMessage>,
        limit: i64,
    ) -> Result<Vec<PendingMessage>, StoreError> {
        let (inbox, after) = (inbox.clone(), after.map_or(0, |message| message.row));
        self.read(move |db| {
            let pending = of(&inbox)
                .filter(is_pending())
                .filter(messages::id.gt(after))
                .order(messages::id)
                .limit(limit)
                .select(PendingMessage::as_select());
            Ok(pending.load(db)?)
        })
        .await
    }

    /// How many messages are to be fetched.
    pub async fn count_pending(&self, inbox: &Inbox) -> Result<u64, StoreError> {
        let inbox = inbox.clone();
        self.read(move |db| {
            let pending = of(&inbox).filter(is_pending());
            Ok(pending.count().get_result::<i64>(db)?.unsigned_abs())
        })
        .await
    }

    /// Says what became of a message. `facts` replace what was known of it; none keep that.
    pub async fn set_message_state(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        state: MessageState,
        reason: Option<&str>,
        facts: Option<MessageFacts>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let (inbox, id, reason) = (inbox.clone(), id.clone(), reason.map(display_text));
        self.write(move |db| {
            let Some(row) = row_of(db, &inbox, &id)? else {
                return Ok(());
            };
            if let Some(facts) = facts {
                update_facts(db, row, facts)?;
            }
            set_state(db, row, state, reason, now)
        })
        .await
    }

    /// Forgets a message that holds nothing for this run but may for a later one: it is unknown again.
    /// A message that has documents stays.
    pub async fn forget_message(&self, inbox: &Inbox, id: &MessageId) -> Result<(), StoreError> {
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
        .await
    }

    /// The rental mails of which a PDF makes its month processed: when the provider received them, and since when they
    /// do.
    pub async fn processed_times(
        &self,
        user: UserId,
        account: &MailAddress,
    ) -> Result<Vec<(DateTime<Utc>, DateTime<Utc>)>, StoreError> {
        let account = account.clone();
        self.read(move |db| {
            let processing = DocumentState::ALL
                .iter()
                .copied()
                .filter(|state| state.processes_month());
            // The last that changed a fetched message's state was the transaction that says that its documents are stored.
            let times: Vec<(Option<DateTime<Utc>>, DateTime<Utc>)> = documents::table
                .inner_join(messages::table)
                .filter(documents::state.eq_any(text_list(processing)))
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::account.eq(text(account)))
                .filter(messages::source.eq(text(Source::Rental)))
                .order(messages::received_at)
                .select((messages::received_at, messages::updated_at))
                .distinct()
                .load(db)?;
            Ok(times
                .into_iter()
                .filter_map(|(received_at, since)| Some((received_at?, since)))
                .collect())
        })
        .await
    }

    /// UtcTimestamp most `limit` inboxes of live users with a message pending and untouched since `before`.
    pub async fn stale_inboxes(&self, before: DateTime<Utc>, limit: i64) -> Result<Vec<Inbox>, StoreError> {
        self.read(move |db| {
            let inboxes = messages::table
                .inner_join(users::table)
                .filter(users::deleting_at.is_null())
                .filter(messages::state.eq(text(MessageState::Found)))
                .filter(messages::updated_at.lt(timestamp(before)))
                .select(Inbox::as_select())
                .distinct()
                .limit(limit);
            Ok(inboxes.load(db)?)
        })
        .await
    }
}

/// The messages of an inbox.
#[diesel::dsl::auto_type(no_type_alias)]
fn of(inbox: &Inbox) -> _ {
    let user: Bound<TextEnum, UserId> = text(inbox.user_id);
    let account: Bound<TextEnum, MailAddress> = text(inbox.account.clone());
    let source: Bound<TextEnum, Source> = text(inbox.source);
    messages::table
        .filter(messages::user_id.eq(user))
        .filter(messages::account.eq(account))
        .filter(messages::source.eq(source))
}

/// Whether a message is to be fetched, in the words of the index of those that are.
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

/// Adds a message as found; one that is there stays as it is.
fn insert(db: &mut Db, inbox: &Inbox, id: &MessageId, now: DateTime<Utc>) -> Result<(), StoreError> {
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
    match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    Ok(())
}

/// The row of a message, which is new as found.
pub(crate) fn ensure(db: &mut Db, inbox: &Inbox, id: &MessageId, now: DateTime<Utc>) -> Result<i64, StoreError> {
    insert(db, inbox, id, now)?;
    row_of(db, inbox, id)?.ok_or(StoreError::Query(diesel::result::Error::NotFound))
}

pub(crate) fn update_facts(db: &mut Db, row: i64, facts: MessageFacts) -> Result<(), StoreError> {
    diesel::update(messages::table.find(row))
        .set((
            messages::vendor_id.eq(facts.vendor_id),
            messages::sender.eq(facts.sender),
            messages::sender_name.eq(facts.sender_name.as_deref().map(display_text)),
            messages::subject.eq(facts.subject.as_deref().map(display_text)),
            messages::received_at.eq(facts.received_at),
            messages::authentication.eq(facts.authentication.as_deref().map(display_text)),
            messages::pdf_attached.eq(facts.pdf_attached),
        ))
        .execute(db)?;
    Ok(())
}

pub(crate) fn set_state(
    db: &mut Db,
    row: i64,
    state: MessageState,
    reason: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    diesel::update(messages::table.find(row))
        .set((
            messages::state.eq(text(state)),
            messages::reason.eq(reason),
            messages::updated_at.eq(timestamp(now)),
        ))
        .execute(db)?;
    Ok(())
}
