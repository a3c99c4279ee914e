//! What operators do to users, each with its line in the log, and the list of users.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, max};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::job::kind::JobKind;
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::{cursors, jobs, rental_invoices, retail_invoices, users};
use crate::states::{Act, JobState, UserState};
use crate::store::connection::{BATCH, Db};
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};
use crate::user::User;
use crate::user::act::{self, Concerned, Operator};
use crate::user::credentials::{end_logins, set_password};

/// Which users to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// Only this one.
    pub user: Option<UserId>,
    /// Only those in this state.
    pub state: Option<UserState>,
    /// Only those who signed up then.
    pub created: Period,
    /// Only those before this one in the list.
    pub after: Option<(DateTime<Utc>, UserId)>,
}

/// A user with the number of invoices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedUser {
    /// The user.
    pub user: User,
    /// The number of rental and retail invoices.
    pub invoices: u64,
}

/// What the jobs and cursors say of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserActivity {
    /// The number of jobs in each state. Finished jobs are kept for days.
    pub jobs: BTreeMap<String, u64>,
    /// When the last ingest that is known ended well.
    pub last_ingest: Option<DateTime<Utc>>,
    /// Up to when a mailbox was searched for any vendor.
    pub searched_to: Option<DateTime<Utc>>,
}

impl Store {
    /// Makes every access token of a user invalid and ends every session. `false` if there is no such live user. `by` is the
    /// operator who does it; `None` if it is the user, which is no act.
    pub fn log_out(&self, user: UserId, by: Option<Operator>, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            end_logins(db, user)?;
            if let Some(by) = by {
                act::log(db, Act::LogOut, &Concerned::User(user), &by, None, now)?;
            }
            Ok(true)
        })
    }

    /// Replaces a user's password, makes every access token invalid and ends every session. `false` if there is no such live user.
    pub fn reset_password(
        &self,
        user: UserId,
        password_hash: String,
        by: Operator,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            set_password(db, user, &password_hash)?;
            act::log(db, Act::ResetPassword, &Concerned::User(user), &by, None, now)?;
            Ok(true)
        })
    }

    /// The users that match the filter, the last `limit` who signed up, newest first.
    pub fn users(&self, filter: UserFilter, limit: i64) -> Answer<'_, Vec<ListedUser>> {
        self.read(move |db| {
            let is_after = |(created_at, user): (DateTime<Utc>, UserId)| {
                let same_time = users::created_at
                    .eq(timestamp(created_at))
                    .and(users::user_id.lt(text(user)));
                users::created_at.lt(timestamp(created_at)).or(same_time)
            };
            let rows = users::table
                .order((users::created_at.desc(), users::user_id.desc()))
                .limit(limit)
                .select(User::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| users::user_id.eq(text(user))))
                .filter_optional(filter.after.map(is_after));
            let rows = match filter.state {
                None => rows,
                Some(UserState::Live) => rows.filter(users::deleting_at.is_null()),
                Some(UserState::Deleting) => rows.filter(users::deleting_at.is_not_null()),
            };
            let rows = within!(rows, users::created_at, filter.created).load(db)?;
            with_invoices(db, rows)
        })
    }

    /// What the jobs and cursors say of a user.
    pub fn user_activity(&self, user: UserId) -> Answer<'_, UserActivity> {
        self.read(move |db| {
            let of_user = jobs::table.filter(jobs::user_id.eq(Some(user)));
            let counts: Vec<(JobState, i64)> = of_user
                .group_by(jobs::state)
                .select((jobs::state, count_star()))
                .load(db)?;
            let ingests = of_user
                .filter(jobs::kind.eq(text(JobKind::Ingest)))
                .filter(jobs::state.eq(text(JobState::Done)))
                .order(jobs::finished_at.desc());
            let last_ingest: Option<Option<DateTime<Utc>>> = ingests.select(jobs::finished_at).first(db).optional()?;
            let searched_to = cursors::table.filter(cursors::user_id.eq(text(user)));
            Ok(UserActivity {
                jobs: counts
                    .into_iter()
                    .map(|(state, count)| (state.to_string(), count.unsigned_abs()))
                    .collect(),
                last_ingest: last_ingest.flatten(),
                searched_to: searched_to.select(max(cursors::fetched_to)).first(db)?,
            })
        })
    }
}

fn with_invoices(db: &mut Db, rows: Vec<User>) -> Result<Vec<ListedUser>, StoreError> {
    let mut counts: HashMap<UserId, i64> = HashMap::new();
    for batch in rows.chunks(BATCH) {
        let ids = || text_list(batch.iter().map(|user| user.user_id));
        let rental: Vec<(UserId, i64)> = rental_invoices::table
            .filter(rental_invoices::user_id.eq_any(ids()))
            .group_by(rental_invoices::user_id)
            .select((rental_invoices::user_id, count_star()))
            .load(db)?;
        let retail: Vec<(UserId, i64)> = retail_invoices::table
            .filter(retail_invoices::user_id.eq_any(ids()))
            .group_by(retail_invoices::user_id)
            .select((retail_invoices::user_id, count_star()))
            .load(db)?;
        for (user, count) in rental.into_iter().chain(retail) {
            *counts.entry(user).or_default() += count;
        }
    }
    let rows = rows.into_iter().map(|user| ListedUser {
        invoices: counts.get(&user.user_id).copied().unwrap_or_default().unsigned_abs(),
        user,
    });
    Ok(rows.collect())
}
