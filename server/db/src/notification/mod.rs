//! Notifications. Each is stored as a row, whether or not it is also sent.

pub mod condition;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::ports::NotificationKind;
use invoices_domain::webhook::{EventSubject, EventType};
use invoices_domain::{MailAddress, NotificationFacts, UserId};

use crate::error::StoreError;
use crate::job::{self, NewJob};
use crate::listing::{OptionalFilter, Period, within};
use crate::schema::notifications;
use crate::states::NotificationState;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::text::{display_text, without_nul};
use crate::tombstone::{self, Tombstone};
use crate::types::{text, timestamp};
use crate::user::lock_live_user;
use crate::webhook::{channel, event};

/// A notification to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotification {
    /// The same for every attempt.
    pub id: String,
    /// Its kind.
    pub kind: NotificationKind,
    /// The recipient.
    pub user_id: UserId,
    /// The invoice; empty for other kinds.
    pub invoice_id: String,
    /// The verified address, if an account is connected.
    pub recipient: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub message: String,
    /// The values in it.
    pub facts: NotificationFacts,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notifications)]
pub struct NotificationRow {
    /// The same for every attempt.
    pub id: String,
    /// The recipient.
    pub user_id: UserId,
    /// The invoice; empty for other kinds.
    pub invoice_id: String,
    /// The verified address, if an account is connected.
    pub recipient: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub message: String,
    /// Whether it was sent.
    pub state: NotificationState,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// When the user read it.
    pub read_at: Option<DateTime<Utc>>,
    /// The values in the text, if it is stored with them.
    pub facts: Option<NotificationFacts>,
    #[diesel(column_name = kind)]
    stored_kind: Option<NotificationKind>,
}

impl NotificationRow {
    /// Its kind.
    pub fn kind(&self) -> NotificationKind {
        self.stored_kind.unwrap_or_default()
    }
}

/// Which notifications to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotificationFilter {
    /// Only those of one user.
    pub user: Option<UserId>,
    /// Only those in this state. Otherwise all but the collected ones.
    pub state: Option<NotificationState>,
    /// Only those that are not read.
    pub unread: bool,
    /// Only those stored then.
    pub created: Period,
    /// Only those before this one in the list.
    pub after: Option<(DateTime<Utc>, String)>,
}

/// The notifications that are sent together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collected {
    /// There are none, or the user is not live.
    None,
    /// Jobs of the user may add some.
    Growing,
    /// One notification covers them.
    Told,
}

impl Store {
    /// Stores a notification. `false` if it exists, or the user is not live.
    pub fn record_notification(&self, new: NewNotification, now: DateTime<Utc>) -> Answer<'_, bool> {
        self.write_for(new.user_id, false, move |db| record(db, new, now))
    }

    /// Stores a notification that the job `tell` sends together with others. A user has one waiting job of this kind. Does
    /// nothing if it exists, or the user is not live.
    pub fn collect_notification(&self, new: NewNotification, tell: NewJob, now: DateTime<Utc>) -> Answer<'_, ()> {
        self.write(move |db| {
            if lock_live_user(db, new.user_id)? && insert(db, &new, NotificationState::Collected, now)? {
                job::enqueue_or_move(db, &tell, now)?;
            }
            Ok(())
        })
    }

    /// Stores the notification `id` for all collected ones, unless an earlier attempt did. `summary` makes it of these, the
    /// oldest first.
    pub fn tell_collected(
        &self,
        user: UserId,
        id: &str,
        summary: impl FnOnce(&[NotificationRow]) -> NewNotification + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, Collected> {
        let id = without_nul(id);
        self.write_for(user, Collected::None, move |db| {
            if self::exists(db, user, &id)? {
                return Ok(Collected::Told);
            }
            let untold = notifications::table
                .filter(notifications::user_id.eq(text(user)))
                .filter(notifications::state.eq(text(NotificationState::Collected)))
                .filter(notifications::sent_at.is_null());
            let collected: Vec<NotificationRow> = untold
                .order((notifications::created_at, notifications::id))
                .select(NotificationRow::as_select())
                .load(db)?;
            if collected.is_empty() {
                return Ok(Collected::None);
            }
            if job::brings_documents(db, user, now)? {
                return Ok(Collected::Growing);
            }
            record(db, summary(&collected), now)?;
            diesel::update(untold)
                .set(notifications::sent_at.eq(Some(now)))
                .execute(db)?;
            Ok(Collected::Told)
        })
    }

    /// One notification of a user.
    pub fn notification(&self, user: UserId, id: &str) -> Answer<'_, Option<NotificationRow>> {
        let id = without_nul(id);
        self.read(move |db| {
            let row = notifications::table
                .find(id)
                .filter(notifications::user_id.eq(text(user)))
                .select(NotificationRow::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// Marks a notification as sent.
    pub fn mark_sent(&self, user: UserId, id: &str, now: DateTime<Utc>) -> Answer<'_, ()> {
        let id = without_nul(id);
        self.write(move |db| {
            let row = notifications::table
                .find(id)
                .filter(notifications::user_id.eq(text(user)));
            let sent = (
                notifications::state.eq(text(NotificationState::Sent)),
                notifications::sent_at.eq(Some(now)),
            );
            diesel::update(row).set(sent).execute(db)?;
            Ok(())
        })
    }

    /// Marks a user's notification, or all, as read or as not read, and returns how many changed.
    pub fn mark_read(&self, user: UserId, id: Option<&str>, read_at: Option<DateTime<Utc>>) -> Answer<'_, u64> {
        let id = id.map(without_nul);
        self.write(move |db| {
            let rows = diesel::update(notifications::table)
                .filter(notifications::user_id.eq(text(user)))
                .filter(notifications::state.ne(text(NotificationState::Collected)))
                .set(notifications::read_at.eq(read_at))
                .into_boxed()
                .filter_optional(id.map(|id| notifications::id.eq(id)));
            let rows = match read_at {
                Some(_) => rows.filter(notifications::read_at.is_null()),
                None => rows.filter(notifications::read_at.is_not_null()),
            };
            Ok(rows.execute(db)? as u64)
        })
    }

    /// How many notifications a user has not read.
    pub fn count_unread_notifications(&self, user: UserId) -> Answer<'_, i64> {
        self.read(move |db| {
            let unread = notifications::table
                .filter(notifications::user_id.eq(text(user)))
                .filter(notifications::state.ne(text(NotificationState::Collected)))
                .filter(notifications::read_at.is_null());
            Ok(unread.count().get_result(db)?)
        })
    }

    /// The last `limit` notifications, newest first, of one user or of all.
    pub fn notifications(&self, user: Option<UserId>, limit: i64) -> Answer<'_, Vec<NotificationRow>> {
        let filter = NotificationFilter {
            user,
            ..NotificationFilter::default()
        };
        self.notification_rows(filter, limit)
    }

    /// The notifications that match the filter, the last `limit` stored, newest first.
    pub fn notification_rows(&self, filter: NotificationFilter, limit: i64) -> Answer<'_, Vec<NotificationRow>> {
        self.read(move |db| {
            let is_after = |(created_at, id): (DateTime<Utc>, String)| {
                let same_time = notifications::created_at
                    .eq(timestamp(created_at))
                    .and(notifications::id.gt(id));
                notifications::created_at.lt(timestamp(created_at)).or(same_time)
            };
            let rows = notifications::table
                .order((notifications::created_at.desc(), notifications::id))
                .limit(limit)
                .select(NotificationRow::as_select())
                .into_boxed()
                .filter_optional(filter.user.map(|user| notifications::user_id.eq(text(user))))
                .filter_optional(filter.unread.then(|| notifications::read_at.is_null()))
                .filter_optional(filter.after.map(is_after));
            let rows = match filter.state {
                Some(state) => rows.filter(notifications::state.eq(text(state))),
                None => rows.filter(notifications::state.ne(text(NotificationState::Collected))),
            };
            Ok(within!(rows, notifications::created_at, filter.created).load(db)?)
        })
    }
}

/// Adds a notification and its event. `false` if it exists.
pub(crate) fn record(db: &mut Db, new: NewNotification, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let added = insert(db, &new, NotificationState::Pending, now)?;
    if !added {
        return Ok(false);
    }
    let event = EventSubject::Notification {
        key: new.id.clone(),
        kind: new.kind,
        subject: new.subject,
        message: new.message,
        created_at: now,
    };
    channel::announce(db, new.user_id, (&new.id, new.kind), &event, now)?;
    // A new invoice has an event of its own for webhooks.
    if new.kind != NotificationKind::Invoice {
        event::announce(db, new.user_id, EventType::AccountNotified, &event, now)?;
    }
    Ok(true)
}

/// Adds a row. `false` if it exists, or existed.
fn insert(
    db: &mut Db,
    new: &NewNotification,
    state: NotificationState,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let id = without_nul(&new.id);
    if !tombstone::among(db, new.user_id, &[Tombstone::of_notification(&id)])?.is_empty() {
        return Ok(false);
    }
    let row = (
        notifications::id.eq(id),
        notifications::user_id.eq(text(new.user_id)),
        notifications::invoice_id.eq(without_nul(&new.invoice_id)),
        notifications::recipient.eq(new.recipient.clone()),
        notifications::subject.eq(display_text(&new.subject)),
        notifications::message.eq(display_text(&new.message)),
        notifications::state.eq(text(state)),
        notifications::created_at.eq(timestamp(now)),
        notifications::kind.eq(Some(new.kind)),
        notifications::facts.eq(Some(new.facts.clone())),
    );
    let insert = diesel::insert_into(notifications::table).values(row);
    let added = match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    Ok(added == 1)
}

/// Whether a user has the notification.
pub(crate) fn exists(db: &mut Db, user: UserId, id: &str) -> Result<bool, StoreError> {
    let known = notifications::table
        .find(id)
        .filter(notifications::user_id.eq(text(user)));
    Ok(diesel::select(diesel::dsl::exists(known)).get_result(db)?)
}
