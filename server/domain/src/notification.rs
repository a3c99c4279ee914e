//! The kinds of notifications, and their values.

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::money::Money;

/// The values in the sentence of a notification of invoices. Unknown values are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotificationFacts {
    /// The amount due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    /// The currency of the amount. SEK if the invoice states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The last day to pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// The landlord's name. For several invoices, only if all are from one landlord.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landlord: Option<String>,
    /// The number of invoices, if the notification is about several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_count: Option<u64>,
    /// The number of documents that are asked about, if the notification is about questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_count: Option<u64>,
    /// The first day of the month whose notice is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_month: Option<NaiveDate>,
    /// The day of the month by which the landlord's notices usually come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_day: Option<u8>,
    /// The amount that the landlord's notices usually ask for, in the same currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_amount: Option<Money>,
    /// The account that the notice is to be paid to, such as `Bankgiro 5050-1055`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee: Option<String>,
    /// The account of the landlord's notice before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee_before: Option<String>,
    /// How much more than usual, in whole per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u32>,
}

/// The kind of a notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NotificationKind {
    /// A new rental invoice.
    #[default]
    Invoice,
    /// The mail account must be reconnected.
    Reconnect,
    /// An ingest failed and is not tried again.
    IngestFailed,
    /// The account has reached its storage limit.
    AccountFull,
    /// A webhook was disabled, because its receiver fails or no longer exists.
    WebhookOff,
    /// Several rental invoices that were due in earlier months, such as those of an import: `invoice_count` of them.
    History,
    /// Several messages, or one, with an invoice whose total is not certain: `question_count` documents.
    Question,
    /// A rental invoice is due in a few days.
    Due,
    /// This month's notice of a landlord has not come, though it usually has by now.
    Missing,
    /// A new rental invoice asks for more than usual.
    Raised,
    /// A new rental invoice is to be paid to another account than the landlord's before.
    PayeeChanged,
    /// A mail of a landlord came when the notice of its month had been read. It is left out until the user releases it.
    LateNotice,
}

impl NotificationKind {
    /// Every kind.
    pub const ALL: [NotificationKind; 12] = [
        NotificationKind::Invoice,
        NotificationKind::Reconnect,
        NotificationKind::IngestFailed,
        NotificationKind::AccountFull,
        NotificationKind::WebhookOff,
        NotificationKind::History,
        NotificationKind::Question,
        NotificationKind::Due,
        NotificationKind::Missing,
        NotificationKind::Raised,
        NotificationKind::PayeeChanged,
        NotificationKind::LateNotice,
    ];

    /// The name in the database and in messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            NotificationKind::Invoice => "invoice",
            NotificationKind::Reconnect => "reconnect",
            NotificationKind::IngestFailed => "ingest-failed",
            NotificationKind::AccountFull => "account-full",
            NotificationKind::WebhookOff => "webhook-off",
            NotificationKind::History => "history",
            NotificationKind::Question => "question",
            NotificationKind::Due => "due",
            NotificationKind::Missing => "missing",
            NotificationKind::Raised => "raised",
            NotificationKind::PayeeChanged => "payee-changed",
            NotificationKind::LateNotice => "late-notice",
        }
    }
}

impl fmt::Display for NotificationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text names no kind of notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of notification")]
pub struct UnknownNotificationKind;

impl FromStr for NotificationKind {
    type Err = UnknownNotificationKind;
    fn from_str(text: &str) -> Result<Self, UnknownNotificationKind> {
        NotificationKind::ALL
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or(UnknownNotificationKind)
    }
}
