//! What the words beside a date say it is.

use std::sync::LazyLock;

use crate::phrases::{Dates, Phrases};
use crate::words::Words;

/// What a date's label says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The last day to pay.
    Due,
    /// The invoice's date.
    Invoice,
    /// The order's or payment's date.
    Order,
    /// A date, no more.
    Generic,
    /// A word that leads to dates in running text: `den`, `vom`.
    Prose,
    /// Another day: of delivery, of a period.
    Other,
    /// No label.
    None,
}

struct Labels {
    due: Phrases,
    invoice: Phrases,
    order: Phrases,
    generic: Phrases,
    prose: Phrases,
    not: Phrases,
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| Labels {
    due: Dates::DueDate.phrases(),
    invoice: Dates::InvoiceDate.phrases(),
    order: Dates::OrderDate.phrases(),
    generic: Dates::PlainDate.phrases(),
    prose: Dates::Preposition.phrases(),
    not: Dates::OtherDate.phrases(),
});

/// Words after a date that make it the last day to pay.
pub(super) static DUE_AFTER: LazyLock<Phrases> = LazyLock::new(|| Dates::DueAfterDate.phrases());

/// What a label says.
pub fn role_of(label: &Words) -> Role {
    let labels = &*LABELS;
    let not = labels.not.find(label);
    if let Some(due) = labels.due.find(label) {
        // `Avbokning senast` is another last day than the one to pay.
        let before = not.is_some_and(|n| n.end <= due.start);
        return if before { Role::Other } else { Role::Due };
    }
    for (phrases, role) in [(&labels.invoice, Role::Invoice), (&labels.order, Role::Order)] {
        if let Some(hit) = phrases.find(label) {
            let beside = not.as_ref().is_some_and(|n| n.start < hit.start || n.end > hit.end);
            return if beside { Role::Other } else { role };
        }
    }
    if not.is_some() {
        Role::Other
    } else if labels.generic.contains(label) {
        Role::Generic
    } else if labels.prose.ends_with(label) {
        Role::Prose
    } else {
        Role::None
    }
}

/// Whether words end in one that leads to a date in running text: `vom`, `den`.
pub(super) fn leads_to_a_date(words: &Words) -> bool {
    LABELS.prose.ends_with(words)
}
