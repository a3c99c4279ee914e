//! An amount with its label.

use parser_document::steps;
use parser_model::Money;

use super::class::Class;
use super::label::Label;
use crate::currency::Mark;
use crate::page::Place;

#[derive(Clone, Debug)]
pub struct Labelled {
    pub value: Money,
    pub mark: Option<Mark>,
    /// Whether it is money for certain.
    pub strong: bool,
    pub at: Place,
    /// Which of its cell's amounts it is.
    pub index: usize,
    pub label: Option<Label>,
}

/// The amounts in the lines from `first` to `last`. `all` are in the order in which they are on the page.
pub fn in_lines(all: &[Labelled], first: usize, last: usize) -> &[Labelled] {
    let from = all.partition_point(|amount| amount.at.line < first);
    let count = all[from..].partition_point(|amount| amount.at.line <= last);
    steps::spend(1 + count);
    &all[from..from + count]
}

pub fn in_cells<'l>(all: &'l [Labelled], places: &[Place]) -> impl Iterator<Item = &'l Labelled> + Clone {
    let lines = || places.iter().map(|at| at.line);
    let found = in_lines(
        all,
        lines().min().unwrap_or(usize::MAX),
        lines().max().unwrap_or_default(),
    );
    steps::spend(found.len() * places.len());
    found.iter().filter(|amount| places.contains(&amount.at))
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
