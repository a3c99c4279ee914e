//! A label: its words, their meaning, and their position.

use super::class::{Class, classify_cell, is_long};
use crate::words::Words;

/// How an amount is labelled.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The words, folded.
    pub words: String,
    /// What they say.
    pub class: Class,
    /// Their position relative to the amount.
    pub position: Position,
}

/// The position of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Before it in its cell.
    Before,
    /// In a cell to the left.
    Left,
    /// In a cell above.
    Above,
    /// In a cell above, while the line has words of its own that say nothing: a column's head over lines of goods.
    ColumnHead,
    /// In the line below.
    Below,
    /// After it.
    After,
    /// In a sentence that says that it was paid.
    Sentence,
    /// In a sentence that says that it is the sum.
    SumSentence,
}

impl Position {
    /// For people.
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

/// The label that a text is, if its words say what an amount is.
pub(super) fn label(text: &str, position: Position) -> Option<Label> {
    if is_long(text) {
        return None;
    }
    let words = Words::of(text);
    let class = classify_cell(text, &words)?;
    let words = words.folded().trim().to_owned();
    Some(Label { words, class, position })
}
