//! The labels of numbers: `Order number`, `Fakturanr`, `Booking`.

use std::ops::Range;

use crate::page::{Page, Place};
use crate::phrases::{LazyLock, Numbers, Phrases};
use crate::words::Words;

/// A number with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    pub value: String,
    pub kind: NumberKind,
    /// How certain it is that the label means this number. 0 is the most certain.
    pub rank: u8,
    pub label: String,
    /// The cell of its label, or its own cell if it has none; `None` for title and subject.
    pub at: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberKind {
    Invoice,
    Receipt,
    Order,
    Booking,
    Transaction,
    /// Something else that the document calls a reference.
    Reference,
    /// An earlier invoice, which the document credits, cancels or replaces.
    EarlierInvoice,
}

/// That of an earlier invoice is the last, and isn't collected with the others.
const KINDS: [(NumberKind, Numbers); 7] = [
    (NumberKind::Invoice, Numbers::Invoice),
    (NumberKind::Receipt, Numbers::Receipt),
    (NumberKind::Order, Numbers::Order),
    (NumberKind::Booking, Numbers::Booking),
    (NumberKind::Transaction, Numbers::Transaction),
    (NumberKind::Reference, Numbers::Reference),
    (NumberKind::EarlierInvoice, Numbers::EarlierInvoice),
];

pub(super) struct Labels {
    pub(super) kind: NumberKind,
    /// With a word for "number" after or before it: `order number`, `numéro de commande`.
    explicit: Phrases,
    /// Without one: `order`. A number need not follow.
    plain: Numbers,
}

static LABELS: LazyLock<Vec<Labels>> = LazyLock::new(|| {
    let labels = KINDS.iter().map(|(kind, class)| Labels {
        kind: *kind,
        explicit: class.explicit(),
        plain: *class,
    });
    labels.collect()
});

/// The labels of the number of an earlier invoice.
pub(super) fn of_earlier_invoice() -> &'static Labels {
    &LABELS[KINDS.len() - 1]
}

impl Labels {
    /// The first label at or after the word `from`, and whether it is explicit.
    pub(super) fn find_from(&self, words: &Words, from: usize) -> Option<(Range<usize>, bool)> {
        let explicit = self.explicit.find_from(words, from);
        let plain = self.plain.find_from(words, from);
        match (explicit, plain) {
            (Some(explicit), Some(plain)) if plain.start < explicit.start => Some((plain, false)),
            (Some(explicit), _) => Some((explicit, true)),
            (None, plain) => Some((plain?, false)),
        }
    }

    /// Whether words are a label with a word for "number", and nothing else.
    pub(super) fn is_explicit(&self, words: &Words) -> bool {
        self.explicit.matches_all(words)
    }

    fn matches_all(&self, words: &Words) -> bool {
        self.explicit.matches_all(words) || self.plain.matches_all(words)
    }

    /// Whether the words are a label of this kind and nothing else, so that the number is in another cell.
    pub(super) fn are_all_of(&self, words: &Words) -> bool {
        self.matches_all(words)
            || words.len() <= 4 && self.explicit.ends_with(words) && !Numbers::OtherNumber.contains(words)
    }

    /// Whether the word before a label of this kind says that the number is not the document's own.
    pub(super) fn excluded_by(&self, page: &Page<'_>, word_before: &str) -> bool {
        let is = |phrases: &Phrases| !word_before.is_empty() && phrases.occur_in(word_before);
        let is_other_invoice = self.kind == NumberKind::Invoice && is(&Numbers::OtherInvoice);
        is_other_invoice
            || self.kind != NumberKind::EarlierInvoice && is(&Numbers::OtherNumber)
            || !page.is_mail() && is(&Numbers::BuyersOwn)
    }
}

pub fn is_whole_label(words: &Words) -> bool {
    whole_label(words).is_some()
}

/// Whether words are a label with a word for "number", and nothing else.
pub fn is_explicit_label(words: &Words) -> bool {
    labels_in(words).any(|labels| labels.is_explicit(words))
}

/// The kind of number whose label the words are.
pub fn whole_label(words: &Words) -> Option<NumberKind> {
    let whole = labels_in(words).find(|labels| labels.matches_all(words));
    whole.map(|labels| labels.kind)
}

/// The kinds whose labels the words contain.
pub(super) fn labels_in(words: &Words) -> impl Iterator<Item = &'static Labels> + '_ {
    let numbered = LABELS.iter().take(KINDS.len() - 1);
    numbered.filter(|labels| labels.explicit.contains(words) || labels.plain.contains(words))
}

/// Whether the words contain a label, also one of a number that is not collected.
pub(super) fn contains_label(words: &Words) -> bool {
    labels_in(words).next().is_some() || Numbers::OtherNumber.contains(words)
}

/// Whether a cell is itself a label.
pub(super) fn is_label(page: &Page<'_>, at: Place) -> bool {
    let words = &page.content(at).words;
    is_whole_label(words) || words.len() == 2 && labels_in(words).any(|labels| labels.plain.ends_with(words))
}

pub(super) fn is_invoice(words: &Words) -> bool {
    labels_in(words).any(|labels| labels.kind == NumberKind::Invoice && labels.plain.matches_all(words))
}
