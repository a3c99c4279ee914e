//! What the documents of an invoice say together.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::facts::Fact;
use super::grouping::{Group, Warning};
use crate::Money;

/// What is remarkable about an invoice that several documents state, as a code with parameters and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "parameters", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a code is its description")]
pub enum GroupWarning {
    #[error("another invoice has the same number and another total")]
    SameNumber,
    #[error("the mail and its PDF state different totals; the total is that of the PDF")]
    TextAndFile,
    /// The day on which the reminder was received, and what it asks for.
    #[error("a reminder of {day} asks for the payment{}", .total.map(|total| format!(" of {total}")).unwrap_or_default())]
    Reminder {
        day: NaiveDate,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Money>,
    },
    #[error("a cancellation of {day} may concern this invoice")]
    MayBeCancelled { day: NaiveDate },
    #[error("a part was cancelled on {day}")]
    PartCancelled { day: NaiveDate },
    #[error("it was cancelled on {day}, but the charge remains: a refund is a separate invoice")]
    CancelledButCharged { day: NaiveDate },
    #[error("may be the same purchase")]
    MaySamePurchase,
}

impl Group {
    /// The group's warnings with what their sentences name.
    pub fn described_warnings(&self, facts: &[Fact]) -> Vec<GroupWarning> {
        let described = self.warnings.iter().map(|warning| match *warning {
            Warning::SameNumber => GroupWarning::SameNumber,
            Warning::TextAndFile => GroupWarning::TextAndFile,
            Warning::Reminder(at) => GroupWarning::Reminder {
                day: facts[at].received_on,
                total: facts[at].total,
            },
            Warning::MayBeCancelled(at) => GroupWarning::MayBeCancelled {
                day: facts[at].received_on,
            },
            Warning::PartCancelled(at) => GroupWarning::PartCancelled {
                day: facts[at].received_on,
            },
            Warning::CancelledButCharged(at) => GroupWarning::CancelledButCharged {
                day: facts[at].received_on,
            },
        });
        described.collect()
    }
}
