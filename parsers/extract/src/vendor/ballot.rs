//! Votes for the names on a page.

use std::collections::{HashMap, HashSet};

use super::names::key;
use super::votes::VoteRule;
use crate::phrases::{LazyLock, Parties, Phrases};

/// Labels of the buyer.
pub(super) static BUYER: LazyLock<Phrases> = LazyLock::new(|| Parties::Buyer.phrases());

/// Maximum number of times a rule counts the same name.
const MAX_REPEATS: usize = 2;
/// More different names than any receipt has. Each is compared with the others.
const MAX_NAMES: usize = 100;

/// A name with the rule that found it.
#[derive(Clone, Debug)]
pub(super) struct Vote {
    pub name: String,
    pub weight: u32,
    pub rule: &'static VoteRule,
}

impl Vote {
    pub fn is_by(&self, rule: &VoteRule) -> bool {
        self.rule.id == rule.id
    }
}

/// Votes of a page.
#[derive(Debug, Default)]
pub(super) struct Ballot {
    pub votes: Vec<Vote>,
    /// The keys of the names.
    names: HashSet<String>,
    /// How often a rule, given by its id, found the name of a key.
    repeats: HashMap<(&'static str, String), usize>,
}

impl Ballot {
    /// Adds the rule's weakest vote for a name.
    pub fn add(&mut self, name: Option<String>, rule: &'static VoteRule) {
        self.add_strong(name, rule, 0);
    }

    /// Adds a vote. `strength` is the index of its weight; a larger one than the last means the last.
    pub fn add_strong(&mut self, name: Option<String>, rule: &'static VoteRule, strength: usize) {
        let Some(name) = name else { return };
        let key = key(&name);
        if !self.names.contains(&key) {
            if self.names.len() == MAX_NAMES {
                return;
            }
            self.names.insert(key.clone());
        }
        let repeats = self.repeats.entry((rule.id, key)).or_default();
        *repeats += 1;
        if *repeats <= MAX_REPEATS {
            let weights = rule.apply.weights;
            let weight = weights[strength.min(weights.len() - 1)];
            self.votes.push(Vote { name, weight, rule });
        }
    }
}
