//! Skipped messages, and what makes them pending again: a landlord or vendor that matches them, or newer rules.

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::{AccountName, MailAddress, MessageId, MessageState, Source, UserId};

use crate::error::StoreError;
use crate::reason::state_columns;
use crate::schema::{messages, users};
use crate::store::connection::{BATCH, Db};
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

diesel::alias!(messages as others: Others);

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

/// Mails that an earlier version skipped as copies of another mail, and that are not known to be copies by these rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedCopies {
    /// How many the next run fetches and compares again.
    pub found_again: u64,
    /// Those that were imported: only a new import brings them back.
    pub imported: Vec<SkippedMail>,
}

/// A mail of which only its row in the ledger is left.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct SkippedMail {
    /// The owner.
    pub user_id: UserId,
    /// Its id.
    pub message_id: MessageId,
    /// Its sender.
    pub sender: Option<MailAddress>,
    /// Its subject.
    pub subject: Option<String>,
    /// When it was received.
    pub received_at: Option<DateTime<Utc>>,
}

impl Store {
    /// The mails that an earlier version skipped as copies. Unless it is a dry run, those of mailboxes are found again.
    ///
    /// That version compared bytes or, between accounts, `Message-ID` and sender. Equal bytes still are one mail.
    pub fn find_skipped_copies(&self, dry_run: bool, now: DateTime<Utc>) -> Answer<'_, SkippedCopies> {
        self.write(move |db| {
            let same_bytes = others
                .filter(others.field(messages::user_id).eq(messages::user_id))
                .filter(others.field(messages::source).eq(messages::source))
                .filter(others.field(messages::state).eq(text(MessageState::Fetched)))
                .filter(others.field(messages::digest).eq(messages::digest).assume_not_null());
            let skipped = messages::table
                .inner_join(users::table)
                .filter(users::deleting_at.is_null())
                .filter(is_old_copy())
                .filter(not(exists(same_bytes)))
                .order(messages::id)
                .select((messages::id, messages::account, SkippedMail::as_select()));
            let mut copies = SkippedCopies::default();
            for (id, account, mail) in skipped.load::<(i64, AccountName, SkippedMail)>(db)? {
                if account == AccountName::Import {
                    copies.imported.push(mail);
                    continue;
                }
                copies.found_again += 1;
                if !dry_run {
                    diesel::update(messages::table.find(id))
                        .set(state_columns!(messages, MessageState::Found, None, now))
                        .execute(db)?;
                }
            }
            Ok(copies)
        })
    }
}

/// How the reason of a message begins that an earlier version skipped as a copy. It stored no code.
const OLD_COPY: &str = "it is the same mail as ";

/// Whether this is such a reason.
pub(crate) fn is_old_reason(reason: &str) -> bool {
    reason.starts_with(OLD_COPY)
}

/// The condition for such messages.
pub(crate) fn is_old_copy() -> SqlLiteral<Bool> {
    let is_copy =
        format!("(messages.state = 'skipped' AND messages.reason_code IS NULL AND messages.reason LIKE '{OLD_COPY}%')");
    sql(&is_copy)
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
    for batch in ids.chunks(BATCH) {
        diesel::update(messages::table.filter(messages::id.eq_any(batch)))
            .set((
                state_columns!(messages, MessageState::Found, None, now),
                messages::found_at.eq(timestamp(now)),
            ))
            .execute(db)?;
    }
    Ok(())
}
