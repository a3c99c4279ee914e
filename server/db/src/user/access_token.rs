//! Access tokens of scripts. Of a token only a hash is stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use invoices_domain::{AccessTokenId, TokenScopes, UserId};

use crate::error::StoreError;
use crate::schema::{access_tokens, users};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{text, timestamp};
use crate::user::session::{Generation, current_generation};
use crate::user::{User, lock_live_user};

/// How precisely the last use is kept: a script that calls often must not write with each call.
const LAST_USE: TimeDelta = TimeDelta::minutes(1);

/// An access token of a script.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = access_tokens)]
pub struct AccessToken {
    /// Its id.
    pub token_id: AccessTokenId,
    /// Whose it is.
    pub user_id: UserId,
    /// What the user calls it.
    pub name: String,
    /// What it opens.
    pub scopes: TokenScopes,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The outcome of adding an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedToken {
    /// It is added.
    Added,
    /// The user has the greatest number of tokens.
    TooMany,
    /// The user is not live, or the caller's own access token became invalid meanwhile.
    Refused,
}

impl Store {
    /// Adds a token of a user whose access tokens of logins are of this generation and who has less than `max` tokens.
    pub fn add_access_token(
        &self,
        token: AccessToken,
        hash: String,
        generation: Generation,
        max: i64,
    ) -> Answer<'_, AddedToken> {
        self.write(move |db| {
            let user = token.user_id;
            // The caller's token may have become invalid since it was checked.
            if !lock_live_user(db, user)? || current_generation(db, user)? != generation {
                return Ok(AddedToken::Refused);
            }
            let of_user = access_tokens::table.filter(access_tokens::user_id.eq(text(user)));
            if of_user.count().get_result::<i64>(db)? >= max {
                return Ok(AddedToken::TooMany);
            }
            let row = (
                access_tokens::token_id.eq(text(token.token_id)),
                access_tokens::user_id.eq(text(user)),
                access_tokens::name.eq(without_nul(&token.name)),
                access_tokens::scopes.eq(text(token.scopes.clone())),
                access_tokens::token_hash.eq(&hash),
                access_tokens::generation.eq(generation),
                access_tokens::created_at.eq(timestamp(token.created_at)),
                access_tokens::expires_at.eq(timestamp(token.expires_at)),
            );
            diesel::insert_into(access_tokens::table).values(row).execute(db)?;
            Ok(AddedToken::Added)
        })
    }

    /// The access tokens of a user, the newest first.
    pub fn access_tokens(&self, user: UserId) -> Answer<'_, Vec<AccessToken>> {
        self.read(move |db| {
            let rows = access_tokens::table
                .filter(access_tokens::user_id.eq(text(user)))
                .order((access_tokens::created_at.desc(), access_tokens::token_id));
            Ok(rows.select(AccessToken::as_select()).load(db)?)
        })
    }

    /// Removes an access token of a user. `false` if the user has no such token.
    pub fn revoke_access_token(&self, user: UserId, token: AccessTokenId) -> Answer<'_, bool> {
        self.write(move |db| {
            let row = access_tokens::table
                .find(text(token))
                .filter(access_tokens::user_id.eq(text(user)));
            Ok(diesel::delete(row).execute(db)? > 0)
        })
    }

    /// The token with this hash, if it is of the user's present generation of tokens, also an expired one. And its user, live or
    /// being deleted.
    pub fn user_of_access_token(&self, hash: String) -> Answer<'_, Option<(User, AccessToken)>> {
        self.look_up(move |db| {
            let row = access_tokens::table
                .inner_join(users::table)
                .filter(access_tokens::token_hash.eq(&hash))
                .filter(access_tokens::generation.eq(users::token_generation));
            Ok(row
                .select((User::as_select(), AccessToken::as_select()))
                .first(db)
                .optional()?)
        })
    }

    /// Notes that a token is used now, at most once a minute.
    pub async fn note_use(&self, token: &AccessToken, now: DateTime<Utc>) -> Result<(), StoreError> {
        if token.last_used_at.is_some_and(|last| now - last < LAST_USE) {
            return Ok(());
        }
        let id = token.token_id;
        let noted = self.write(move |db| {
            let row = diesel::update(access_tokens::table.find(text(id)));
            row.set(access_tokens::last_used_at.eq(Some(now))).execute(db)?;
            Ok(())
        });
        noted.await
    }

    /// Removes tokens that ended before this time.
    pub fn prune_access_tokens(&self, before: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let ended = access_tokens::table.filter(access_tokens::expires_at.lt(timestamp(before)));
            Ok(diesel::delete(ended).execute(db)?)
        })
    }
}

/// Ends every access token of a script of a user, whose row is locked.
pub(crate) fn end_access_tokens(db: &mut Db, user: UserId) -> Result<(), StoreError> {
    diesel::delete(access_tokens::table.filter(access_tokens::user_id.eq(text(user)))).execute(db)?;
    Ok(())
}
