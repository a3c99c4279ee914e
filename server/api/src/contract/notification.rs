//! Notifications.

use dropshot::{Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::Answer;
use crate::extract::{JsonBody, PathAnd};
use crate::notification::{
    MarkedNotifications, Notification, NotificationChangeBody, NotificationListQuery, NotificationPath, Notifications,
};

/// Notifications.
#[dropshot::api_description]
pub trait NotificationsApi {
    /// The server's state.
    type Context;

    /// List notifications
    ///
    /// The caller's notifications, newest first, whether or not they were also sent.
    #[endpoint { method = GET, path = "/v1/notifications", operation_id = "notification_list", tags = ["notifications"] }]
    async fn notification_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<NotificationListQuery>>,
    ) -> Answer<Notifications>;

    /// Mark all notifications
    ///
    /// Marks all of the caller's notifications as read or unread.
    #[endpoint { method = PATCH, path = "/v1/notifications", operation_id = "notification_change_all", tags = ["notifications"] }]
    async fn notification_change_all(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NotificationChangeBody>>,
    ) -> Answer<MarkedNotifications>;

    /// Mark a notification
    ///
    /// Marks one notification as read or unread. If it was already read, it keeps its time.
    #[endpoint { method = PATCH, path = "/v1/notifications/{notification_id}", operation_id = "notification_change", tags = ["notifications"] }]
    async fn notification_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<NotificationPath, JsonBody<NotificationChangeBody>>>,
    ) -> Answer<Notification>;
}
