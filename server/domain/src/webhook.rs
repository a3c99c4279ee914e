//! Webhooks that users register, and the events that are sent to them.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::channel::ChannelRequest;
use crate::choices::Choices;
use crate::ids::{VendorId, uuid_id};
use crate::ports::NotificationKind;
use crate::rental_record::RentalInvoiceRecord;
use crate::retail_invoice_id::RetailInvoiceId;
use crate::{Currency, Money, SubType, text_enum};

uuid_id! {
    /// A webhook: a UUID.
    WebhookId, "webhook id"
}
uuid_id! {
    /// A message to a webhook, the same for every attempt: a UUID.
    DeliveryId, "delivery id"
}

text_enum! {
    /// The type of an event.
    #[derive(Serialize, JsonSchema)]
    #[schemars(rename = "DeliveryEvent")]
    EventType: UnknownEvent {
        /// An invoice is new.
        #[serde(rename = "invoice.created")]
        InvoiceCreated = "invoice.created",
        /// An invoice states something else.
        #[serde(rename = "invoice.changed")]
        InvoiceChanged = "invoice.changed",
        /// An invoice was deleted.
        #[serde(rename = "invoice.deleted")]
        InvoiceDeleted = "invoice.deleted",
        /// The caller got a notification that isn't about an invoice.
        #[serde(rename = "account.notified")]
        AccountNotified = "account.notified",
        /// The notifications of a week, for a channel.
        #[serde(rename = "digest")]
        Digest = "digest",
        /// The caller asked for it.
        #[serde(rename = "test")]
        Test = "test",
    }
}

/// The text names no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown event")]
pub struct UnknownEvent;

/// The events that a webhook is for.
pub type EventTypes = Choices<EventType>;

impl EventTypes {
    /// Every event that a webhook can be for.
    pub fn all() -> Self {
        let is_for_webhooks = |event: &EventType| match event {
            EventType::InvoiceCreated
            | EventType::InvoiceChanged
            | EventType::InvoiceDeleted
            | EventType::AccountNotified => true,
            EventType::Digest | EventType::Test => false,
        };
        EventTypes::new(EventType::ALL.into_iter().filter(is_for_webhooks)).expect("there are some")
    }

    /// Whether it is for this event.
    pub fn contains(&self, event: EventType) -> bool {
        self.as_slice().contains(&event)
    }
}

/// A retail invoice as an event shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetailImage {
    /// Its id.
    pub invoice_id: RetailInvoiceId,
    /// The vendor.
    pub vendor_id: VendorId,
    /// The vendor's display name.
    pub vendor_name: String,
    /// The category.
    pub sub_type: SubType,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// The names of the fields that the user has corrected.
    #[serde(default)]
    pub corrected: Vec<String>,
    /// Whether it was cancelled.
    #[serde(default)]
    pub cancelled: bool,
    /// Whether forwarded mails alone state it.
    #[serde(default)]
    pub forwarded: bool,
    /// Whether it was paid.
    #[serde(default)]
    pub paid: bool,
}

/// The subject of an event at that time. For a deleted one, its last state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum EventSubject {
    /// A rental invoice.
    Rental {
        /// Its record.
        record: Box<RentalInvoiceRecord>,
    },
    /// A retail invoice.
    Retail {
        /// It.
        invoice: RetailImage,
    },
    /// A notification.
    Notification {
        /// The key of its row.
        key: String,
        /// Its kind.
        kind: NotificationKind,
        /// The subject line.
        subject: String,
        /// The text.
        message: String,
        /// When it was created.
        created_at: DateTime<Utc>,
    },
    /// The notifications of a week.
    Digest {
        /// The keys of their rows, the oldest first.
        keys: Vec<String>,
        /// How many there are besides.
        more: u64,
        /// Whether no other is added, because it is being sent.
        closed: bool,
    },
    /// Nothing.
    Test,
}

/// A message to a webhook.
#[derive(Clone)]
pub struct WebhookMessage {
    /// The same for every attempt.
    pub id: String,
    /// The time of this attempt.
    pub sent_at: DateTime<Utc>,
    /// Where to. It may contain a secret.
    pub url: String,
    /// Signs the message.
    pub secret: SecretString,
    /// JSON.
    pub body: String,
}

impl fmt::Debug for WebhookMessage {
    /// Omits the secrets and the personal data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookMessage")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The receiver of a webhook answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The wait that the receiver asks for.
    pub retry_after: Option<Duration>,
}

/// The receiver of a webhook gave no answer: why, in words for the webhook's owner.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WebhookFailure(pub String);

/// Posts messages to URLs that users choose. It must not let them reach the service's own network.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// The URL in its normal form, or why no message may be sent to it. Resolves nothing.
    fn check_url(&self, url: &str) -> Result<String, &'static str>;

    /// Sends a message once.
    async fn send(&self, message: &WebhookMessage) -> Result<WebhookAnswer, WebhookFailure>;

    /// Sends a request to the service behind a channel, once.
    async fn request(&self, request: &ChannelRequest) -> Result<WebhookAnswer, WebhookFailure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_read_back_in_their_order_and_once() {
        let events: EventTypes = "invoice.deleted,invoice.created,invoice.created".parse().unwrap();
        assert_eq!(events.to_string(), "invoice.created,invoice.deleted");
        assert!(events.contains(EventType::InvoiceDeleted) && !events.contains(EventType::InvoiceChanged));
        assert_eq!(EventTypes::all().to_string().parse(), Ok(EventTypes::all()));
        assert!("".parse::<EventTypes>().is_err());
        assert!(EventTypes::new([]).is_none());
    }
}
