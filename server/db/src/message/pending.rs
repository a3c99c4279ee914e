//! The messages that an ingest is to fetch.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use invoices_domain::{MessageId, MessageState};

use crate::message::{Inbox, is_pending, of};
use crate::schema::{documents, messages};
use crate::store::connection::BATCH;
use crate::store::{Answer, Store};
use crate::types::{text, text_list};

/// A message to fetch.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct PendingMessage {
    /// The row's id; messages are fetched in its order.
    #[diesel(column_name = id)]
    row: i64,
    /// The provider's id.
    pub message_id: MessageId,
    /// Whether the user released it from quarantine: its sender is trusted now.
    pub released: bool,
    /// What is known about its sender, if that was judged.
    pub authentication: Option<String>,
    /// When it was first found.
    pub found_at: DateTime<Utc>,
    /// Whether an ingest that was interrupted accepted it: documents of it have rows, and may have originals.
    #[diesel(select_expression = exists(documents::table.filter(documents::message.eq(messages::id.nullable()))))]
    pub begun: bool,
}

impl Store {
    /// Those of `ids` that are pending, in the order they were found.
    pub fn pending_among(&self, inbox: &Inbox, ids: &[MessageId]) -> Answer<'_, Vec<PendingMessage>> {
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
    }

    /// At most `limit` pending messages after `after`, in the order they were found.
    pub fn pending_messages(
        &self,
        inbox: &Inbox,
        after: Option<&PendingMessage>,
        limit: i64,
    ) -> Answer<'_, Vec<PendingMessage>> {
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
    }

    /// The number of pending messages.
    pub fn count_pending(&self, inbox: &Inbox) -> Answer<'_, u64> {
        let inbox = inbox.clone();
        self.read(move |db| {
            let pending = of(&inbox).filter(is_pending());
            Ok(pending.count().get_result::<i64>(db)?.unsigned_abs())
        })
    }
}
