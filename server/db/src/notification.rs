//! Notifications: a row of each is kept, wherever else it goes.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MailAddress, UserId};

use crate::schema::notifications;
use crate::types::UnknownWord;
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
        todo!()
    }

    /// A notification.
    pub async fn notification(&self, user: UserId, id: &str) -> Result<Option<NotificationRow>, StoreError> {
        todo!()
    }

    /// The notification went out.
    pub async fn mark_sent(&self, user: UserId, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
        todo!()
    }

    /// The last `limit` notifications, of one user or (for the operator) of all, the newest first.
    pub async fn notifications(&self, user: Option<UserId>, limit: i64) -> Result<Vec<NotificationRow>, StoreError> {
        todo!()
    }
}
