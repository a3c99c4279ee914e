//! The meaning of a date by its label.

use std::ops::Range;

use crate::phrases::Dates;
use crate::words::Words;

/// The meaning of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Due,
    Invoice,
    /// The day of the order, the purchase or the payment.
    Order,
    /// Just a date: the label is `Date` or the like.
    Generic,
    /// A date in running text, after a word that leads to dates: `den`, `vom`.
    Prose,
    /// Another day, such as that of a delivery or of a period.
    Other,
    /// Certainly not the document's: the day of the invoice that it credits, that of an event, or a day after the mail without a
    /// label that says more.
    Foreign,
    None,
}

impl Role {
    pub fn of(label: &Words) -> Role {
        let other = Dates::OtherDate.find(label);
        if let Some(due) = Dates::DueDate.find(label) {
            // `Avbokning senast`, `Vencimiento de CAE`, `Next payment date`: the last day for something else than the payment.
            let contains = |other: &Range<usize>| other.start <= due.start && other.end >= due.end && *other != due;
            let is_of_other = |other: Range<usize>| other.end <= due.start || contains(&other);
            return if other.is_some_and(is_of_other) {
                Role::Other
            } else {
                Role::Due
            };
        }
        for (phrases, role) in [(Dates::InvoiceDate, Role::Invoice), (Dates::OrderDate, Role::Order)] {
            if let Some(hit) = phrases.find(label) {
                let beside = other.is_some_and(|other| other.start < hit.start || other.end > hit.end);
                return if beside { Role::Other } else { role };
            }
        }
        if other.is_some() {
            Role::Other
        } else if Dates::PlainDate.contains(label) {
            Role::Generic
        } else if Dates::Preposition.ends_with(label) {
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
