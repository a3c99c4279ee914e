//! Releasing documents that were deleted because they belong to a deleted invoice.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{Code, DocumentState, IngestReason, MessageId, ObjectKey, UserId};

use crate::document::DocumentId;
use crate::invoice::identity;
use crate::job::{self, NewJob};
use crate::message::ledger::LedgerDocument;
use crate::reason::state_columns;
use crate::schema::{documents, messages};
use crate::store::{Answer, Store};
use crate::types::text;

impl LedgerDocument {
    /// Whether it was deleted when it was read, as it states what the user had deleted before. Its original is stored.
    pub fn can_be_released(&self) -> bool {
        let is_deleted = self.state == DocumentState::Deleted && self.object_key.is_some();
        is_deleted && self.reason_code.as_ref().is_some_and(is_of_later_document)
    }
}

fn is_of_later_document(reason: &Code) -> bool {
    *reason == Code::of(&IngestReason::InvoiceDeleted)
}

impl Store {
    /// Releases the documents of a message that were deleted when they were read: each counts as not deleted from now on, and
    /// gets a job that reads it. Returns how many.
    pub fn release_deleted(
        &self,
        user: UserId,
        id: &MessageId,
        job: impl Fn(&ObjectKey) -> NewJob + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, usize> {
        let id = id.clone();
        self.write_for(user, 0, move |db| {
            let deleted = documents::table
                .inner_join(messages::table)
                .filter(documents::user_id.eq(text(user)))
                .filter(messages::message_id.eq(text(&id)))
                .filter(documents::state.eq(text(DocumentState::Deleted)))
                .filter(documents::object_key.is_not_null())
                .select((
                    documents::id,
                    documents::object_key.assume_not_null(),
                    documents::reason_code,
                ));
            let mut deleted: Vec<(DocumentId, ObjectKey, Option<Code>)> = deleted.load(db)?;
            deleted.retain(|(_, _, reason)| reason.as_ref().is_some_and(is_of_later_document));
            for (document, key, _) in &deleted {
                identity::unbury(db, *document)?;
                diesel::update(documents::table.find(document))
                    .set((
                        state_columns!(documents, DocumentState::Stored, None, now),
                        documents::attempts.eq(0),
                    ))
                    .execute(db)?;
                job::enqueue(db, &job(key), now)?;
            }
            Ok(deleted.len())
        })
    }
}
