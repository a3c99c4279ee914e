//! Notifications.

use dropshot::{HttpResponseOk, Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathAndBody};
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
    /// The caller's, the newest first. Each is in the list whether or not it was also sent.
    #[endpoint { method = GET, path = "/v1/notifications", operation_id = "notification_list", tags = ["notifications"] }]
    async fn notification_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<NotificationListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<Notifications>>, ApiError>;

    /// Mark all notifications
    ///
    /// Marks every notification of the caller as read, or as not read.
    #[endpoint { method = PATCH, path = "/v1/notifications", operation_id = "notification_change_all", tags = ["notifications"] }]
    async fn notification_change_all(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NotificationChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<MarkedNotifications>>, ApiError>;

    /// Mark a notification
    ///
    /// Marks one notification as read, or as not read. One that was read before keeps its time.
    #[endpoint { method = PATCH, path = "/v1/notifications/{notification_id}", operation_id = "notification_change", tags = ["notifications"] }]
    async fn notification_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<NotificationPath, NotificationChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Notification>>, ApiError>;
}
