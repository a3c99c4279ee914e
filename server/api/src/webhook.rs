//! Webhooks that the caller registers.

use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::webhook::EventType;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody};
use crate::page::Limit;
use crate::secret::Secret;
use crate::sentence;

/// The events that a webhook can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum WebhookEvent {
    /// An invoice is new.
    #[serde(rename = "invoice.created")]
    InvoiceCreated,
    /// An invoice states something else.
    #[serde(rename = "invoice.changed")]
    InvoiceChanged,
    /// An invoice was deleted.
    #[serde(rename = "invoice.deleted")]
    InvoiceDeleted,
    /// The caller got a notification that isn't about an invoice.
    #[serde(rename = "account.notified")]
    AccountNotified,
}

/// How many kinds of events there are.
const MAX_EVENTS: usize = 4;

/// A webhook to register.
#[derive(Deserialize, JsonSchema)]
pub struct NewWebhookBody {
    /// The URL to post to: HTTPS, a public address, without user name, password or fragment.
    #[schemars(length(min = 1, max = 2000))]
    pub url: String,
    /// The events to send. Default: all.
    #[serde(default, deserialize_with = "events")]
    #[schemars(length(min = 1, max = 4))]
    pub events: Option<Vec<WebhookEvent>>,
}

/// At most as many as there are.
fn events<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<WebhookEvent>>, D::Error> {
    let events: Option<Vec<WebhookEvent>> = Option::deserialize(deserializer)?;
    if events.as_ref().is_some_and(|events| events.len() > MAX_EVENTS) {
        return Err(serde::de::Error::custom(format!(
            "it must have at most {MAX_EVENTS} events"
        )));
    }
    Ok(events)
}

/// Changes to a webhook. Absent fields stay as they are.
#[derive(Deserialize, JsonSchema)]
pub struct WebhookChangeBody {
    /// The URL to post to, as in a new webhook.
    #[schemars(length(min = 1, max = 2000))]
    pub url: Option<String>,
    /// The events that are sent.
    #[serde(default, deserialize_with = "events")]
    #[schemars(length(min = 1, max = 4))]
    pub events: Option<Vec<WebhookEvent>>,
    /// Whether events are sent to it. `true` also resets its failures.
    pub active: Option<bool>,
}

/// Which webhook.
#[derive(Deserialize, JsonSchema)]
pub struct WebhookPath {
    /// The `webhook_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub webhook_id: String,
}

/// Which deliveries to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct DeliveryListQuery {
    /// Maximum number of deliveries per page. Default: 20.
    pub limit: Option<Limit<100>>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Webhook {
    /// A UUID.
    #[schemars(with = "crate::id::Uuid")]
    pub webhook_id: String,
    /// The URL that events are posted to.
    pub url: String,
    /// The events that are sent.
    pub events: Vec<WebhookEvent>,
    /// Whether events are sent to it.
    pub active: bool,
    /// Why the service disabled it. Absent if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_reason: Option<String>,
    /// Since when every attempt has failed. Absent if the last attempt succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was registered.
    pub created_at: DateTime<Utc>,
}

/// Webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Webhooks {
    /// In order of registration.
    pub webhooks: Vec<Webhook>,
}

/// A newly registered webhook and its secret.
#[derive(Serialize, JsonSchema)]
pub struct RegisteredWebhook {
    /// The webhook.
    pub webhook: Webhook,
    /// Signs the messages. It is not shown again.
    #[schemars(with = "Secret")]
    pub secret: String,
}

/// A new secret.
#[derive(Serialize, JsonSchema)]
pub struct WebhookSecret {
    /// The webhook's id.
    #[schemars(with = "crate::id::Uuid")]
    pub webhook_id: String,
    /// Signs the messages. It is not shown again.
    #[schemars(with = "Secret")]
    pub secret: String,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WebhookDeliveryState {
    /// Not yet: it will be sent, or sent again.
    Pending,
    /// The receiver answered 2xx.
    Delivered,
    /// It was given up.
    Failed,
}

/// A message to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookDelivery {
    /// A UUID. The header `webhook-id` is `msg_` and this.
    #[schemars(with = "crate::id::Uuid")]
    pub delivery_id: String,
    /// The kind of notification.
    pub event: EventType,
    /// The state of the delivery.
    pub state: WebhookDeliveryState,
    /// The number of attempts.
    pub attempts: u32,
    /// The HTTP status of the last response. Absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_status: Option<u16>,
    /// Why the last attempt failed. Absent if none failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// When the event happened.
    pub created_at: DateTime<Utc>,
    /// When the next attempt is due. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// When it was delivered or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
}

/// Deliveries, most recent first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WebhookDeliveries {
    /// The deliveries.
    pub deliveries: Vec<WebhookDelivery>,
    /// The `cursor` of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

pub(crate) fn operations() -> [Operation; 8] {
    [
        Operation::new("webhook_list").ok("The webhooks.", sentence::WEBHOOKS_RETRIEVED),
        Operation::new("webhook_add")
            .created("The webhook with its secret.", sentence::WEBHOOK_REGISTERED)
            .failures([
                Failure::wrong_field("url", "it must begin with https://"),
                forbidden("Webhooks are disabled in this service, or the caller already has five."),
            ]),
        Operation::new("webhook_view")
            .ok("The webhook.", sentence::WEBHOOK_RETRIEVED)
            .failures([no_such()]),
        Operation::new("webhook_change")
            .body(RequestBody::OptionalJson)
            .ok("The webhook.", sentence::WEBHOOK_CHANGED)
            .failures([
                Failure::wrong_field("url", "it must begin with https://"),
                forbidden("The request enables it, but webhooks are disabled in this service."),
                no_such(),
            ]),
        Operation::new("webhook_remove")
            .ok("It is removed.", sentence::WEBHOOK_REMOVED)
            .failures([no_such()]),
        Operation::new("webhook_replace_secret")
            .ok("The new secret.", sentence::WEBHOOK_SECRET_REPLACED)
            .failures([no_such()]),
        Operation::new("webhook_test")
            .created("The delivery of the test event.", sentence::TEST_EVENT_ENQUEUED)
            .failures([
                forbidden("Webhooks are disabled in this service."),
                no_such(),
                ApiError::rate_limited(Duration::from_mins(1))
                    .when("The caller has sent ten test events within a minute."),
            ]),
        Operation::new("webhook_delivery_list")
            .ok("The deliveries.", sentence::WEBHOOK_DELIVERIES_RETRIEVED)
            .failures([
                ApiError::invalid_request("limit must be 1 to 100").when("A parameter has the wrong form."),
                no_such(),
            ]),
    ]
}

fn no_such() -> Failure {
    ApiError::not_found("No such webhook.").when("The caller has no webhook with this id.")
}

fn forbidden(when: &'static str) -> Failure {
    ApiError::forbidden("Webhooks are disabled in this service.").when(when)
}
