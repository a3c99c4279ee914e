//! How surely a label names the total.

use super::class::Class;
use super::label::{Label, Position};

pub(super) const RANK_GRAND: u8 = 0;
pub(super) const RANK_SUM_SENTENCE: u8 = 1;
pub(super) const RANK_DUE: u8 = 2;
pub(super) const RANK_PAID: u8 = 3;
pub(super) const RANK_TOTAL: u8 = 4;
pub(super) const RANK_SENTENCE: u8 = 5;
pub(super) const RANK_AMOUNT: u8 = 6;

/// The rank of a label that can name the total. The labels of the lowest rank on a page decide.
pub(super) fn rank(label: &Label) -> Option<u8> {
    Some(match (label.class, label.position) {
        (_, Position::SumSentence) => RANK_SUM_SENTENCE,
        (_, Position::Sentence) => RANK_SENTENCE,
        (Class::Grand | Class::Refund, _) => RANK_GRAND,
        (Class::Due, _) => RANK_DUE,
        (Class::Paid, _) => RANK_PAID,
        (Class::Total, _) => RANK_TOTAL,
        (Class::Amount, _) => RANK_AMOUNT,
        _ => return None,
    })
}

/// Whether a label can name the total.
pub fn is_total(label: &Label) -> bool {
    rank(label).is_some()
}
