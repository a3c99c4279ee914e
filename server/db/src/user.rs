//! Users.

use std::fmt;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::job::{JobId, NewJob};
use crate::schema::users;
use crate::{Store, StoreError};

/// A user to be.
#[derive(Clone)]
pub struct NewUser {
    /// Its id.
    pub user_id: UserId,
    /// The e-mail address as given.
    pub email: String,
    /// The same, case-folded: no two users share one.
    pub email_key: String,
    /// The name as given.
    pub name: String,
    /// The hash of the password, with its salt and parameters.
    pub password_hash: String,
    /// When it signed up.
    pub created_at: DateTime<Utc>,
}

impl fmt::Debug for NewUser {
    /// Without the hash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewUser")
            .field("user_id", &self.user_id)
            .finish_non_exhaustive()
    }
}

/// What became of a sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreateUser {
    /// The user is new.
    Created,
    /// A user has this e-mail address already.
    EmailTaken,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct User {
    /// Its id.
    pub user_id: UserId,
    /// The e-mail address as given.
    pub email: String,
    /// The name as given.
    pub name: String,
    /// When it signed up.
    pub created_at: DateTime<Utc>,
    /// Since when it is being deleted. It counts as deleted everywhere, but for the deletion itself.
    pub deleting_at: Option<DateTime<Utc>>,
}

impl Store {
    /// Adds a user unless its e-mail address is taken.
    pub async fn create_user(&self, user: NewUser) -> Result<CreateUser, StoreError> {
        todo!()
    }

    /// A user, whether live or being deleted.
    pub async fn user(&self, user: UserId) -> Result<Option<User>, StoreError> {
        todo!()
    }

    /// The user with a case-folded e-mail address, and the hash of its password.
    pub async fn credentials(&self, email_key: &str) -> Result<Option<(User, String)>, StoreError> {
        todo!()
    }

    /// Whether the user exists and is not being deleted.
    pub async fn is_live(&self, user: UserId) -> Result<bool, StoreError> {
        todo!()
    }

    /// How many users are not being deleted.
    pub async fn live_users(&self) -> Result<i64, StoreError> {
        todo!()
    }

    /// Marks the user as being deleted and enqueues the job that does it, or joins the live one
    /// with the same `join_key`. `None` when there is no such user.
    pub async fn start_deletion(
        &self,
        user: UserId,
        job: NewJob,
        now: DateTime<Utc>,
    ) -> Result<Option<JobId>, StoreError> {
        todo!()
    }

    /// Removes the user's row and every row that it owns, tombstones and jobs included, but for
    /// the job that does it. Objects and secrets must be gone before.
    pub async fn erase_user(&self, user: UserId, keep: JobId) -> Result<(), StoreError> {
        todo!()
    }
}
