//! Votes for the names on a page.

use std::sync::LazyLock;

use super::names::key;
use super::votes::VoteRule;
use crate::phrases::{Parties, Phrases};

/// Labels of the buyer.
pub(super) static BUYER: LazyLock<Phrases> = LazyLock::new(|| Parties::Buyer.phrases());

/// A rule counts the same name at most so often.
const MAX_REPEATS: usize = 2;

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
}

impl Ballot {
    /// Adds the rule's weakest vote for a name.
    pub fn add(&mut self, name: Option<String>, rule: &'static VoteRule) {
        self.add_strong(name, rule, 0);
    }

    /// Adds a vote. `strength` is the index of its weight; a larger one than the last means the last.
    pub fn add_strong(&mut self, name: Option<String>, rule: &'static VoteRule, strength: usize) {
        let Some(name) = name else { return };
        let is_repeat = |vote: &&Vote| vote.is_by(rule) && key(&vote.name) == key(&name);
        if self.votes.iter().filter(is_repeat).count() < MAX_REPEATS {
            let weights = rule.apply.weights;
            let weight = weights[strength.min(weights.len() - 1)];
            self.votes.push(Vote { name, weight, rule });
        }
    }
}
