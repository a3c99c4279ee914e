//! The last look for new mail in each account.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::mail::MailMark;
use invoices_domain::{AccountName, UserId};

use crate::schema::{mail_marks, users};
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

impl Store {
    /// All live users, those first in whose mailboxes nobody has looked for longest.
    pub fn users_to_watch(&self) -> Answer<'_, Vec<UserId>> {
        self.read(|db| {
            let looks: Vec<(UserId, Option<DateTime<Utc>>)> = users::table
                .left_join(mail_marks::table)
                .filter(users::deleting_at.is_null())
                .select((users::user_id, mail_marks::looked_at.nullable()))
                .load(db)?;
            let mut last = BTreeMap::new();
            for (user, looked_at) in looks {
                let last = last.entry(user).or_insert(looked_at);
                // The look into an account that was connected before says nothing.
                *last = looked_at.max(*last);
            }
            let mut users: Vec<_> = last.into_iter().collect();
            users.sort_by_key(|(_, looked_at)| *looked_at);
            Ok(users.into_iter().map(|(user, _)| user).collect())
        })
    }

    /// The mark of an account; `None` before its mails were first ordered.
    pub fn mail_mark(&self, user: UserId, account: &AccountName) -> Answer<'_, Option<MailMark>> {
        let account = account.clone();
        self.look_up(move |db| {
            let row = mail_marks::table.find((text(user), text(account)));
            Ok(row.select(mail_marks::mark).first(db).optional()?.flatten())
        })
    }

    /// Notes a look into an account, and its mark if the mails up to it are ordered. Writes nothing for a user who is not live.
    pub fn note_look(
        &self,
        user: UserId,
        account: &AccountName,
        mark: Option<MailMark>,
        now: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let account = account.clone();
        self.write_for(user, (), move |db| {
            let row = (
                mail_marks::user_id.eq(text(user)),
                mail_marks::account.eq(text(&account)),
                mail_marks::looked_at.eq(timestamp(now)),
            );
            match_backend!(db, connection => {
                diesel::insert_into(mail_marks::table).values(row).on_conflict_do_nothing().execute(connection)
            })?;
            let row = mail_marks::table.find((text(user), text(&account)));
            let mark = mark.map(|mark| mail_marks::mark.eq(Some(mark)));
            diesel::update(row)
                .set((mail_marks::looked_at.eq(timestamp(now)), mark))
                .execute(db)?;
            Ok(())
        })
    }
}
