//! Channels of notifications.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::channel::{Channel, ChannelChangeBody, ChannelPath, Channels, NewChannelBody};
use crate::envelope::{Answer, Created, NoData};
use crate::extract::{JsonBody, PathAnd};
use crate::webhook::WebhookDelivery;

/// Channels of notifications.
#[dropshot::api_description]
pub trait ChannelsApi {
    /// The server's state.
    type Context;

    /// List channels
    ///
    /// Where the caller's notifications go, without the secrets, each with the result of the last message.
    #[endpoint { method = GET, path = "/v1/notifications/channels", operation_id = "channel_list", tags = ["notifications"] }]
    async fn channel_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<Channels>;

    /// Add a channel
    ///
    /// The caller's notifications go to an e-mail address, ntfy, Gotify, Matrix, or a URL with a body that the caller writes. They are
    /// sent in the caller's language, at once or once a week, and not in the caller's quiet hours (`/v1/user/me/preferences`). What
    /// is not accepted is sent again, and a channel that fails is disabled, as with webhooks; the URL has the same rules. A
    /// message can arrive twice, except in Matrix. At most ten channels per account.
    #[endpoint { method = POST, path = "/v1/notifications/channels", operation_id = "channel_add", tags = ["notifications"] }]
    async fn channel_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewChannelBody>>,
    ) -> Created<Channel>;

    /// Change a channel
    ///
    /// Pending messages go to the new target.
    #[endpoint { method = PATCH, path = "/v1/notifications/channels/{channel_id}", operation_id = "channel_change", tags = ["notifications"] }]
    async fn channel_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<ChannelPath, JsonBody<ChannelChangeBody>>>,
    ) -> Answer<Channel>;

    /// Remove a channel
    ///
    /// Pending messages are discarded.
    #[endpoint { method = DELETE, path = "/v1/notifications/channels/{channel_id}", operation_id = "channel_remove", tags = ["notifications"] }]
    async fn channel_remove(rqctx: RequestContext<Self::Context>, caller: Caller<Path<ChannelPath>>) -> Answer<NoData>;

    /// Test a channel
    ///
    /// Sends a message, even to a disabled channel and in quiet hours. The `last_delivery` of the channel shows its result. At most
    /// ten per minute and user, those of webhooks included.
    #[endpoint { method = POST, path = "/v1/notifications/channels/{channel_id}/test", operation_id = "channel_test", tags = ["notifications"] }]
    async fn channel_test(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<ChannelPath>>,
    ) -> Created<WebhookDelivery>;
}
