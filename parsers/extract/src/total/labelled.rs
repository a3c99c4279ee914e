//! An amount with its label.

use parser_model::Money;

use super::class::Class;
use super::label::Label;
use crate::currency::Mark;
use crate::page::Place;

/// An amount with its label.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The amount.
    pub value: Money,
    /// Its currency's mark.
    pub mark: Option<Mark>,
    /// Whether it is money for certain.
    pub strong: bool,
    /// Where it stands.
    pub at: Place,
    /// Which of its cell's amounts it is.
    pub index: usize,
    /// What it is called, if anything.
    pub label: Option<Label>,
}

impl Labelled {
    pub(super) fn class(&self) -> Option<Class> {
        self.label.as_ref().map(|label| label.class)
    }

    /// For people: the value and its words.
    pub fn describe(&self) -> String {
        let label = self.label.as_ref().map_or("", |l| l.words.as_str());
        format!("{} at \u{201c}{label}\u{201d}", self.value)
    }
}
