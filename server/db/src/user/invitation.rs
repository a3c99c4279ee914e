//! Invitations to sign up. Only a hash of the code is stored.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::{invitations, users};
use crate::states::{Act, InvitationState};
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{row_id, timestamp};
use crate::user::act::{self, Concerned, Operator};
use crate::user::{CreateUser, NewUser, insert};

row_id! {
    /// The id of an invitation.
    InvitationId
}

/// An invitation to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    /// The case-folded address that may sign up.
    pub email_key: String,
    /// The hash of the code.
    pub code_hash: String,
    /// From then on it can't be used.
    pub expires_at: DateTime<Utc>,
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = invitations)]
pub struct Invitation {
    /// The row's id.
    pub id: InvitationId,
    /// The case-folded address that may sign up.
    #[diesel(column_name = email_key)]
    pub email: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// From then on it can't be used.
    pub expires_at: DateTime<Utc>,
    /// When a user signed up with it.
    pub used_at: Option<DateTime<Utc>>,
    /// The user who signed up with it.
    pub user_id: Option<UserId>,
}

impl Invitation {
    /// Whether it can be used.
    pub fn state(&self, now: DateTime<Utc>) -> InvitationState {
        match self.used_at {
            Some(_) => InvitationState::Used,
            None if self.expires_at <= now => InvitationState::Expired,
            None => InvitationState::Open,
        }
    }
}

/// Which invitations to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InvitationFilter {
    /// Only those that this user signed up with.
    pub user: Option<UserId>,
    /// Only those for this case-folded address.
    pub email: Option<String>,
    /// Only those in this state.
    pub state: Option<InvitationState>,
    /// Only those made then.
    pub created: Period,
    /// Only those before this one in the list.
    pub after: Option<InvitationId>,
}

impl Store {
    /// Stores an invitation in place of those that its address has not used. `false` if a user has the address.
    pub fn invite(&self, new: NewInvitation, by: Operator, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.write(move |db| {
            // Lets one transaction at a time invite an address. Another would not see its invitation, and leave both open.
            match_backend!(
                db,
                // It has only one writer.
                sqlite(_) => {},
                postgres(postgres) => {
                    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
                        .bind::<diesel::sql_types::Text, _>(&new.email_key)
                        .execute(postgres)?;
                },
            );
            let known = users::table.filter(users::email_key.eq(&new.email_key));
            if known.count().get_result::<i64>(db)? > 0 {
                return Ok(false);
            }
            withdraw(db, &new.email_key)?;
            let row = (
                invitations::email_key.eq(&new.email_key),
                invitations::code_hash.eq(&new.code_hash),
                invitations::created_at.eq(timestamp(now)),
                invitations::expires_at.eq(timestamp(new.expires_at)),
            );
            diesel::insert_into(invitations::table).values(row).execute(db)?;
            let detail = format!("expires {}", new.expires_at.format("%Y-%m-%dT%H:%M:%SZ"));
            act::log(
                db,
                Act::Invite,
                &Concerned::Address(&new.email_key),
                &by,
                Some(&detail),
                now,
            )?;
            Ok(true)
        })
    }

    /// Deletes the invitations that an address has not used. `false` if there is none.
    pub fn uninvite(&self, email_key: &str, by: Operator, now: DateTime<Utc>) -> Answer<'_, bool> {
        let email_key = without_nul(email_key);
        self.write(move |db| {
            if withdraw(db, &email_key)? == 0 {
                return Ok(false);
            }
            act::log(db, Act::Uninvite, &Concerned::Address(&email_key), &by, None, now)?;
            Ok(true)
        })
    }

    /// Adds a user who has an open invitation with this code for the address, and uses the invitation up. It stays open if
    /// another user has the address.
    pub fn create_invited_user(&self, user: NewUser, code_hash: &str) -> Answer<'_, CreateUser> {
        let code_hash = code_hash.to_owned();
        self.write(move |db| {
            let open = invitations::table
                .filter(invitations::code_hash.eq(code_hash))
                .filter(invitations::email_key.eq(user.email_key.clone()))
                .filter(invitations::used_at.is_null())
                .filter(invitations::expires_at.gt(timestamp(user.created_at)))
                .select(invitations::id);
            let invitation: Option<InvitationId> = match_backend!(
                db,
                // SQLite has only one writer.
                sqlite(sqlite) => open.first(sqlite),
                // A sign-up with the same code waits here, and finds it used.
                postgres(postgres) => open.for_update().first(postgres),
            )
            .optional()?;
            let Some(invitation) = invitation else {
                return Ok(CreateUser::NotInvited);
            };
            let created = insert(db, &user)?;
            if created == CreateUser::Created {
                let used = (
                    invitations::used_at.eq(Some(user.created_at)),
                    invitations::user_id.eq(Some(user.user_id)),
                );
                diesel::update(invitations::table.find(invitation))
                    .set(used)
                    .execute(db)?;
            }
            Ok(created)
        })
    }

    /// The invitations that match the filter, the last `limit` made, newest first.
    pub fn invitations(&self, filter: InvitationFilter, limit: i64, now: DateTime<Utc>) -> Answer<'_, Vec<Invitation>> {
        self.read(move |db| {
            let rows = invitations::table
                .order(invitations::id.desc())
                .limit(limit)
                .select(Invitation::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| invitations::user_id.eq(Some(user))))
                .filter_optional(filter.email.map(|email| invitations::email_key.eq(email)))
                .filter_optional(filter.after.map(|after| invitations::id.lt(after)));
            let rows = match filter.state {
                None => rows,
                Some(InvitationState::Used) => rows.filter(invitations::used_at.is_not_null()),
                Some(InvitationState::Expired) => rows
                    .filter(invitations::used_at.is_null())
                    .filter(invitations::expires_at.le(timestamp(now))),
                Some(InvitationState::Open) => rows
                    .filter(invitations::used_at.is_null())
                    .filter(invitations::expires_at.gt(timestamp(now))),
            };
            Ok(within!(rows, invitations::created_at, filter.created).load(db)?)
        })
    }
}

/// Deletes the invitations that an address has not used, and returns their number.
fn withdraw(db: &mut Db, email_key: &str) -> Result<usize, StoreError> {
    let unused = invitations::table
        .filter(invitations::email_key.eq(email_key))
        .filter(invitations::used_at.is_null());
    Ok(diesel::delete(unused).execute(db)?)
}
