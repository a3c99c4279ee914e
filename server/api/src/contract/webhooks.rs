//! Webhooks.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::{JsonBody, PathAndBody, PathAndQuery};
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
    /// The caller's, in the order of their registration, without their secrets.
    #[endpoint { method = GET, path = "/v1/webhooks", operation_id = "webhook_list", tags = ["webhooks"] }]
    async fn webhook_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<Webhooks>>, ApiError>;

    /// Register a webhook
    ///
    /// Events of the caller are posted to the URL as JSON, `{"type", "timestamp", "data"}`, in the form of [Standard
    /// Webhooks](https://www.standardwebhooks.com): the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is
    /// `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the bytes that the secret encodes
    /// after `whsec_`. The secret is in this answer alone. `invoice.created`, `invoice.changed` and `invoice.deleted` have
    /// `invoice_type`, `invoice_id` and `invoice`, as the lists show it; a deleted one as it was. `account.notified` has a
    /// notification that is about no invoice.
    ///
    /// Any status of 2xx counts as received. Else the message is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 14
    /// hours, with the same `webhook-id`, which can come twice in any case. A webhook to which every message has failed for three
    /// days, or that answers 410, is switched off, and the caller is notified. The URL must be HTTPS and lead to a public address;
    /// redirects are not followed. An account has at most five webhooks.
    #[endpoint { method = POST, path = "/v1/webhooks", operation_id = "webhook_add", tags = ["webhooks"] }]
    async fn webhook_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewWebhookBody>>,
    ) -> Result<HttpResponseCreated<Envelope<RegisteredWebhook>>, ApiError>;

    /// Show a webhook
    ///
    /// One webhook of the caller, without its secret.
    #[endpoint { method = GET, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_view", tags = ["webhooks"] }]
    async fn webhook_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Result<HttpResponseOk<Envelope<Webhook>>, ApiError>;

    /// Change a webhook
    ///
    /// Changes the URL or the events, or switches it on or off. What is to be sent goes to the new URL.
    #[endpoint { method = PATCH, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_change", tags = ["webhooks"] }]
    async fn webhook_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<WebhookPath, WebhookChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Webhook>>, ApiError>;

    /// Remove a webhook
    ///
    /// What was to be sent to it is not sent any more.
    #[endpoint { method = DELETE, path = "/v1/webhooks/{webhook_id}", operation_id = "webhook_remove", tags = ["webhooks"] }]
    async fn webhook_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Replace the secret of a webhook
    ///
    /// The new secret is in this answer alone. The old one signs nothing from now on.
    #[endpoint { method = POST, path = "/v1/webhooks/{webhook_id}/secret", operation_id = "webhook_replace_secret", tags = ["webhooks"] }]
    async fn webhook_replace_secret(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Result<HttpResponseOk<Envelope<WebhookSecret>>, ApiError>;

    /// Send a test event
    ///
    /// Sends an event of the type `test`, once, also to a webhook that is switched off. Its delivery says how it ended. A user can
    /// send ten in a minute.
    #[endpoint { method = POST, path = "/v1/webhooks/{webhook_id}/test", operation_id = "webhook_test", tags = ["webhooks"] }]
    async fn webhook_test(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<WebhookPath>>,
    ) -> Result<HttpResponseCreated<Envelope<WebhookDelivery>>, ApiError>;

    /// List deliveries
    ///
    /// What was sent to a webhook, the last first. Deliveries are listed for 30 days after they ended.
    #[endpoint { method = GET, path = "/v1/webhooks/{webhook_id}/deliveries", operation_id = "webhook_delivery_list", tags = ["webhooks"] }]
    async fn webhook_delivery_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndQuery<WebhookPath, DeliveryListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<WebhookDeliveries>>, ApiError>;
}
