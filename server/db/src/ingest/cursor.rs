//! Cursors: up to when each vendor's mails of an account were searched.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{AccountName, UserId, VendorId};

use crate::schema::cursors;
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};
use crate::user::lock_live_user;

impl Store {
    /// Up to when each vendor's mails of an account were searched. A vendor that was never searched is absent.
    pub fn cursors(&self, user: UserId, account: &AccountName) -> Answer<'_, BTreeMap<VendorId, DateTime<Utc>>> {
        let account = account.clone();
        self.read(move |db| {
            let rows: Vec<(VendorId, DateTime<Utc>)> = cursors::table
                .filter(cursors::user_id.eq(text(user)))
                .filter(cursors::account.eq(text(account)))
                .select((cursors::vendor_id, cursors::fetched_to))
                .load(db)?;
            Ok(rows.into_iter().collect())
        })
    }

    /// Moves the cursors of these vendors forward to `to`. Never moves one back. Writes nothing for a user who is not live.
    pub fn move_cursors(
        &self,
        user: UserId,
        account: &AccountName,
        vendors: &[VendorId],
        to: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let (account, vendors) = (account.clone(), vendors.to_vec());
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(());
            }
            for vendor in &vendors {
                let row = (
                    cursors::user_id.eq(text(user)),
                    cursors::account.eq(text(&account)),
                    cursors::vendor_id.eq(text(vendor)),
                    cursors::fetched_to.eq(timestamp(to)),
                );
                match_backend!(db, connection => {
                    diesel::insert_into(cursors::table).values(row).on_conflict_do_nothing().execute(connection)
                })?;
                let behind = cursors::table
                    .find((text(user), text(&account), text(vendor)))
                    .filter(cursors::fetched_to.lt(timestamp(to)));
                diesel::update(behind)
                    .set(cursors::fetched_to.eq(timestamp(to)))
                    .execute(db)?;
            }
            Ok(())
        })
    }
}
