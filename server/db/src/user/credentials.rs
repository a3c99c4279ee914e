//! Passwords and access tokens of users.

use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::schema::{password_resets, users};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::text;
use crate::user::access_token::end_access_tokens;
use crate::user::session::end_sessions;

impl Store {
    /// The case-folded e-mail address of a live user, and the hash of the password.
    pub fn password_of(&self, user: UserId) -> Answer<'_, Option<(String, String)>> {
        self.read(move |db| {
            let row = users::table.find(text(user)).filter(users::deleting_at.is_null());
            Ok(row
                .select((users::email_key, users::password_hash))
                .first(db)
                .optional()?)
        })
    }

    /// Replaces a user's password, if its hash is still this one, and makes every access token, of scripts too, and every
    /// session invalid.
    /// Returns the generation of new tokens.
    pub fn change_password(&self, user: UserId, old_hash: String, new_hash: String) -> Answer<'_, Option<i32>> {
        self.write_for(user, None, move |db| {
            let same = users::table.find(text(user)).filter(users::password_hash.eq(old_hash));
            if same.count().get_result::<i64>(db)? == 0 {
                return Ok(None);
            }
            set_password(db, user, &new_hash).map(Some)
        })
    }
}

/// Replaces the password of a user, whose row is locked, makes every access token invalid and ends every session. Returns the
/// generation of new tokens.
pub(crate) fn set_password(db: &mut Db, user: UserId, hash: &str) -> Result<i32, StoreError> {
    diesel::update(users::table.find(text(user)))
        .set(users::password_hash.eq(hash))
        .execute(db)?;
    // A code that was mailed before would replace the new password.
    end_password_resets(db, user)?;
    end_logins(db, user)
}

/// Makes every access token of a user, whose row is locked, invalid, and ends every session. Returns the generation of new
/// tokens.
pub(crate) fn end_logins(db: &mut Db, user: UserId) -> Result<i32, StoreError> {
    end_sessions(db, user)?;
    end_access_tokens(db, user)?;
    let row = users::table.find(text(user));
    diesel::update(row)
        .set(users::token_generation.eq(users::token_generation + 1))
        .execute(db)?;
    Ok(row.select(users::token_generation).first(db)?)
}

/// Removes the code that resets a user's password.
pub(crate) fn end_password_resets(db: &mut Db, user: UserId) -> Result<(), StoreError> {
    diesel::delete(password_resets::table.find(text(user))).execute(db)?;
    Ok(())
}
