//! Questions about documents, and what their users answer.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{DocumentState, MessageId, ObjectKey, UserAnswer, UserId};

use crate::document::{self, DocumentId, rejection};
use crate::invoice::identity;
use crate::invoice::rental::Change;
use crate::job::{self, NewJob};
use crate::listing::OptionalFilter;
use crate::notification::{self, Collected, NewNotification};
use crate::schema::{documents, messages};
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::text;

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// It is stored, and the document is read again.
    Stored,
    /// The message has no document that is or was asked about, or not this one.
    NoQuestion,
    /// Several documents of the message are asked about.
    Several,
    /// The document is being read, maybe with an earlier answer.
    BeingRead,
}

/// The jobs that follow from an answer.
pub struct AnswerJobs<R, C> {
    /// Reads the document again.
    pub read: R,
    /// Follows a rental invoice that is removed.
    pub change: C,
}

impl Store {
    /// Stores a user's answer about a part of a message, or takes it back (`None`), and enqueues the job that reads the document
    /// again. An answer that is taken back takes its invoice with it. `part` is needed if the message has several such documents.
    pub fn answer(
        &self,
        user: UserId,
        message: &MessageId,
        part: Option<String>,
        answer: Option<UserAnswer>,
        jobs: AnswerJobs<impl Fn(&ObjectKey) -> NewJob + Send + 'static, impl Fn(Change) -> NewJob + Send + 'static>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Answered> {
        let message = message.clone();
        self.write_for(user, Answered::NoQuestion, move |db| {
            let asked = documents::table
                .inner_join(messages::table)
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::message_id.eq(text(message)))
                .filter(documents::question.is_not_null())
                .filter(documents::state.ne(text(DocumentState::Deleted)))
                .filter(documents::object_key.is_not_null())
                .select((
                    documents::id,
                    documents::object_key.assume_not_null(),
                    documents::part,
                    documents::state,
                    documents::answer.is_not_null(),
                ))
                .into_boxed()
                .filter_optional(part.map(|part| documents::part.eq(without_nul(&part))));
            let mut asked: Vec<(DocumentId, ObjectKey, String, DocumentState, bool)> = asked.load(db)?;
            asked.retain(|(.., is_answered)| answer.is_some() || *is_answered);
            // A message of a landlord that is a vendor too has each part twice: one answer is about both.
            let parts: BTreeSet<&String> = asked.iter().map(|(_, _, part, ..)| part).collect();
            match parts.len() {
                0 => return Ok(Answered::NoQuestion),
                1 => {}
                _ => return Ok(Answered::Several),
            }
            // The reading that is under way would be saved after this.
            if asked.iter().any(|(_, _, _, state, _)| *state == DocumentState::Stored) {
                return Ok(Answered::BeingRead);
            }
            for (id, key, ..) in &asked {
                if answer.is_none() {
                    rejection::remove_rental(db, user, *id, &jobs.change, now)?;
                    identity::write(db, user, *id, Vec::new(), now)?;
                }
                document::set_state(db, *id, DocumentState::Stored, None, None, now)?;
                diesel::update(documents::table.find(id))
                    .set((documents::answer.eq(answer), documents::attempts.eq(0)))
                    .execute(db)?;
                job::enqueue(db, &(jobs.read)(key), now)?;
            }
            Ok(Answered::Stored)
        })
    }

    /// Stores the notification `id` of the documents that are asked about and were in no notification before, unless an earlier
    /// attempt did. `summary` makes it of their number.
    pub fn tell_asked(
        &self,
        user: UserId,
        id: &str,
        summary: impl FnOnce(u64) -> NewNotification + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, Collected> {
        let id = without_nul(id);
        self.write_for(user, Collected::None, move |db| {
            if notification::exists(db, user, &id)? {
                return Ok(Collected::Told);
            }
            let untold = documents::table
                .filter(documents::user_id.eq(text(user)))
                .filter(documents::state.eq(text(DocumentState::Asked)))
                .filter(documents::question_told.is_null());
            let count: i64 = untold.count().get_result(db)?;
            if count == 0 {
                return Ok(Collected::None);
            }
            if job::brings_documents(db, user, now)? {
                return Ok(Collected::Growing);
            }
            notification::record(db, summary(count.unsigned_abs()), now)?;
            diesel::update(untold)
                .set(documents::question_told.eq(Some(true)))
                .execute(db)?;
            Ok(Collected::Told)
        })
    }
}
