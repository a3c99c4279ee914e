//! The log of what operators did to users. An act and its line in the log are one transaction.

use std::fmt;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::{acts, users};
use crate::states::Act;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::text::display_text;
use crate::types::{row_id, text, timestamp};

row_id! {
    /// The id of an act.
    ActId
}

/// The operator's login name in the operating system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator(pub String);

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An act, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = acts)]
pub struct LoggedAct {
    /// The row's id.
    pub id: ActId,
    /// When it was done.
    pub done_at: DateTime<Utc>,
    /// What was done.
    pub act: Act,
    /// The user. `None` for an invitation.
    pub user_id: Option<UserId>,
    /// The case-folded address. `None` once the user is deleted.
    #[diesel(column_name = email_key)]
    pub email: Option<String>,
    /// Who did it.
    pub operator: String,
    /// More about it. Never a secret.
    pub detail: Option<String>,
}

/// Which acts to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActFilter {
    /// Only those that concern this user.
    pub user: Option<UserId>,
    /// Only those that concern this case-folded address, or the user who has it.
    pub email: Option<String>,
    /// Only these.
    pub act: Option<Act>,
    /// Only those that were done then.
    pub done: Period,
    /// Only those before this one in the list.
    pub after: Option<ActId>,
}

impl Store {
    /// The acts that match the filter, the last `limit` done, newest first.
    pub fn acts(&self, filter: ActFilter, limit: i64) -> Answer<'_, Vec<LoggedAct>> {
        self.read(move |db| {
            let mut rows = acts::table
                .order(acts::id.desc())
                .limit(limit)
                .select(LoggedAct::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| acts::user_id.eq(Some(user))))
                .filter_optional(filter.act.map(|act| acts::act.eq(text(act))))
                .filter_optional(filter.after.map(|after| acts::id.lt(after)));
            if let Some(email) = filter.email {
                let known = users::table.filter(users::email_key.eq(email.clone()));
                let known: Option<UserId> = known.select(users::user_id).first(db).optional()?;
                rows = match known {
                    Some(user) => rows.filter(acts::email_key.eq(email).or(acts::user_id.eq(Some(user)))),
                    None => rows.filter(acts::email_key.eq(email)),
                };
            }
            Ok(within!(rows, acts::done_at, filter.done).load(db)?)
        })
    }
}

/// What an act concerns.
pub(crate) enum Concerned<'a> {
    /// A user, whose row exists.
    User(UserId),
    /// A case-folded address.
    Address(&'a str),
}

/// Writes an act to the log, in the caller's transaction.
pub(crate) fn log(
    db: &mut Db,
    act: Act,
    concerned: &Concerned<'_>,
    by: &Operator,
    detail: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (user, email) = match *concerned {
        Concerned::User(user) => {
            let email = users::table.find(text(user)).select(users::email_key);
            (Some(user), email.first::<String>(db).optional()?)
        }
        Concerned::Address(email) => (None, Some(email.to_owned())),
    };
    let row = (
        acts::done_at.eq(timestamp(now)),
        acts::act.eq(text(act)),
        acts::user_id.eq(user),
        acts::email_key.eq(email),
        acts::operator.eq(display_text(&by.0)),
        acts::detail.eq(detail.map(display_text)),
    );
    diesel::insert_into(acts::table).values(row).execute(db)?;
    Ok(())
}
