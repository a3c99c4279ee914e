//! An amount with its label.

use parser_document::steps;
use parser_model::Money;

use super::class::{Class, is_plain};
use super::label::{Label, Position, is_total};
use crate::amounts::Amount;
use crate::currency::Mark;
use crate::page::{Page, Place};
use crate::phrases::Phrases;
use crate::words::Words;

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
    pub fn class(&self) -> Option<Class> {
        self.label.as_ref().map(|label| label.class)
    }

    pub fn position(&self) -> Option<Position> {
        self.label.as_ref().map(|label| label.position)
    }

    /// The words of its label.
    pub fn words(&self) -> Option<&str> {
        self.label.as_ref().map(|label| label.words.as_str())
    }

    /// Whether its label can name the total.
    pub fn is_total(&self) -> bool {
        self.label.as_ref().is_some_and(is_total)
    }

    /// Whether its label contains one of the phrases.
    pub fn names(&self, phrases: &Phrases) -> bool {
        self.words().is_some_and(|words| phrases.occur_in(words))
    }

    /// Whether its label has no words besides those of a whole sum.
    pub(super) fn has_plain_label(&self) -> bool {
        self.words().is_some_and(|words| is_plain(&Words::of(words)))
    }

    /// Whether its label is in its own line, before it.
    pub fn is_labelled_in_line(&self) -> bool {
        matches!(self.position(), Some(Position::Before | Position::Left))
    }

    /// Whether its label is where tables and lists have it.
    pub(super) fn is_labelled_in_table(&self) -> bool {
        self.is_labelled_in_line() || self.position() == Some(Position::Above)
    }

    /// Whether both are the same amount of the page.
    pub(super) fn is(&self, other: &Labelled) -> bool {
        (self.at, self.index) == (other.at, other.index)
    }

    /// What its cell says of it.
    pub fn written<'p>(&self, page: &'p Page<'_>) -> &'p Amount {
        &page.content(self.at).amounts[self.index]
    }

    /// For people: the value and its words.
    pub fn describe(&self) -> String {
        let label = self.words().unwrap_or_default();
        format!("{} at \u{201c}{label}\u{201d}", self.value)
    }
}
