//! Problems with users' accounts. The user is notified of each once, until it is resolved.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use invoices_domain::ports::NotificationKind;
use invoices_domain::{DocumentState, UserId};

use crate::job::{self, NewJob};
use crate::schema::{conditions, documents};
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

/// The problems that last until the user solves them.
const PROBLEMS: [NotificationKind; 3] = [
    NotificationKind::Reconnect,
    NotificationKind::IngestFailed,
    NotificationKind::AccountFull,
];

/// What waits for people, over all live users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// The number of users with a problem, by its kind. A kind that nobody has is 0.
    pub problems: BTreeMap<NotificationKind, i64>,
    /// The number of documents that are asked about.
    pub asked: i64,
}

impl Store {
    /// What waits for people.
    pub fn waiting(&self) -> Answer<'_, Waiting> {
        self.read(|db| {
            let problems: Vec<(NotificationKind, i64)> = conditions::table
                .group_by(conditions::kind)
                .select((conditions::kind, count_star()))
                .load(db)?;
            let asked = documents::table.filter(documents::state.eq(text(DocumentState::Asked)));
            Ok(Waiting {
                problems: PROBLEMS.map(|kind| (kind, 0)).into_iter().chain(problems).collect(),
                asked: asked.count().get_result(db)?,
            })
        })
    }

    /// Records a problem and enqueues the job that notifies the user. `false` if it is already recorded, or the user is not live.
    pub fn raise_condition(
        &self,
        user: UserId,
        kind: NotificationKind,
        tell: NewJob,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            let row = (
                conditions::user_id.eq(text(user)),
                conditions::kind.eq(text(kind)),
                conditions::since.eq(timestamp(now)),
            );
            let insert = diesel::insert_into(conditions::table).values(row);
            let added = match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
            if added == 1 {
                job::enqueue(db, &tell, now)?;
            }
            Ok(added == 1)
        })
    }

    /// Notes that it is right again.
    pub fn clear_condition(&self, user: UserId, kind: NotificationKind) -> Answer<'_, ()> {
        self.write(move |db| {
            diesel::delete(conditions::table.find((text(user), text(kind)))).execute(db)?;
            Ok(())
        })
    }
}
