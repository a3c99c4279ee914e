//! A label: its words, their meaning, their place, and how well it names the total.

use super::class::{Class, classify_cell, is_long};
use crate::words::Words;

/// How an amount is labelled.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub words: String,
    pub class: Class,
    /// Their position relative to the amount.
    pub position: Position,
}

/// The position of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Before,
    Left,
    Above,
    /// In a cell above, while the line has words of its own that say nothing: a column's head over lines of goods.
    ColumnHead,
    Below,
    After,
    /// In a sentence that says that it was paid.
    Sentence,
    /// In a sentence that says that it is the sum.
    SumSentence,
}

impl Position {
    pub fn as_str(self) -> &'static str {
        match self {
            Position::Before => "before it",
            Position::Left => "left of it",
            Position::Above => "above it",
            Position::ColumnHead => "at the head of its column",
            Position::Below => "below it",
            Position::After => "after it",
            Position::Sentence | Position::SumSentence => "in its sentence",
        }
    }
}

impl Label {
    pub(super) fn new(words: &Words, class: Class, position: Position) -> Self {
        let words = words.folded().trim().to_owned();
        Label { words, class, position }
    }
}

/// The label that a text is, if its words say what an amount is.
pub(super) fn label(text: &str, position: Position) -> Option<Label> {
    if is_long(text) {
        return None;
    }
    let words = Words::of(text);
    Some(Label::new(&words, classify_cell(text, &words)?, position))
}

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

pub fn is_total(label: &Label) -> bool {
    rank(label).is_some()
}
