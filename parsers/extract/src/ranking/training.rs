//! Support for fitting the weights: the candidates that readings compared, and readings with other weights.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;

use super::features::{Candidates, Features};
use super::weights::Weights;
use crate::choice::Choice;

/// A field of a reading, with what was weighed.
#[derive(Clone, Debug)]
pub struct Example {
    /// The field's name in the evidence.
    pub field: &'static str,
    pub chosen: Option<String>,
    pub candidates: Vec<(String, Features)>,
}

thread_local! {
    static SESSION: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
}

/// The weights that readings of this thread use, and what they weighed.
pub(super) struct Session {
    weights: BTreeMap<&'static str, Weights>,
    examples: RefCell<Vec<Example>>,
}

pub(super) fn session() -> Option<Rc<Session>> {
    SESSION.with_borrow(Clone::clone)
}

impl Session {
    pub fn record<T: PartialEq + Display>(&self, field: &'static str, choice: &Choice<T>, candidates: &Candidates<T>) {
        let named = candidates
            .all()
            .iter()
            .map(|(value, features)| (value.to_string(), features.clone()));
        self.examples.borrow_mut().push(Example {
            field,
            chosen: choice.value.as_ref().map(ToString::to_string),
            candidates: named.collect(),
        });
    }

    pub fn weights(&self, field: &str) -> Option<Weights> {
        self.weights.get(field).cloned()
    }
}

/// Records what a ranking of a field would weigh that its rules decide alone.
pub(crate) fn compare<T: PartialEq + Display>(
    field: &'static str,
    choice: &Choice<T>,
    candidates: impl FnOnce() -> Candidates<T>,
) {
    if let Some(session) = session() {
        let mut candidates = candidates();
        candidates.add_choice(choice);
        session.record(field, choice, &candidates);
    }
}

/// Runs readings of this thread with other weights, and returns what they weighed. A field without weights is decided by its rules.
pub fn with_weights<T>(weights: BTreeMap<&'static str, Weights>, run: impl FnOnce() -> T) -> (T, Vec<Example>) {
    let session = Rc::new(Session {
        weights,
        examples: RefCell::default(),
    });
    let before = SESSION.replace(Some(Rc::clone(&session)));
    let result = run();
    SESSION.set(before);
    let examples = session.examples.take();
    (result, examples)
}
