//! Webhooks.

use dropshot::{Path, Query};
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::webhook::{
    DeliveryListQuery, NewWebhookBody, RegisteredWebhook, Webhook, WebhookChangeBody, WebhookDeliveries,
    WebhookDelivery, WebhookDeliveryState, WebhookEvent, WebhookPath, WebhookSecret, Webhooks,
};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, PathAnd, WebhooksApi};
use invoices_db::{Delivery, DeliveryState, WebhookChange};
use invoices_domain::webhook::{EventType, EventTypes};
use secrecy::ExposeSecret;

use super::error::api_error;
use super::{Api, Context, Request, app};
use invoices_api::sentence;

impl WebhooksApi for Api {
    type Context = Context;

    async fn webhook_list(request: Request, caller: Caller) -> Answer<Webhooks> {
        let webhooks = app(&request).webhooks(caller.user).await.map_err(api_error)?;
        let webhooks = webhooks.into_iter().map(webhook).collect();
        Ok(Envelope::ok(sentence::WEBHOOKS_RETRIEVED, Webhooks { webhooks }))
    }

    async fn webhook_add(request: Request, caller: Caller<JsonBody<NewWebhookBody>>) -> Created<RegisteredWebhook> {
        let body = caller.input.0;
        let events = body.events.as_deref().map(events).transpose()?;
        let added = app(&request).add_webhook(caller.user, &body.url, events).await;
        let (added, secret) = added.map_err(api_error)?;
        let data = RegisteredWebhook {
            webhook: webhook(added),
            secret: secret.expose_secret().to_owned(),
        };
        Ok(Envelope::created(sentence::WEBHOOK_REGISTERED, data))
    }

    async fn webhook_view(request: Request, caller: Caller<Path<WebhookPath>>) -> Answer<Webhook> {
        let id = caller.input.into_inner().webhook_id;
        let found = app(&request).webhook(caller.user, &id).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::WEBHOOK_RETRIEVED, webhook(found)))
    }

    async fn webhook_change(
        request: Request,
        caller: Caller<PathAnd<WebhookPath, JsonBody<WebhookChangeBody>>>,
    ) -> Answer<Webhook> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let change = WebhookChange {
            url: body.url,
            events: body.events.as_deref().map(events).transpose()?,
            active: body.active,
        };
        let changed = app(&request).change_webhook(caller.user, &path.webhook_id, change);
        let changed = webhook(changed.await.map_err(api_error)?);
        Ok(Envelope::ok(sentence::WEBHOOK_CHANGED, changed))
    }

    async fn webhook_remove(request: Request, caller: Caller<Path<WebhookPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().webhook_id;
        let removed = app(&request).remove_webhook(caller.user, &id).await;
        removed.map_err(api_error)?;
        Ok(Envelope::ok(sentence::WEBHOOK_REMOVED, NoData))
    }

    async fn webhook_replace_secret(request: Request, caller: Caller<Path<WebhookPath>>) -> Answer<WebhookSecret> {
        let webhook_id = caller.input.into_inner().webhook_id;
        let secret = app(&request).replace_webhook_secret(caller.user, &webhook_id).await;
        let secret = secret.map_err(api_error)?.expose_secret().to_owned();
        let data = WebhookSecret { webhook_id, secret };
        Ok(Envelope::ok(sentence::WEBHOOK_SECRET_REPLACED, data))
    }

    async fn webhook_test(request: Request, caller: Caller<Path<WebhookPath>>) -> Created<WebhookDelivery> {
        let id = caller.input.into_inner().webhook_id;
        let test = app(&request).test_webhook(caller.user, &id).await.map_err(api_error)?;
        Ok(Envelope::created(sentence::TEST_EVENT_ENQUEUED, delivery(test)))
    }

    async fn webhook_delivery_list(
        request: Request,
        caller: Caller<PathAnd<WebhookPath, Query<DeliveryListQuery>>>,
    ) -> Answer<WebhookDeliveries> {
        let PathAnd(path, query) = caller.input;
        let query = query.into_inner();
        let (limit, cursor) = (query.limit.map(usize::from), query.cursor.as_deref());
        let page = app(&request).webhook_deliveries(caller.user, &path.webhook_id, limit, cursor);
        let page = page.await.map_err(api_error)?;
        let data = WebhookDeliveries {
            deliveries: page.items.into_iter().map(delivery).collect(),
            next_cursor: page.next,
        };
        Ok(Envelope::ok(sentence::WEBHOOK_DELIVERIES_RETRIEVED, data))
    }
}

fn events(events: &[WebhookEvent]) -> Result<EventTypes, ApiError> {
    let events = events.iter().map(|event| match event {
        WebhookEvent::InvoiceCreated => EventType::InvoiceCreated,
        WebhookEvent::InvoiceChanged => EventType::InvoiceChanged,
        WebhookEvent::InvoiceDeleted => EventType::InvoiceDeleted,
        WebhookEvent::AccountNotified => EventType::AccountNotified,
    });
    EventTypes::new(events).ok_or_else(|| ApiError::invalid_field("events", "it must list at least one event"))
}

/// A webhook without its secret.
pub fn webhook(webhook: invoices_db::Webhook) -> Webhook {
    let events = webhook.events.as_slice().iter().filter_map(|event| match event {
        EventType::InvoiceCreated => Some(WebhookEvent::InvoiceCreated),
        EventType::InvoiceChanged => Some(WebhookEvent::InvoiceChanged),
        EventType::InvoiceDeleted => Some(WebhookEvent::InvoiceDeleted),
        EventType::AccountNotified => Some(WebhookEvent::AccountNotified),
        EventType::Digest | EventType::Test => None,
    });
    Webhook {
        webhook_id: webhook.webhook_id.to_string(),
        url: webhook.url,
        events: events.collect(),
        active: webhook.active,
        off_reason: webhook.off_reason,
        failing_since: webhook.failing_since,
        created_at: webhook.created_at,
    }
}

pub fn delivery(delivery: Delivery) -> WebhookDelivery {
    WebhookDelivery {
        delivery_id: delivery.delivery_id.to_string(),
        event: delivery.event,
        state: match delivery.state {
            DeliveryState::Pending => WebhookDeliveryState::Pending,
            DeliveryState::Delivered => WebhookDeliveryState::Delivered,
            DeliveryState::Failed => WebhookDeliveryState::Failed,
        },
        attempts: u32::try_from(delivery.attempts).unwrap_or_default(),
        last_status: delivery.last_status.and_then(|status| u16::try_from(status).ok()),
        last_error: delivery.last_error,
        created_at: delivery.created_at,
        next_attempt_at: delivery.next_at,
        finished_at: delivery.finished_at,
    }
}
