//! Senders that a user trusts.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{AccountName, MailAddress, MessageId, MessageState, UserId};

use crate::Operator;
use crate::reason::state_columns;
use crate::schema::{messages, trusted_senders};
use crate::states::Act;
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};
use crate::user::act::{self, Concerned};

/// The outcome of a sender that is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustSender {
    /// It is trusted, and this many of its messages are pending again.
    Trusted(usize),
    /// The user trusts as many as possible.
    TooMany,
    /// The user is not live; nothing was written.
    UserGone,
}

impl Store {
    /// The senders that a user trusts, ordered by address.
    pub fn trusted_senders(&self, user: UserId) -> Answer<'_, Vec<MailAddress>> {
        self.read(move |db| {
            let senders = trusted_senders::table
                .filter(trusted_senders::user_id.eq(text(user)))
                .order(trusted_senders::sender)
                .select(trusted_senders::sender);
            Ok(senders.load(db)?)
        })
    }

    /// Trusts a sender, at most `most` in all, and sets its quarantined messages to found again, except for those whose check
    /// of the sender failed. `by` is the operator who does it for the user.
    pub fn trust_sender(
        &self,
        user: UserId,
        sender: MailAddress,
        most: i64,
        by: Option<Operator>,
        now: DateTime<Utc>,
    ) -> Answer<'_, TrustSender> {
        self.write_for(user, TrustSender::UserGone, move |db| {
            let others = trusted_senders::table
                .filter(trusted_senders::user_id.eq(text(user)))
                .filter(trusted_senders::sender.ne(text(&sender)));
            if others.count().get_result::<i64>(db)? >= most {
                return Ok(TrustSender::TooMany);
            }
            let row = (
                trusted_senders::user_id.eq(text(user)),
                trusted_senders::sender.eq(text(&sender)),
                trusted_senders::created_at.eq(timestamp(now)),
            );
            let insert = diesel::insert_into(trusted_senders::table).values(row);
            match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
            // What users do themselves isn't an act.
            if let Some(by) = by {
                let detail = format!("sender {sender}");
                act::log(db, Act::Trust, &Concerned::User(user), &by, Some(&detail), now)?;
            }
            let quarantined = || {
                messages::table
                    .filter(messages::user_id.eq(text(user)))
                    .filter(messages::state.eq(text(MessageState::Quarantined)))
                    .filter(messages::check_failed.eq(false))
                    .filter(messages::sender.eq(Some(&sender)))
            };
            // A mail has a row for each ingest that found it.
            let mails = quarantined()
                .select((messages::account, messages::message_id))
                .distinct();
            let released = mails.load::<(AccountName, MessageId)>(db)?.len();
            diesel::update(quarantined())
                .set(state_columns!(messages, MessageState::Found, None, now))
                .execute(db)?;
            Ok(TrustSender::Trusted(released))
        })
    }

    /// Stops trusting a sender. Fetched messages stay. `false` if the user did not trust it.
    pub fn distrust_sender(
        &self,
        user: UserId,
        sender: MailAddress,
        by: Option<Operator>,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        self.write(move |db| {
            let removed = diesel::delete(trusted_senders::table.find((text(user), text(&sender)))).execute(db)? > 0;
            if let Some(by) = by.filter(|_| removed) {
                let detail = format!("sender {sender}");
                act::log(db, Act::Distrust, &Concerned::User(user), &by, Some(&detail), now)?;
            }
            Ok(removed)
        })
    }
}
