//! Users.

pub mod access_token;
pub mod account_mail;
pub mod act;
pub mod administration;
pub mod credentials;
pub mod erase;
pub mod invitation;
pub mod preferences;
pub mod session;
pub mod usage;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::job::{self, Enqueued, Job, NewJob};
use crate::schema::{jobs, users};
use crate::states::{Act, UserState};
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{text, timestamp};
use crate::user::act::{Concerned, Operator};

/// A user to create. Not `Debug`, so that no log has the personal data or the hash.
#[derive(Clone)]
pub struct NewUser {
    /// The user's id.
    pub user_id: UserId,
    /// The e-mail address as given.
    pub email: String,
    /// The e-mail address, case-folded. Unique.
    pub email_key: String,
    /// The name as given.
    pub name: String,
    /// The hash of the password, with its salt and parameters.
    pub password_hash: String,
    /// When the user signed up.
    pub created_at: DateTime<Utc>,
}

/// The result of a sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreateUser {
    /// The user is new.
    Created,
    /// Another user has this e-mail address.
    EmailTaken,
    /// The address has no open invitation with this code.
    NotInvited,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct User {
    /// The user's id.
    pub user_id: UserId,
    /// The e-mail address as given.
    pub email: String,
    /// The name as given.
    pub name: String,
    /// When the user signed up.
    pub created_at: DateTime<Utc>,
    /// When the deletion started. From then on the user counts as deleted everywhere except in the deletion job.
    pub deleting_at: Option<DateTime<Utc>>,
    /// Only access tokens of this generation are valid.
    pub token_generation: i32,
}

impl Store {
    /// Adds a user unless the e-mail address is taken.
    pub fn create_user(&self, user: NewUser) -> Answer<'_, CreateUser> {
        self.write(move |db| insert(db, &user))
    }

    /// A user, live or being deleted.
    pub fn user(&self, user: UserId) -> Answer<'_, Option<User>> {
        self.look_up(move |db| {
            let row = users::table.find(text(user)).select(User::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// The user with a case-folded e-mail address, live or being deleted.
    pub async fn user_by_email(&self, email_key: &str) -> Result<Option<User>, StoreError> {
        Ok(self.credentials(email_key).await?.map(|(user, _)| user))
    }

    /// The user with a case-folded e-mail address, and the password hash.
    pub fn credentials(&self, email_key: &str) -> Answer<'_, Option<(User, String)>> {
        let email_key = without_nul(email_key);
        self.look_up(move |db| {
            let row = users::table
                .filter(users::email_key.eq(email_key))
                .select((User::as_select(), users::password_hash));
            Ok(row.first(db).optional()?)
        })
    }

    /// All live users but this one.
    pub fn other_live_users(&self, user: UserId) -> Answer<'_, Vec<UserId>> {
        self.read(move |db| {
            let others = users::table
                .filter(users::user_id.ne(text(user)))
                .filter(users::deleting_at.is_null())
                .select(users::user_id);
            Ok(others.load(db)?)
        })
    }

    /// Whether the user exists and is not being deleted.
    pub async fn is_live(&self, user: UserId) -> Result<bool, StoreError> {
        Ok(self.user(user).await?.is_some_and(|user| user.deleting_at.is_none()))
    }

    /// Marks the user as being deleted and enqueues the deletion job, or joins the live one with the same `join_key` and
    /// makes it due now. `None` if there is no such user. The job's `key` must be new each time; otherwise the call would
    /// return a dead deletion job. `by` is the operator who does it; `None` if it is the user,
    /// which is no act.
    pub fn start_deletion(
        &self,
        user: UserId,
        job: NewJob,
        by: Option<Operator>,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Job>> {
        self.write(move |db| {
            let job = begin_deletion(db, user, &job, now)?;
            if let Some(by) = by.filter(|_| job.is_some()) {
                act::log(db, Act::Delete, &Concerned::User(user), &by, None, now)?;
            }
            Ok(job)
        })
    }

    /// Adds or joins a job of a user as [`Store::enqueue`] does. `None` if it would be a new one and the user has `max` live
    /// jobs of its kind whose keys begin with `prefix`.
    pub fn enqueue_or_join_up_to(
        &self,
        max: i64,
        prefix: &str,
        new: NewJob,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Enqueued>> {
        let keys = format!("{prefix}%");
        self.write(move |db| {
            // Simultaneous calls of one user count each other's jobs.
            if let Some(user) = new.user {
                lock_live_user(db, user)?;
            }
            if let Some(id) = job::same(db, &new)? {
                return Ok(Some(Enqueued { id, is_new: false }));
            }
            let queued = jobs::table
                .filter(jobs::user_id.eq(new.user))
                .filter(jobs::kind.eq(text(new.kind)))
                .filter(jobs::key.like(keys))
                .filter(job::live());
            let queued: i64 = queued.count().get_result(db)?;
            if queued >= max {
                return Ok(None);
            }
            job::enqueue(db, &new, now).map(Some)
        })
    }
}

/// Adds a user unless the e-mail address is taken.
pub(crate) fn insert(db: &mut Db, user: &NewUser) -> Result<CreateUser, StoreError> {
    let row = (
        users::user_id.eq(text(user.user_id)),
        users::email.eq(without_nul(&user.email)),
        users::email_key.eq(without_nul(&user.email_key)),
        users::name.eq(without_nul(&user.name)),
        users::password_hash.eq(&user.password_hash),
        users::created_at.eq(timestamp(user.created_at)),
    );
    let insert = diesel::insert_into(users::table).values(row);
    let added = match_backend!(db, connection => {
        insert.on_conflict(users::email_key).do_nothing().execute(connection)
    })?;
    Ok(if added == 1 {
        CreateUser::Created
    } else {
        CreateUser::EmailTaken
    })
}

/// Marks the user as being deleted and enqueues the deletion job, or joins the live one.
fn begin_deletion(db: &mut Db, user: UserId, job: &NewJob, now: DateTime<Utc>) -> Result<Option<Job>, StoreError> {
    match lock(db, user)? {
        None => return Ok(None),
        Some(UserState::Deleting) => {}
        Some(UserState::Live) => {
            diesel::update(users::table.find(text(user)))
                .set(users::deleting_at.eq(Some(now)))
                .execute(db)?;
        }
    }
    let id = job::enqueue(db, job, now)?.id;
    job::make_due(db, id, now)?;
    job::by_id(db, id)
}

/// Locks the user's row until the transaction ends, and returns the state. Transactions of one user wait for each
/// other.
fn lock(db: &mut Db, user: UserId) -> Result<Option<UserState>, StoreError> {
    let row = users::table.find(text(user)).select(users::deleting_at);
    let deleting: Option<Option<DateTime<Utc>>> = match_backend!(
        db,
        // SQLite has only one writer.
        sqlite(sqlite) => row.first(sqlite),
        postgres(postgres) => row.for_no_key_update().first(postgres),
    )
    .optional()?;
    Ok(deleting.map(|since| {
        if since.is_none() {
            UserState::Live
        } else {
            UserState::Deleting
        }
    }))
}

impl Store {
    /// Runs `work` in one transaction that locks the user's row first. If rows of this user may not be written, nothing is done
    /// and the result is `gone`.
    pub(crate) fn write_for<T: Send + 'static>(
        &self,
        user: UserId,
        gone: T,
        work: impl FnOnce(&mut Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        self.write_of(
            user,
            move |db| if lock_live_user(db, user)? { work(db) } else { Ok(gone) },
        )
    }
}

/// Locks the user's row until the transaction ends. `true` if rows of this user may be written.
pub(crate) fn lock_live_user(db: &mut Db, user: UserId) -> Result<bool, StoreError> {
    Ok(lock(db, user)? == Some(UserState::Live))
}
