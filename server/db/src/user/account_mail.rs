//! Codes that are mailed to users: to set a new password, and to verify the e-mail address. Only hashes are stored.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::schema::{email_codes, password_resets, users};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};
use crate::user::credentials::{end_password_resets, set_password};
use crate::user::lock_live_user;

/// How often a code may be entered wrong.
const MAX_ATTEMPTS: i32 = 5;

/// The address that a user gave at sign-up.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct AccountEmail {
    /// As given.
    pub email: String,
    /// When the user showed that its mails arrive there. `None` if that has not happened.
    #[diesel(column_name = email_verified_at)]
    pub verified_at: Option<DateTime<Utc>>,
}

impl Store {
    /// The address of a live user.
    pub fn account_email(&self, user: UserId) -> Answer<'_, Option<AccountEmail>> {
        self.read(move |db| {
            let row = users::table.find(text(user)).filter(users::deleting_at.is_null());
            Ok(row.select(AccountEmail::as_select()).first(db).optional()?)
        })
    }

    /// Stores the hash of a code that resets a user's password, in place of an older one. `false` for a user who is not live.
    pub fn add_password_reset(&self, user: UserId, code_hash: String, expires_at: DateTime<Utc>) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            end_password_resets(db, user)?;
            let row = (
                password_resets::user_id.eq(text(user)),
                password_resets::code_hash.eq(code_hash),
                password_resets::expires_at.eq(timestamp(expires_at)),
            );
            diesel::insert_into(password_resets::table).values(row).execute(db)?;
            Ok(true)
        })
    }

    /// Whether a code resets a password now.
    pub fn is_password_reset(&self, code_hash: String, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.read(move |db| Ok(user_of_reset(db, &code_hash, now)?.is_some()))
    }

    /// Uses a code up: replaces the password of its user, makes every access token invalid and ends every session. The code came
    /// by mail, so the address counts as verified. `None` if the code is unknown, used or expired. Of simultaneous calls with one
    /// code, one uses it.
    pub fn use_password_reset(
        &self,
        code_hash: String,
        password_hash: String,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<UserId>> {
        self.write(move |db| {
            let Some(user) = user_of_reset(db, &code_hash, now)? else {
                return Ok(None);
            };
            // Another call may have used it before this one got the lock.
            if !lock_live_user(db, user)? || user_of_reset(db, &code_hash, now)?.is_none() {
                return Ok(None);
            }
            // Removes the code.
            set_password(db, user, &password_hash)?;
            mark_verified(db, user, now)?;
            Ok(Some(user))
        })
    }

    /// Stores the hash of a code that verifies a user's address, in place of an older one. `false` for a user who is not live.
    pub fn add_email_code(&self, user: UserId, code_hash: String, expires_at: DateTime<Utc>) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            diesel::delete(email_codes::table.find(text(user))).execute(db)?;
            let row = (
                email_codes::user_id.eq(text(user)),
                email_codes::code_hash.eq(code_hash),
                email_codes::failed_attempts.eq(0),
                email_codes::expires_at.eq(timestamp(expires_at)),
            );
            diesel::insert_into(email_codes::table).values(row).execute(db)?;
            Ok(true)
        })
    }

    /// Marks a user's address as verified if this is the hash of its code. `false` if it is not, or if the code has expired. After
    /// a few wrong attempts there is no code any more.
    pub fn confirm_email(&self, user: UserId, code_hash: String, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            let row = email_codes::table.find(text(user));
            let current = row.filter(email_codes::expires_at.gt(timestamp(now)));
            let known = current.select((email_codes::code_hash, email_codes::failed_attempts));
            let Some((known_hash, failed)) = known.first::<(String, i32)>(db).optional()? else {
                return Ok(false);
            };
            if known_hash == code_hash {
                mark_verified(db, user, now)?;
                diesel::delete(row).execute(db)?;
                return Ok(true);
            }
            if failed + 1 >= MAX_ATTEMPTS {
                diesel::delete(row).execute(db)?;
            } else {
                diesel::update(row)
                    .set(email_codes::failed_attempts.eq(failed + 1))
                    .execute(db)?;
            }
            Ok(false)
        })
    }

    /// Removes expired codes.
    pub fn prune_account_mail(&self, now: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let resets = password_resets::table.filter(password_resets::expires_at.le(timestamp(now)));
            let codes = email_codes::table.filter(email_codes::expires_at.le(timestamp(now)));
            Ok(diesel::delete(resets).execute(db)? + diesel::delete(codes).execute(db)?)
        })
    }
}

fn user_of_reset(db: &mut Db, code_hash: &str, now: DateTime<Utc>) -> Result<Option<UserId>, StoreError> {
    let row = password_resets::table
        .filter(password_resets::code_hash.eq(code_hash))
        .filter(password_resets::expires_at.gt(timestamp(now)));
    Ok(row.select(password_resets::user_id).first(db).optional()?)
}

/// Marks the address of a user as verified. One that was verified before keeps its time.
fn mark_verified(db: &mut Db, user: UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let unverified = users::table.find(text(user)).filter(users::email_verified_at.is_null());
    diesel::update(unverified)
        .set(users::email_verified_at.eq(Some(now)))
        .execute(db)?;
    Ok(())
}
