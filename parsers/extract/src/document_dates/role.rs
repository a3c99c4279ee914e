//! What a date's label says that the date is.

use crate::phrases::{Dates, LazyLock, Phrases};
use crate::words::Words;

/// What a date is, by its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The due date.
    Due,
    /// The invoice date.
    Invoice,
    /// The day of the order, the purchase or the payment.
    Order,
    /// Just a date: the label is `Date` or the like.
    Generic,
    /// A date in running text, after a word that leads to dates: `den`, `vom`.
    Prose,
    /// Another day, such as that of a delivery or of a period.
    Other,
    /// The date has no label.
    None,
}

struct Labels {
    due: Phrases,
    invoice: Phrases,
    order: Phrases,
    generic: Phrases,
    preposition: Phrases,
    other: Phrases,
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| Labels {
    due: Dates::DueDate.phrases(),
    invoice: Dates::InvoiceDate.phrases(),
    order: Dates::OrderDate.phrases(),
    generic: Dates::PlainDate.phrases(),
    preposition: Dates::Preposition.phrases(),
    other: Dates::OtherDate.phrases(),
});

/// Words after a date that make it the due date.
pub(super) static DUE_AFTER_DATE: LazyLock<Phrases> = LazyLock::new(|| Dates::DueAfterDate.phrases());

impl Role {
    /// The role that a label names.
    pub fn of(label: &Words) -> Role {
        let labels = &*LABELS;
        let other = labels.other.find(label);
        if let Some(due) = labels.due.find(label) {
            // `Avbokning senast`: the last day for something else than the payment.
            let before = other.is_some_and(|other| other.end <= due.start);
            return if before { Role::Other } else { Role::Due };
        }
        for (phrases, role) in [(&labels.invoice, Role::Invoice), (&labels.order, Role::Order)] {
            if let Some(hit) = phrases.find(label) {
                let beside = other.is_some_and(|other| other.start < hit.start || other.end > hit.end);
                return if beside { Role::Other } else { role };
            }
        }
        if other.is_some() {
            Role::Other
        } else if labels.generic.contains(label) {
            Role::Generic
        } else if labels.preposition.ends_with(label) {
            Role::Prose
        } else {
            Role::None
        }
    }

    /// Whether a label says what its date is.
    pub(super) fn is_named(self) -> bool {
        !matches!(self, Role::None | Role::Prose)
    }
}

/// Whether a text ends in a word that leads to a date: `vom`, `den`.
pub(super) fn ends_in_preposition(words: &Words) -> bool {
    LABELS.preposition.ends_with(words)
}
