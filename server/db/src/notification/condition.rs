//! Problems with users' accounts. The user is notified of each once, until it is resolved.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::ports::NotificationKind;

use crate::job::{self, NewJob};
use crate::schema::conditions;
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

impl Store {
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
