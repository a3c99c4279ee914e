//! Channels: where the caller's notifications go.

use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::channel::{Cadence, ChannelTarget};
use invoices_domain::ports::NotificationKind;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody};
use crate::secret::Secret;
use crate::sentence;
use crate::webhook::WebhookDelivery;

/// A channel to add.
#[derive(Deserialize, JsonSchema)]
pub struct NewChannelBody {
    /// What to call it. Not blank, without control characters.
    #[schemars(length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: Option<String>,
    /// Where it leads.
    pub target: ChannelTarget,
    /// The token of the service, or the value of the header `Authorization`: at most 1000 characters of ASCII. No response contains it.
    #[schemars(with = "Option<Secret>")]
    pub secret: Option<String>,
    /// The kinds of notifications that go there. Default: all, also those that later versions add.
    #[serde(default, deserialize_with = "kinds")]
    #[schemars(length(min = 1, max = 12))]
    pub kinds: Option<Vec<NotificationKind>>,
    /// When they go there. Default: `at-once`.
    pub delivery: Option<Cadence>,
}

/// At most as many as there are.
fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<NotificationKind>>, D::Error> {
    let kinds: Option<Vec<NotificationKind>> = Option::deserialize(deserializer)?;
    let max = NotificationKind::ALL.len();
    if kinds.as_ref().is_some_and(|kinds| kinds.len() > max) {
        return Err(serde::de::Error::custom(format!("it must have at most {max} kinds")));
    }
    Ok(kinds)
}

/// Changes to a channel. Absent fields stay as they are.
#[derive(Deserialize, JsonSchema)]
pub struct ChannelChangeBody {
    /// What to call it, as in a new channel.
    #[schemars(length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: Option<String>,
    /// Where it leads. The secret must be given again.
    pub target: Option<ChannelTarget>,
    /// The secret, as in a new channel.
    #[schemars(with = "Option<Secret>")]
    pub secret: Option<String>,
    /// The kinds of notifications that go there.
    #[serde(default, deserialize_with = "kinds")]
    #[schemars(length(min = 1, max = 12))]
    pub kinds: Option<Vec<NotificationKind>>,
    /// When they go there.
    pub delivery: Option<Cadence>,
    /// Whether notifications are sent to it. `true` also resets its failures.
    pub active: Option<bool>,
}

/// Which channel.
#[derive(Deserialize, JsonSchema)]
pub struct ChannelPath {
    /// The `channel_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub channel_id: String,
}

/// A channel, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Channel {
    /// A UUID.
    #[schemars(with = "crate::id::Uuid")]
    pub channel_id: String,
    /// What the caller calls it. Absent without a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it leads.
    pub target: ChannelTarget,
    /// Whether it has a secret.
    pub has_secret: bool,
    /// The kinds of notifications that go there.
    pub kinds: Vec<NotificationKind>,
    /// When they go there.
    pub delivery: Cadence,
    /// Whether notifications are sent to it.
    pub active: bool,
    /// Why the service disabled it. Absent if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_reason: Option<String>,
    /// Since when every attempt has failed. Absent if the last attempt succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<DateTime<Utc>>,
    /// The last message that was sent, or is a test. Absent if there is none. In the list only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_delivery: Option<WebhookDelivery>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

/// Channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Channels {
    /// In the order in which they were added.
    pub channels: Vec<Channel>,
}

pub(crate) fn operations() -> [Operation; 5] {
    [
        Operation::new("channel_list").ok("The channels.", sentence::CHANNELS_RETRIEVED),
        Operation::new("channel_add")
            .created("The channel.", sentence::CHANNEL_ADDED)
            .failures([
                Failure::wrong_field("target", "it must begin with https://"),
                disabled("Webhooks or mails are disabled in this service, or the caller already has ten channels."),
            ]),
        Operation::new("channel_change")
            .body(RequestBody::OptionalJson)
            .ok("The channel.", sentence::CHANNEL_CHANGED)
            .failures([
                Failure::wrong_field("target", "it must begin with https://"),
                disabled(
                    "The request enables it or changes its target, but webhooks or mails are disabled in this service.",
                ),
                no_such(),
            ]),
        Operation::new("channel_remove")
            .ok("It is removed.", sentence::CHANNEL_REMOVED)
            .failures([no_such()]),
        Operation::new("channel_test")
            .created("The delivery of the test.", sentence::TEST_NOTIFICATION_ENQUEUED)
            .failures([
                disabled("Webhooks or mails are disabled in this service."),
                no_such(),
                ApiError::rate_limited(Duration::from_mins(1)).when("The caller has sent ten tests within a minute."),
            ]),
    ]
}

fn no_such() -> Failure {
    ApiError::not_found("No such channel.").when("The caller has no channel with this id.")
}

fn disabled(when: &'static str) -> Failure {
    ApiError::forbidden("Webhooks are disabled in this service.").when(when)
}
