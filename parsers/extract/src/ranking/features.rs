//! The features of the candidates for a field.

use std::borrow::Cow;
use std::collections::BTreeSet;

use parser_document::steps;

use crate::choice::Choice;

/// More different values than a reader of the page would weigh: the rules decide alone then.
const MAX_CANDIDATES: usize = 64;

/// Facts about a candidate, each with a name for people: `alone in its cell`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features(BTreeSet<Cow<'static, str>>);

impl Features {
    pub fn add(&mut self, fact: impl Into<Cow<'static, str>>) {
        self.0.insert(fact.into());
    }

    pub fn add_if(&mut self, holds: bool, fact: &'static str) {
        if holds {
            self.add(fact);
        }
    }

    /// In the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }
}

/// The different values that a field may have, each with its features.
#[derive(Clone, Debug)]
pub struct Candidates<T> {
    all: Vec<(T, Features)>,
    is_over_limit: bool,
}

impl<T: PartialEq> Candidates<T> {
    /// None yet.
    pub fn new() -> Self {
        Candidates {
            all: Vec::new(),
            is_over_limit: false,
        }
    }

    /// The features of a value: those of the same value elsewhere are added to them.
    pub fn of(&mut self, value: T) -> &mut Features {
        steps::spend(1 + self.all.len());
        let known = self.all.iter().position(|(other, _)| *other == value);
        let at = known.unwrap_or_else(|| {
            if self.all.len() == MAX_CANDIDATES {
                self.is_over_limit = true;
                self.all.pop();
            }
            self.all.push((value, Features::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }

    /// All of them; none if there are too many.
    pub fn all(&self) -> &[(T, Features)] {
        if self.is_over_limit { &[] } else { &self.all }
    }

    /// Each with its features, for facts that compare the candidates.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&T, &mut Features)> {
        self.all.iter_mut().map(|(value, features)| (&*value, features))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all().len()
    }

    /// Whether there are none, or too many.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// Adds the choice of the rules as a feature of each candidate.
    pub(super) fn add_choice(&mut self, choice: &Choice<T>) {
        let rule = choice.rule.unwrap_or("no rule");
        for (value, features) in &mut self.all {
            match &choice.value {
                Some(chosen) if chosen == value => {
                    features.add("chosen");
                    features.add(format!("chosen by {rule}"));
                }
                Some(_) => features.add("another is chosen"),
                None => features.add(format!("none is chosen: {rule}")),
            }
        }
    }
}

impl<T: PartialEq> Default for Candidates<T> {
    fn default() -> Self {
        Candidates::new()
    }
}
