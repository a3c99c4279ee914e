//! The parts in which families of documents are left out.

use crate::known::set::{Document, Set};

/// Documents of this round and later ones are never fitted to.
const HELD_BACK: u64 = 7;

/// Number of parts in which the families are left out.
pub const PARTS: usize = 10;

/// The part that a document's family is in; `None` if the weights are never fitted to it.
pub fn part_of(set: &Set, document: &Document) -> Option<usize> {
    let is_fitted_to = set.is_own() && document.round.is_none_or(|round| round < HELD_BACK);
    // Of the family's name, so that a new family moves no other.
    let family = document.family();
    let sum = family
        .bytes()
        .fold(7_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 10_007);
    is_fitted_to.then_some(sum % PARTS)
}
