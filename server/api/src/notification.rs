//! Notifications.

use chrono::{DateTime, Utc};
use invoices_domain::NotificationFacts;
use invoices_domain::ports::NotificationKind;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation};
use crate::page::Limit;
use crate::sentence;

/// Which notifications to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct NotificationListQuery {
    /// `true`: only unread ones.
    #[serde(default, deserialize_with = "unread")]
    pub unread: Option<bool>,
    /// Maximum number of notifications per page. Default: 20.
    pub limit: Option<Limit<100>>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

fn unread<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |_| serde::de::Error::custom("unread must be true or false");
    text.parse().map(Some).map_err(wrong)
}

/// Which notification.
#[derive(Deserialize, JsonSchema)]
pub struct NotificationPath {
    /// The `notification_id`.
    pub notification_id: String,
}

/// Changes to a notification.
#[derive(Deserialize, JsonSchema)]
pub struct NotificationChangeBody {
    /// Whether it is read.
    pub read: bool,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Notification {
    /// Its id.
    pub notification_id: String,
    /// The kind of notification.
    pub kind: NotificationKind,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub message: String,
    /// The rental invoice. Absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_id: Option<String>,
    /// The values in the text.
    #[serde(flatten)]
    pub facts: NotificationFacts,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was marked as read. Absent if it is unread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_at: Option<DateTime<Utc>>,
}

/// Notifications, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Notifications {
    /// The notifications.
    pub notifications: Vec<Notification>,
    /// The number of unread notifications on all pages.
    pub unread_count: u64,
    /// The `cursor` of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// The number of notifications marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarkedNotifications {
    /// The number of notifications changed.
    pub changed: u64,
}

pub(crate) fn operations() -> [Operation; 3] {
    [
        Operation::new("notification_list")
            .ok("The notifications.", sentence::NOTIFICATIONS_RETRIEVED)
            .failures([ApiError::invalid_request("limit must be 1 to 100").when("A parameter has the wrong form.")]),
        Operation::new("notification_change_all")
            .ok("The number of notifications changed.", sentence::NOTIFICATIONS_CHANGED)
            .failures(body_failures()),
        Operation::new("notification_change")
            .ok("The notification.", sentence::NOTIFICATION_CHANGED)
            .failures(body_failures())
            .failures([
                ApiError::not_found("No such notification.").when("The caller has no notification with this id.")
            ]),
    ]
}

fn body_failures() -> Vec<Failure> {
    vec![ApiError::invalid_field("read", "it must be true or false").when("The field has the wrong type.")]
}
