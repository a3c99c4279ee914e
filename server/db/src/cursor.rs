//! How far each vendor's search of an account has come.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MailAddress, UserId, VendorId};

use crate::pool::each;
use crate::schema::cursors;
use crate::types::{at, word};
use crate::user::lock_live;
use crate::{Store, StoreError};

impl Store {
    /// Up to when each vendor's mails of an account were searched. A vendor that never was is absent.
    pub async fn cursors(
        &self,
        user: UserId,
        account: &MailAddress,
    ) -> Result<BTreeMap<VendorId, DateTime<Utc>>, StoreError> {
        let account = account.clone();
        self.read(move |db| {
            let rows: Vec<(VendorId, DateTime<Utc>)> = cursors::table
                .filter(cursors::user_id.eq(word(user)))
                .filter(cursors::account.eq(word(account)))
                .select((cursors::vendor_id, cursors::fetched_to))
                .load(db)?;
            Ok(rows.into_iter().collect())
        })
        .await
    }

    /// Moves the cursors of these vendors to `to`, never backwards. Writes nothing for a user who is not live.
    pub async fn move_cursors(
        &self,
        user: UserId,
        account: &MailAddress,
        vendors: &[VendorId],
        to: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let (account, vendors) = (account.clone(), vendors.to_vec());
        self.write(move |db| {
            if !lock_live(db, user)? {
                return Ok(());
            }
            for vendor in &vendors {
                let row = (
                    cursors::user_id.eq(word(user)),
                    cursors::account.eq(word(&account)),
                    cursors::vendor_id.eq(word(vendor)),
                    cursors::fetched_to.eq(at(to)),
                );
                each!(db, connection => {
                    diesel::insert_into(cursors::table).values(row).on_conflict_do_nothing().execute(connection)
                })?;
                let behind = cursors::table
                    .find((word(user), word(&account), word(vendor)))
                    .filter(cursors::fetched_to.lt(at(to)));
                diesel::update(behind).set(cursors::fetched_to.eq(at(to))).execute(db)?;
            }
            Ok(())
        })
        .await
    }
}
