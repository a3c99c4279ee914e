//! Webhooks.

use dropshot::{Path, Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Answer, Created, NoData};
use crate::extract::{JsonBody, PathAnd};
use crate::webhook::{
    DeliveryListQuery, NewWebhookBody, RegisteredWebhook, Webhook, WebhookChangeBody, WebhookDeliveries,
    WebhookDelivery, WebhookPath, WebhookSecret, Webhooks,
};

/// Webhooks.
#[dropshot::api_description]
pub trait WebhooksApi {
    /// The server's state.
    type Context;

    /// List webhooks
    ///
    /// The caller's webhooks in order of registration, without their secrets.
    #[endpoint { method = GET, path = "/v1/webhooks", operation_id = "webhook_list", tags = ["webhooks"] }]
    async fn webhook_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<Webhooks>;

    /// Register a webhook
    ///
    /// The caller's events are posted to the URL as JSON, `{"type", "timestamp", "data"}`, as [Standard
    /// Webhooks](https://www.standardwebhooks.com): the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`,
    /// which is `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes that the
    /// secret encodes after `whsec_`. The secret is only in this response. `invoice.created`, `invoice.changed` and
    /// `invoice.deleted` have `invoice_type`, `invoice_id` and `invoice`, as in the lists (for a deleted one, as it was).
    /// `account.notified` has a notification that isn't about an invoice.
    ///
    /// Any 2xx status counts as received. Otherwise the event is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 14
    /// hours, with the same `webhook-id`. Any event can arrive more than once. A webhook that fails for three days, or that
    /// responds with 410, is disabled, and the caller is notified. The URL must use HTTPS and resolve to a public address;
    /// redirects are not followed. At most five webhooks per account.
    #[endpoint { method = POST, path = "/v1/webhooks", operation_id = "webhook_add", tags = ["webhooks"] }]
    async fn webhook_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewWebhookBody>>,
    ) -> Created<RegisteredWebhook>;

    /// Show a webhook
    ///
    /// One webhook of the caller, without its secret.
    #[endpoint { method = GET, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_view", tags = ["webhooks"] }]
    async fn webhook_view(rqctx: RequestContext<Self::Context>, caller: Caller<Path<WebhookPath>>) -> Answer<Webhook>;

    /// Change a webhook
    ///
    /// Changes the URL or the events, or enables or disables the webhook. Pending deliveries go to the new URL.
    #[endpoint { method = PATCH, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_change", tags = ["webhooks"] }]
    async fn webhook_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<WebhookPath, JsonBody<WebhookChangeBody>>>,
    ) -> Answer<Webhook>;

    /// Remove a webhook
    ///
    /// Pending deliveries are discarded.
    #[endpoint { method = DELETE, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_remove", tags = ["webhooks"] }]
    async fn webhook_remove(rqctx: RequestContext<Self::Context>, caller: Caller<Path<WebhookPath>>) -> Answer<NoData>;

    /// Replace the secret of a webhook
    ///
    /// The new secret is only in this response. The old one is no longer used.
    #[endpoint { method = POST, path = "/v1/webhooks/{webhook_id}/secret", operation_id = "webhook_replace_secret", tags = ["webhooks"] }]
    async fn webhook_replace_secret(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Answer<WebhookSecret>;

    /// Send a test event
    ///
    /// Sends one event of type `test`, even to a disabled webhook. The delivery shows its result. At most ten per minute and
    /// user.
    #[endpoint { method = POST, path = "/v1/webhooks/{webhook_id}/test", operation_id = "webhook_test", tags = ["webhooks"] }]
    async fn webhook_test(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Created<WebhookDelivery>;

    /// List deliveries
    ///
    /// The webhook's deliveries, most recent first. They are listed for 30 days after they ended.
    #[endpoint { method = GET, path = "/v1/webhooks/{webhook_id}/deliveries", operation_id = "webhook_delivery_list", tags = ["webhooks"] }]
    async fn webhook_delivery_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<WebhookPath, Query<DeliveryListQuery>>>,
    ) -> Answer<WebhookDeliveries>;
}
