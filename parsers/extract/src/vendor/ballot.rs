//! Votes for the names on a page.

use std::sync::LazyLock;

use super::names::key;
use crate::phrases::{Parties, Phrases};

/// Labels of the buyer.
pub(super) static BUYER: LazyLock<Phrases> = LazyLock::new(|| Parties::Buyer.phrases());

/// A vote: a name, how much it counts, and why.
#[derive(Clone, Debug)]
pub(super) struct Vote {
    pub name: String,
    pub weight: u32,
    pub why: &'static str,
}

/// Votes of a page.
#[derive(Debug, Default)]
pub(super) struct Ballot {
    pub votes: Vec<Vote>,
}

impl Ballot {
    pub fn add(&mut self, name: Option<String>, weight: u32, why: &'static str) {
        if let Some(name) = name {
            // One rule that finds one name again and again has still only one thing to say.
            let again = self
                .votes
                .iter()
                .filter(|v| v.why == why && key(&v.name) == key(&name))
                .count();
            if again < 2 {
                self.votes.push(Vote { name, weight, why });
            }
        }
    }
}
