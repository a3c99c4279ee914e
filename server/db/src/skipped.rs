//! Skipped messages, and what makes them pending again: a landlord or vendor that matches them.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MailAddress, MessageState, Source, UserId};

use crate::connection::Db;
use crate::error::StoreError;
use crate::reason::reason_columns;
use crate::schema::messages;
use crate::types::{text, timestamp};

/// The outcome of adding a landlord or vendor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddSource<T> {
    /// It is the user's now, or was already with the same values.
    Added(T),
    /// The user has as many as are allowed.
    Full,
    /// The user is not live.
    UserGone,
}

/// Whether a message with this sender and subject is to be fetched after all.
pub(crate) type Matches = dyn Fn(&MailAddress, &str) -> bool;

/// Makes skipped messages pending that match now.
pub(crate) fn requeue_skipped(
    db: &mut Db,
    user: UserId,
    source: Source,
    matches: &Matches,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let skipped: Vec<(i64, Option<MailAddress>, Option<String>)> = messages::table
        .filter(messages::user_id.eq(text(user)))
        .filter(messages::source.eq(text(source)))
        .filter(messages::state.eq(text(MessageState::Skipped)))
        .select((messages::id, messages::sender, messages::subject))
        .load(db)?;
    let matching = skipped.into_iter().filter(|(_, sender, subject)| {
        let subject = subject.as_deref().unwrap_or_default();
        sender.as_ref().is_some_and(|sender| matches(sender, subject))
    });
    let ids: Vec<i64> = matching.map(|(id, ..)| id).collect();
    for batch in ids.chunks(crate::message::BATCH) {
        diesel::update(messages::table.filter(messages::id.eq_any(batch)))
            .set((
                messages::state.eq(text(MessageState::Found)),
                reason_columns!(messages, None),
                messages::found_at.eq(timestamp(now)),
                messages::updated_at.eq(timestamp(now)),
            ))
            .execute(db)?;
    }
    Ok(())
}
