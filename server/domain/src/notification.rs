//! The kinds of notifications, and their values.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::money::Money;
use crate::text_enum;

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

text_enum! {
    /// The kind of a notification.
    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    NotificationKind: UnknownNotificationKind {
        /// A new rental invoice.
        #[default]
        Invoice = "invoice",
        /// The mail account must be reconnected.
        Reconnect = "reconnect",
        /// An ingest failed and is not tried again.
        IngestFailed = "ingest-failed",
        /// The account has reached its storage limit.
        AccountFull = "account-full",
        /// A webhook was disabled, because its receiver fails or no longer exists.
        WebhookOff = "webhook-off",
        /// Several rental invoices that were due in earlier months, such as those of an import: `invoice_count` of them.
        History = "history",
        /// Several messages, or one, with an invoice whose total is not certain: `question_count` documents.
        Question = "question",
        /// A rental invoice is due in a few days.
        Due = "due",
        /// This month's notice of a landlord has not come, though it usually has by now.
        Missing = "missing",
        /// A new rental invoice asks for more than usual.
        Raised = "raised",
        /// A new rental invoice is to be paid to another account than the landlord's before.
        PayeeChanged = "payee-changed",
        /// A mail of a landlord came when the notice of its month had been read. It is left out until the user releases it.
        LateNotice = "late-notice",
    }
}

/// The text names no kind of notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of notification")]
pub struct UnknownNotificationKind;
