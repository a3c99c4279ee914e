//! A user's notifications, as the user reads them.

pub mod channel;
pub mod notify;
mod quiet;
pub(crate) mod text;

use invoices_db::{NotificationFilter, NotificationRow};
use invoices_domain::UserId;

use crate::app::App;
use crate::error::Error;
use crate::page::{Listing, cut, decoded, encoded, invalid_cursor, one_more};

/// How many notifications a page has by default.
const DEFAULT_LIMIT: usize = 20;

impl App {
    /// A page of a user's notifications, the newest first, and how many are not read on all pages. `cursor` is where the page
    /// before ended, as that page says.
    pub async fn notification_page(
        &self,
        user: UserId,
        unread: bool,
        limit: Option<usize>,
        cursor: Option<&str>,
    ) -> Result<(Listing<NotificationRow>, u64), Error> {
        let after = match cursor {
            Some(cursor) => {
                let last = self.notification_row(user, cursor).await?.ok_or_else(invalid_cursor)?;
                Some((last.created_at, last.id))
            }
            None => None,
        };
        let filter = NotificationFilter {
            user: Some(user),
            unread,
            after,
            ..NotificationFilter::default()
        };
        let limit = limit.unwrap_or(DEFAULT_LIMIT);
        let mut items = self.store().notification_rows(filter, one_more(limit)).await?;
        let next = cut(&mut items, Some(limit), |last| notification_id(&last.id));
        let unread = self.store().count_unread_notifications(user).await?.unsigned_abs();
        Ok((Listing { items, next }, unread))
    }

    /// Marks a notification as read or unread. One that was read before keeps its time.
    pub async fn mark_notification(&self, user: UserId, id: &str, read: bool) -> Result<NotificationRow, Error> {
        let unknown = || Error::NotFound("No such notification.".into());
        let row = self.notification_row(user, id).await?.ok_or_else(unknown)?;
        let read_at = read.then(|| self.now());
        self.store().mark_read(user, Some(&row.id), read_at).await?;
        self.store().notification(user, &row.id).await?.ok_or_else(unknown)
    }

    /// Marks all notifications of a user as read or as not read, and returns how many changed.
    pub async fn mark_notifications(&self, user: UserId, read: bool) -> Result<u64, Error> {
        let read_at = read.then(|| self.now());
        Ok(self.store().mark_read(user, None, read_at).await?)
    }

    async fn notification_row(&self, user: UserId, id: &str) -> Result<Option<NotificationRow>, Error> {
        match decoded("", id) {
            Ok(key) => Ok(self.store().notification(user, &key).await?),
            Err(_) => Ok(None),
        }
    }
}

/// The id by which a user names the notification whose row has this key. Keys have characters that a path can't.
pub fn notification_id(key: &str) -> String {
    encoded("", key)
}
