//! The examples of webhooks, which the document shows.

use serde_json::{Value, json};

use super::{
    DELIVERY_ID, NewWebhookBody, RegisteredWebhook, WEBHOOK_ID, Webhook, WebhookChangeBody, WebhookDeliveries,
    WebhookDelivery, WebhookEvent, WebhookSecret, Webhooks,
};
use crate::example::{Example, Examples};

const SECRET: &str = "whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE=";

pub(crate) fn examples() -> Examples {
    Examples::default()
        .with::<WebhookEvent>()
        .with::<NewWebhookBody>()
        .with::<WebhookChangeBody>()
        .with::<Webhook>()
        .with::<Webhooks>()
        .with::<RegisteredWebhook>()
        .with::<WebhookSecret>()
        .with::<WebhookDelivery>()
        .with::<WebhookDeliveries>()
}

impl Example for WebhookEvent {
    fn example() -> Value {
        json!("invoice.created")
    }
}

impl Example for NewWebhookBody {
    fn example() -> Value {
        json!({"url": "https://hooks.example.com/invoices", "events": ["invoice.created", "invoice.deleted"]})
    }
}

impl Example for WebhookChangeBody {
    fn example() -> Value {
        json!({"active": false})
    }
}

impl Example for Webhook {
    fn example() -> Value {
        json!({
            "webhook_id": WEBHOOK_ID,
            "url": "https://hooks.example.com/invoices",
            "events": ["invoice.created", "invoice.deleted"],
            "active": true,
            "created_at": "2026-07-03T08:30:00Z",
        })
    }
}

impl Example for Webhooks {
    fn example() -> Value {
        json!({"webhooks": [Webhook::example()]})
    }
}

impl Example for RegisteredWebhook {
    fn example() -> Value {
        json!({"webhook": Webhook::example(), "secret": SECRET})
    }
}

impl Example for WebhookSecret {
    fn example() -> Value {
        json!({"webhook_id": WEBHOOK_ID, "secret": SECRET})
    }
}

impl Example for WebhookDelivery {
    fn example() -> Value {
        json!({
            "delivery_id": DELIVERY_ID,
            "event": "invoice.created",
            "state": "pending",
            "attempts": 1,
            "last_status": 503,
            "last_error": "the receiver responded with 503",
            "created_at": "2026-07-03T08:30:00Z",
            "next_attempt_at": "2026-07-03T08:30:05Z",
        })
    }
}

impl Example for WebhookDeliveries {
    fn example() -> Value {
        json!({"deliveries": [WebhookDelivery::example()]})
    }
}
