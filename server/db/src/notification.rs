//! Notifications: a row of each is kept, wherever else it goes.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MailAddress, UserId};

use crate::pool::each;
use crate::schema::notifications;
use crate::text::{plain, words};
use crate::types::{UnknownWord, at, word};
use crate::user::lock_live;
use crate::{Store, StoreError};

/// Whether a notification has gone out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationState {
    /// Not yet.
    Pending,
    /// It has.
    Sent,
}

/// A notification to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotification {
    /// The same for every try.
    pub id: String,
    /// Whom it is for.
    pub user_id: UserId,
    /// What it is about.
    pub invoice_id: String,
    /// The verified address, while an account is known.
    pub recipient: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The sentence.
    pub message: String,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notifications)]
pub struct NotificationRow {
    /// The same for every try.
    pub id: String,
    /// Whom it is for.
    pub user_id: UserId,
    /// What it is about.
    pub invoice_id: String,
    /// The verified address, while an account is known.
    pub recipient: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The sentence.
    pub message: String,
    /// Whether it has gone out.
    pub state: NotificationState,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it went out.
    pub sent_at: Option<DateTime<Utc>>,
}

impl fmt::Display for NotificationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            NotificationState::Pending => "pending",
            NotificationState::Sent => "sent",
        })
    }
}

impl FromStr for NotificationState {
    type Err = UnknownWord;
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "pending" => Ok(NotificationState::Pending),
            "sent" => Ok(NotificationState::Sent),
            _ => Err(UnknownWord),
        }
    }
}

impl Store {
    /// Keeps a notification. `false` when it is there already, or its user is gone or being deleted.
    pub async fn record_notification(&self, new: NewNotification, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.write(move |db| {
            if !lock_live(db, new.user_id)? {
                return Ok(false);
            }
            let row = (
                notifications::id.eq(plain(&new.id)),
                notifications::user_id.eq(word(new.user_id)),
                notifications::invoice_id.eq(plain(&new.invoice_id)),
                notifications::recipient.eq(new.recipient),
                notifications::subject.eq(words(&new.subject)),
                notifications::message.eq(words(&new.message)),
                notifications::state.eq(word(NotificationState::Pending)),
                notifications::created_at.eq(at(now)),
            );
            let insert = diesel::insert_into(notifications::table).values(row);
            let added = each!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
            Ok(added == 1)
        })
        .await
    }

    /// A notification.
    pub async fn notification(&self, user: UserId, id: &str) -> Result<Option<NotificationRow>, StoreError> {
        let id = plain(id);
        self.read(move |db| {
            let row = notifications::table
                .find(id)
                .filter(notifications::user_id.eq(word(user)))
                .select(NotificationRow::as_select());
            Ok(row.first(db).optional()?)
        })
        .await
    }

    /// The notification went out.
    pub async fn mark_sent(&self, user: UserId, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
        let id = plain(id);
        self.write(move |db| {
            let row = notifications::table
                .find(id)
                .filter(notifications::user_id.eq(word(user)));
            let sent = (
                notifications::state.eq(word(NotificationState::Sent)),
                notifications::sent_at.eq(Some(now)),
            );
            diesel::update(row).set(sent).execute(db)?;
            Ok(())
        })
        .await
    }

    /// The last `limit` notifications, of one user or (for the operator) of all, the newest first.
    pub async fn notifications(&self, user: Option<UserId>, limit: i64) -> Result<Vec<NotificationRow>, StoreError> {
        self.read(move |db| {
            let mut rows = notifications::table
                .order((notifications::created_at.desc(), notifications::id))
                .limit(limit)
                .select(NotificationRow::as_select())
                .into_boxed();
            if let Some(user) = user {
                rows = rows.filter(notifications::user_id.eq(word(user)));
            }
            Ok(rows.load(db)?)
        })
        .await
    }
}
