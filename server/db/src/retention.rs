//! Removing old rows: jobs, notifications, deliveries, acts and invitations. Each call is one transaction of at most 500 rows, so that
//! others can write between two of them, and returns how many it removed. `message/removal.rs` removes messages.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::schema::{acts, invitations, jobs, notifications, webhook_deliveries};
use crate::store::{Answer, Store};
use crate::tombstone::{self, Tombstone};
use crate::types::timestamp;

/// How many rows a transaction removes at most.
const LIMIT: i64 = 500;

/// Deletes at most [`LIMIT`] of these rows of a table, and returns how many.
macro_rules! delete_some {
    ($db:expr, $table:ident, $old:expr) => {{
        let old: Vec<i64> = $old.limit(LIMIT).select($table::id).load($db)?;
        Ok(diesel::delete($table::table.filter($table::id.eq_any(old))).execute($db)?)
    }};
}

impl Store {
    /// Deletes jobs that finished before `before`. Their keys may be enqueued again.
    pub fn purge_finished(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let old = jobs::table.filter(jobs::finished_at.lt(Some(before)));
            delete_some!(db, jobs, old)
        })
    }

    /// Removes notifications that were stored before `before` and sent, or sent together with others. A notification with the
    /// id of a removed one is never stored again.
    pub fn remove_notifications(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let old = notifications::table
                .filter(notifications::created_at.lt(timestamp(before)))
                .filter(notifications::sent_at.is_not_null())
                .order(notifications::created_at)
                .limit(LIMIT)
                .select((notifications::user_id, notifications::id));
            let mut old: Vec<(UserId, String)> = old.load(db)?;
            old.sort();
            for of_user in old.chunk_by(|one, other| one.0 == other.0) {
                let removed = of_user.iter().map(|(_, id)| Tombstone::of_notification(id));
                tombstone::add(db, of_user[0].0, removed.collect())?;
            }
            let ids = old.into_iter().map(|(_, id)| id);
            Ok(diesel::delete(notifications::table.filter(notifications::id.eq_any(ids))).execute(db)?)
        })
    }

    /// Removes deliveries to webhooks that finished before `before`.
    pub fn remove_deliveries(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let old = webhook_deliveries::table.filter(webhook_deliveries::finished_at.lt(Some(before)));
            delete_some!(db, webhook_deliveries, old)
        })
    }

    /// Removes acts of operators that were done before `before`.
    pub fn remove_acts(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let old = acts::table.filter(acts::done_at.lt(timestamp(before)));
            delete_some!(db, acts, old)
        })
    }

    /// Removes invitations that were used, or expired unused, before `before`.
    pub fn remove_invitations(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let old = invitations::table
                .filter(invitations::expires_at.lt(timestamp(before)))
                .filter(invitations::used_at.is_null().or(invitations::used_at.lt(Some(before))));
            delete_some!(db, invitations, old)
        })
    }
}
