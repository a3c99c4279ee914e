//! Mails that users submitted, until an ingest fetches them.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use invoices_domain::mail::RawMessage;
use invoices_domain::{AccountName, MessageId, MessageState, RentalInvoiceId, Source, UserId};

use crate::error::StoreError;
use crate::message::skipped;
use crate::message::{self, Inbox};
use crate::schema::{documents, handed_mails, messages, rental_invoices};
use crate::states::Act;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{text, text_list, timestamp};
use crate::user::act::{self, Concerned, Operator};
use crate::user::lock_live_user;

/// The time of a mail of which nothing says when it was received. The column may not be absent.
const UNDATED: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// The outcome of a submitted mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandOver {
    /// It is kept, and found in the ledger.
    Kept,
    /// The user's mails that are kept weigh as much as they may.
    NoRoom,
    /// The user is not live; nothing was written.
    UserGone,
}

impl Store {
    /// Keeps a mail that a user submitted, and adds it to the ledger as found in each source, or finds it again if it failed or
    /// an earlier version skipped it as a copy. Mails of at most `most_bytes` are kept of a user; one that waits in quarantine
    /// counts.
    pub fn hand_over(
        &self,
        user: UserId,
        mail: RawMessage,
        sources: Vec<Source>,
        most_bytes: u64,
        now: DateTime<Utc>,
    ) -> Answer<'_, HandOver> {
        self.write_of(user, move |db| {
            keep(db, user, &mail, &sources, most_bytes, now).map(|(outcome, _)| outcome)
        })
    }

    /// [`Store::hand_over`] by an operator, who releases the mail from quarantine beforehand.
    pub fn hand_over_by(
        &self,
        user: UserId,
        mail: RawMessage,
        sources: Vec<Source>,
        most_bytes: u64,
        by: Operator,
        now: DateTime<Utc>,
    ) -> Answer<'_, HandOver> {
        self.write(move |db| {
            let (outcome, rows) = keep(db, user, &mail, &sources, most_bytes, now)?;
            if outcome == HandOver::Kept {
                diesel::update(messages::table.filter(messages::id.eq_any(rows)))
                    .set(messages::released.eq(true))
                    .execute(db)?;
                let detail = format!("message {}", mail.id);
                act::log(db, Act::Release, &Concerned::User(user), &by, Some(&detail), now)?;
            }
            Ok(outcome)
        })
    }

    /// A mail that a user submitted; `None` if it is no longer kept.
    pub fn handed_mail(&self, user: UserId, id: &MessageId) -> Answer<'_, Option<RawMessage>> {
        let id = id.clone();
        self.read(move |db| {
            let mail = handed_mails::table
                .find((text(user), text(&id)))
                .select((handed_mails::received_at, handed_mails::message));
            let mail: Option<(DateTime<Utc>, Vec<u8>)> = mail.first(db).optional()?;
            Ok(mail.map(|(received_at, message)| RawMessage {
                id,
                received_at: Some(received_at).filter(|at| *at != UNDATED),
                bytes: Bytes::from(message),
            }))
        })
    }

    /// Whether a rental invoice was read from a mail that the user submitted.
    pub fn is_imported(&self, user: UserId, id: &RentalInvoiceId) -> Answer<'_, bool> {
        let id = without_nul(id.as_str());
        self.look_up(move |db| {
            let imported = rental_invoices::table
                .inner_join(documents::table.inner_join(messages::table))
                .filter(rental_invoices::user_id.eq(text(user)))
                .filter(rental_invoices::invoice_id.eq(id))
                .filter(messages::account.eq(text(AccountName::Import)));
            Ok(diesel::select(exists(imported)).get_result(db)?)
        })
    }

    /// Removes the mails that a user submitted and that no ingest still needs: all but those that are pending or in quarantine.
    pub fn drop_fetched_mails(&self, user: UserId) -> Answer<'_, ()> {
        self.write(move |db| {
            let waiting = [MessageState::Found, MessageState::Quarantined];
            let needed = messages::table
                .filter(messages::user_id.eq(handed_mails::user_id))
                .filter(messages::account.eq(text(AccountName::Import)))
                .filter(message::any_source())
                .filter(messages::message_id.eq(handed_mails::message_id))
                .filter(messages::state.eq_any(text_list(waiting)));
            let done = handed_mails::table
                .filter(handed_mails::user_id.eq(text(user)))
                .filter(not(exists(needed)));
            diesel::delete(done).execute(db)?;
            Ok(())
        })
    }
}

/// Keeps a mail, and returns its rows in the ledger.
fn keep(
    db: &mut Db,
    user: UserId,
    mail: &RawMessage,
    sources: &[Source],
    most_bytes: u64,
    now: DateTime<Utc>,
) -> Result<(HandOver, Vec<i64>), StoreError> {
    if !lock_live_user(db, user)? {
        return Ok((HandOver::UserGone, Vec::new()));
    }
    let kept = handed_mails::table
        .filter(handed_mails::user_id.eq(text(user)))
        .select(sql::<Nullable<BigInt>>("CAST(SUM(LENGTH(message)) AS BIGINT)"));
    let kept = kept.first::<Option<i64>>(db)?.unwrap_or_default().unsigned_abs();
    if kept.saturating_add(mail.bytes.len() as u64) > most_bytes {
        return Ok((HandOver::NoRoom, Vec::new()));
    }
    let row = (
        handed_mails::user_id.eq(text(user)),
        handed_mails::message_id.eq(text(&mail.id)),
        handed_mails::received_at.eq(timestamp(mail.received_at.unwrap_or(UNDATED))),
        handed_mails::message.eq(mail.bytes.to_vec()),
    );
    let insert = diesel::insert_into(handed_mails::table).values(row);
    match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    let mut rows = Vec::new();
    for source in sources {
        let inbox = Inbox {
            user_id: user,
            account: AccountName::Import,
            source: *source,
        };
        if let Some(new) = message::insert(db, &inbox, &mail.id, now)? {
            rows.push(new);
            continue;
        }
        let row = message::ensure(db, &inbox, &mail.id, now)?;
        let failed = messages::state.eq(text(MessageState::Failed));
        let again = messages::table.find(row).filter(failed.or(skipped::is_old_copy()));
        diesel::update(again)
            .set(messages::state.eq(text(MessageState::Found)))
            .execute(db)?;
        rows.push(row);
    }
    Ok((HandOver::Kept, rows))
}
