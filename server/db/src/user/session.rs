//! Sessions of apps. Of a refresh token only hashes are stored.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{SessionId, UserId};

use crate::error::StoreError;
use crate::schema::{sessions, users};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{text, timestamp};
use crate::user::{User, lock_live_user};

/// A session to begin. Not `Debug`, so that no log has the name or the hashes.
#[derive(Clone)]
pub struct NewSession {
    /// Its id.
    pub session_id: SessionId,
    /// What the user calls it.
    pub name: Option<String>,
    /// The hash of the refresh token's selector.
    pub selector_hash: String,
    /// The hash of the refresh token's verifier.
    pub verifier_hash: String,
}

/// Which sessions have not expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionAge {
    /// Those used after this.
    pub used_after: DateTime<Utc>,
    /// Those created after this.
    pub created_after: DateTime<Utc>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct Session {
    /// Its id.
    pub session_id: SessionId,
    /// Whose it is.
    pub user_id: UserId,
    /// What the user calls it.
    pub name: Option<String>,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was last refreshed, or else began.
    pub last_used_at: DateTime<Utc>,
}

/// A refresh of a session.
#[derive(Clone)]
pub struct Refresh {
    /// The hash of the token's selector.
    pub selector_hash: String,
    /// The hash of the token's verifier.
    pub verifier_hash: String,
    /// What makes the next verifier of this one, if this one is not replaced yet.
    pub salt: String,
    /// The hash of that next verifier.
    pub next_hash: String,
    /// Since when the verifier may have been replaced to be accepted once more.
    pub replaced_after: DateTime<Utc>,
}

/// The outcome of a refresh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// The next verifier is the valid one now.
    Rotated(Session, Generation),
    /// The verifier was replaced a moment ago, with this salt. Nothing has changed.
    Repeated(Session, Generation, String),
    /// The verifier was replaced long ago, so someone else has it too. The session is gone.
    Reused(Session),
    /// No session has this selector.
    Unknown,
}

/// The user's generation of access tokens.
pub type Generation = i32;

/// What a refresh compares.
#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct Verifiers {
    verifier_hash: String,
    previous_hash: Option<String>,
    salt: Option<String>,
}

/// Rows that have not expired.
macro_rules! unexpired {
    ($age:expr) => {
        sessions::last_used_at
            .gt(timestamp($age.used_after))
            .and(sessions::created_at.gt(timestamp($age.created_after)))
    };
}

impl Store {
    /// Adds a session of a user whose access tokens are of this generation, and keeps the `max - 1` others that were used last.
    /// `false` for a user who is not live, or whose tokens are of another generation.
    pub fn begin_session(
        &self,
        user: UserId,
        generation: Generation,
        new: NewSession,
        max: i64,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        self.write(move |db| {
            // The caller's token may have become invalid since it was checked.
            if !lock_live_user(db, user)? || current_generation(db, user)? != generation {
                return Ok(false);
            }
            let of_user = sessions::table.filter(sessions::user_id.eq(text(user)));
            let kept: Vec<SessionId> = of_user
                .order((sessions::last_used_at.desc(), sessions::session_id))
                .limit(max - 1)
                .select(sessions::session_id)
                .load(db)?;
            let kept = crate::types::text_list(kept);
            diesel::delete(of_user.filter(sessions::session_id.ne_all(kept))).execute(db)?;
            let row = (
                sessions::session_id.eq(text(new.session_id)),
                sessions::user_id.eq(text(user)),
                sessions::name.eq(new.name.as_deref().map(without_nul)),
                sessions::selector_hash.eq(&new.selector_hash),
                sessions::verifier_hash.eq(&new.verifier_hash),
                sessions::created_at.eq(timestamp(now)),
                sessions::last_used_at.eq(timestamp(now)),
            );
            diesel::insert_into(sessions::table).values(row).execute(db)?;
            Ok(true)
        })
    }

    /// Replaces the verifier of a session. Of simultaneous calls with one verifier, one replaces it and the others repeat it.
    /// A verifier that is neither the valid one nor repeated in time ends the session: the valid one's holder is not the only
    /// one who has a token of it.
    pub fn refresh_session(&self, refresh: Refresh, age: SessionAge, now: DateTime<Utc>) -> Answer<'_, Refreshed> {
        self.write(move |db| {
            let selected = sessions::table
                .filter(sessions::selector_hash.eq(&refresh.selector_hash))
                .filter(unexpired!(age));
            let user: Option<UserId> = selected.select(sessions::user_id).first(db).optional()?;
            let Some(user) = user else {
                return Ok(Refreshed::Unknown);
            };
            if !lock_live_user(db, user)? {
                return Ok(Refreshed::Unknown);
            }
            // Another call may have changed the row before this one got the lock.
            let row = selected.select((Session::as_select(), Verifiers::as_select()));
            let Some((session, known)) = row.first::<(Session, Verifiers)>(db).optional()? else {
                return Ok(Refreshed::Unknown);
            };
            let generation = current_generation(db, user)?;
            let row = sessions::table.find(text(session.session_id));
            if known.verifier_hash == refresh.verifier_hash {
                let rotated = (
                    sessions::verifier_hash.eq(&refresh.next_hash),
                    sessions::previous_hash.eq(Some(&refresh.verifier_hash)),
                    sessions::salt.eq(Some(&refresh.salt)),
                    sessions::last_used_at.eq(timestamp(now)),
                );
                diesel::update(row).set(rotated).execute(db)?;
                let session = Session {
                    last_used_at: now,
                    ..session
                };
                return Ok(Refreshed::Rotated(session, generation));
            }
            let is_previous = known.previous_hash.as_ref() == Some(&refresh.verifier_hash);
            match known.salt {
                Some(salt) if is_previous && session.last_used_at > refresh.replaced_after => {
                    Ok(Refreshed::Repeated(session, generation, salt))
                }
                _ => {
                    diesel::delete(row).execute(db)?;
                    Ok(Refreshed::Reused(session))
                }
            }
        })
    }

    /// The sessions of a user, the last used first.
    pub fn sessions(&self, user: UserId, age: SessionAge) -> Answer<'_, Vec<Session>> {
        self.read(move |db| {
            let rows = sessions::table
                .filter(sessions::user_id.eq(text(user)))
                .filter(unexpired!(age))
                .order((sessions::last_used_at.desc(), sessions::session_id));
            Ok(rows.select(Session::as_select()).load(db)?)
        })
    }

    /// Ends a session of a user. `false` if the user has no such session.
    pub fn revoke_session(&self, user: UserId, session: SessionId) -> Answer<'_, bool> {
        self.write(move |db| {
            let row = sessions::table
                .find(text(session))
                .filter(sessions::user_id.eq(text(user)));
            Ok(diesel::delete(row).execute(db)? > 0)
        })
    }

    /// A user, live or being deleted, and whether this session of the user exists and has not expired.
    pub fn user_with_session(
        &self,
        user: UserId,
        session: SessionId,
        age: SessionAge,
    ) -> Answer<'_, Option<(User, bool)>> {
        self.look_up(move |db| {
            let row = users::table.find(text(user)).select(User::as_select());
            let Some(row) = row.first(db).optional()? else {
                return Ok(None);
            };
            let known = sessions::table
                .find(text(session))
                .filter(sessions::user_id.eq(text(user)))
                .filter(unexpired!(age));
            Ok(Some((row, known.count().get_result::<i64>(db)? > 0)))
        })
    }

    /// Removes expired sessions.
    pub fn prune_sessions(&self, age: SessionAge) -> Answer<'_, usize> {
        self.write(move |db| {
            let unused = sessions::table.filter(sessions::last_used_at.le(timestamp(age.used_after)));
            let old = sessions::table.filter(sessions::created_at.le(timestamp(age.created_after)));
            Ok(diesel::delete(unused).execute(db)? + diesel::delete(old).execute(db)?)
        })
    }
}

/// Ends every session of a user, whose row is locked.
pub(crate) fn end_sessions(db: &mut Db, user: UserId) -> Result<(), StoreError> {
    diesel::delete(sessions::table.filter(sessions::user_id.eq(text(user)))).execute(db)?;
    Ok(())
}

pub(crate) fn current_generation(db: &mut Db, user: UserId) -> Result<Generation, StoreError> {
    Ok(users::table
        .find(text(user))
        .select(users::token_generation)
        .first(db)?)
}
