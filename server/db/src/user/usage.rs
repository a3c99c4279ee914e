//! What an account takes of the storage.

use diesel::prelude::*;
use invoices_domain::{LedgerReason, MessageId, MessageState, UserId};

use crate::message::{self, Inbox};
use crate::reason::reason_columns;
use crate::schema::{messages, usage_sums};
use crate::store::{Answer, Store};
use crate::types::{text, text_list};

/// What a user's originals take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The bytes of the originals that are kept. Those stored by version 0.1.0 count as nothing.
    pub bytes: u64,
    /// The messages that they come from.
    pub messages: u64,
}

impl Store {
    /// What a user's originals take. Triggers keep it.
    pub fn usage(&self, user: UserId) -> Answer<'_, Usage> {
        self.read(move |db| {
            let row = usage_sums::table.find(text(user));
            let sums: Option<(i64, i64)> = row
                .select((usage_sums::bytes, usage_sums::messages))
                .first(db)
                .optional()?;
            let (bytes, messages) = sums.unwrap_or_default();
            Ok(Usage {
                bytes: bytes.unsigned_abs(),
                messages: messages.unsigned_abs(),
            })
        })
    }

    /// Keeps the reason why pending messages are not fetched yet. They stay pending, as old as they are.
    pub fn set_pending_reason(&self, inbox: &Inbox, ids: &[MessageId], reason: LedgerReason) -> Answer<'_, ()> {
        let (inbox, ids) = (inbox.clone(), ids.to_vec());
        self.write(move |db| {
            for batch in ids.chunks(crate::store::connection::BATCH) {
                let pending = message::of(&inbox)
                    .filter(messages::message_id.eq_any(text_list(batch)))
                    .filter(messages::state.eq(text(MessageState::Found)));
                diesel::update(pending)
                    .set(reason_columns!(messages, Some(reason.clone())))
                    .execute(db)?;
            }
            Ok(())
        })
    }
}
