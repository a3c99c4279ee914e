//! The messages to webhooks, in the form of Standard Webhooks.

use invoices_db::Delivery;
use invoices_domain::Currency;
use invoices_domain::webhook::{EventSubject, RetailImage};
use serde_json::{Value, json};

use crate::notification::notification_id;

/// The body of a delivery. Every attempt has the same.
pub(super) fn body(delivery: &Delivery) -> String {
    let data = match &delivery.subject {
        EventSubject::Rental { record } => json!({
            "invoice_type": "rental",
            "invoice_id": record.invoice_id,
            "invoice": record.to_map(),
        }),
        EventSubject::Retail { invoice } => json!({
            "invoice_type": "retail",
            "invoice_id": invoice.invoice_id,
            "invoice": retail(invoice),
        }),
        EventSubject::Notification {
            key,
            kind,
            subject,
            message,
            created_at,
        } => json!({
            "notification_id": notification_id(key),
            "kind": kind,
            "subject": subject,
            "message": message,
            "created_at": created_at,
        }),
        EventSubject::Digest { .. } | EventSubject::Test => json!({"webhook_id": delivery.webhook_id}),
    };
    let message = json!({
        "type": delivery.event.as_str(),
        "timestamp": delivery.created_at,
        "data": data,
    });
    message.to_string()
}

/// The summary as lists of the API show it.
fn retail(invoice: &RetailImage) -> Value {
    let mut summary = json!(invoice);
    summary["currency"] = json!(Currency::shown(invoice.currency));
    summary["currency_assumed"] = json!(invoice.currency.is_none());
    if let Some(fields) = summary.as_object_mut() {
        fields.remove("vendor_id");
        // What does not apply is left out.
        fields.retain(|_, value| *value != json!(false) && *value != json!([]));
    }
    summary
}
