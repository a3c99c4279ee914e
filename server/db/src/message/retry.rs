//! One more attempt at what has failed.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{DocumentState, MessageId, MessageState, ObjectKey, UserId};

use crate::document::DocumentId;
use crate::job::{self, NewJob};
use crate::reason::state_columns;
use crate::schema::{documents, messages};
use crate::store::{Answer, Store};
use crate::types::text;

/// What gets one more attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retried {
    /// Messages that could not be fetched, which are pending again.
    pub messages: usize,
    /// Documents that could not be read, each with a job that reads it.
    pub documents: usize,
}

impl Store {
    /// Gives a user's message one more attempt if it has failed, and each of its documents that has. `attempts` is how many
    /// count as used: one less than the limit, so that what kills its reader each time does so once.
    pub fn retry_message(
        &self,
        user: UserId,
        id: &MessageId,
        attempts: i32,
        job: impl Fn(&ObjectKey) -> NewJob + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, Retried> {
        let id = id.clone();
        self.write_for(user, Retried::default(), move |db| {
            let rows: Vec<(i64, MessageState)> = messages::table
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::message_id.eq(text(&id)))
                .select((messages::id, messages::state))
                .load(db)?;
            let failed = rows.iter().filter(|(_, state)| *state == MessageState::Failed);
            let failed: Vec<i64> = failed.map(|(row, _)| *row).collect();
            let pending = diesel::update(messages::table.filter(messages::id.eq_any(failed)))
                .set((
                    state_columns!(messages, MessageState::Found, None, now),
                    messages::attempts.eq(attempts),
                ))
                .execute(db)?;
            let of_message = documents::table
                .filter(documents::user_id.eq(text(user)))
                .filter(documents::message.eq_any(rows.iter().map(|(row, _)| Some(*row))))
                .filter(documents::state.eq(text(DocumentState::Failed)))
                .filter(documents::object_key.is_not_null())
                .select((documents::id, documents::object_key.assume_not_null()));
            let unread: Vec<(DocumentId, ObjectKey)> = of_message.load(db)?;
            for (document, key) in &unread {
                diesel::update(documents::table.find(document))
                    .set((
                        state_columns!(documents, DocumentState::Stored, None, now),
                        documents::attempts.eq(attempts),
                    ))
                    .execute(db)?;
                job::enqueue(db, &job(key), now)?;
            }
            Ok(Retried {
                messages: pending,
                documents: unread.len(),
            })
        })
    }
}
