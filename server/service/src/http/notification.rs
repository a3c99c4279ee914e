//! Notifications.

use dropshot::Query;
use invoices_api::envelope::Answer;
use invoices_api::notification::{
    MarkedNotifications, Notification, NotificationChangeBody, NotificationListQuery, NotificationPath, Notifications,
};
use invoices_api::{Caller, Envelope, JsonBody, NotificationsApi, PathAnd};
use invoices_app::notification_id;
use invoices_db::NotificationRow;

use super::error::api_error;
use super::{Api, Context, Request, app};
use invoices_api::sentence;

impl NotificationsApi for Api {
    type Context = Context;

    async fn notification_list(
        request: Request,
        caller: Caller<Query<NotificationListQuery>>,
    ) -> Answer<Notifications> {
        let query = caller.input.into_inner();
        let (unread, limit) = (query.unread.unwrap_or_default(), query.limit.map(usize::from));
        let page = app(&request).notification_page(caller.user, unread, limit, query.cursor.as_deref());
        let (page, unread_count) = page.await.map_err(api_error)?;
        let data = Notifications {
            notifications: page.items.into_iter().map(wire).collect(),
            unread_count,
            next_cursor: page.next,
        };
        Ok(Envelope::ok(sentence::NOTIFICATIONS_RETRIEVED, data))
    }

    async fn notification_change_all(
        request: Request,
        caller: Caller<JsonBody<NotificationChangeBody>>,
    ) -> Answer<MarkedNotifications> {
        let changed = app(&request).mark_notifications(caller.user, caller.input.0.read).await;
        let changed = changed.map_err(api_error)?;
        let data = MarkedNotifications { changed };
        Ok(Envelope::ok(sentence::NOTIFICATIONS_CHANGED, data))
    }

    async fn notification_change(
        request: Request,
        caller: Caller<PathAnd<NotificationPath, JsonBody<NotificationChangeBody>>>,
    ) -> Answer<Notification> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let row = app(&request).mark_notification(caller.user, &path.notification_id, body.read);
        let row = row.await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::NOTIFICATION_CHANGED, wire(row)))
    }
}

pub fn wire(row: NotificationRow) -> Notification {
    Notification {
        notification_id: notification_id(&row.id),
        kind: row.kind(),
        subject: row.subject,
        message: row.message,
        invoice_id: Some(row.invoice_id).filter(|id| !id.is_empty()),
        facts: row.facts.unwrap_or_default(),
        created_at: row.created_at,
        read_at: row.read_at,
    }
}
