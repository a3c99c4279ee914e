//! Mentions for the names on a page.

use std::collections::{HashMap, HashSet};

use super::names::key;
use super::scoring::ScoringRule;

/// Maximum number of times a rule counts the same name.
const MAX_REPEATS: usize = 2;
/// More different names than any receipt has. Each is compared with the others.
const MAX_NAMES: usize = 100;

/// A name with the rule that found it.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub name: String,
    pub points: u32,
    pub rule: &'static ScoringRule,
}

impl Mention {
    pub fn is_by(&self, rule: &ScoringRule) -> bool {
        self.rule.id == rule.id
    }
}

/// Mentions of a page.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    pub all: Vec<Mention>,
    names: HashSet<String>,
    /// How often a rule, given by its id, found the name of a key.
    repeats: HashMap<(&'static str, String), usize>,
}

impl Mentions {
    pub fn add(&mut self, name: Option<String>, rule: &'static ScoringRule) {
        self.add_strong(name, rule, 0);
    }

    /// Adds a mention. `strength` is the index of its points; a larger one than the last means the last.
    pub fn add_strong(&mut self, name: Option<String>, rule: &'static ScoringRule, strength: usize) {
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
            let all = rule.apply.points;
            let points = all[strength.min(all.len() - 1)];
            self.all.push(Mention { name, points, rule });
        }
    }
}
