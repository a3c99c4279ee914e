//! Mentions for the names on a page, and what the ranking weighs of them.

use std::collections::{HashMap, HashSet};

use super::names::key;
use super::scoring::ScoringRule;
use crate::ranking::Candidates;

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

pub(super) struct Name<'a> {
    /// As the record would spell it.
    pub spelling: String,
    pub mentions: &'a [Mention],
    /// Twice its points, and the points of related names.
    pub score: u32,
    /// Whether one of its spellings is that of the register of companies.
    pub is_legal: bool,
}

/// More points than these are as good as these.
const MOST_POINTS: u32 = 12;
/// A larger lead, or a larger distance, is as good as this.
const MOST_LEAD: i64 = 10;
/// A name with more words is as long as this.
const MOST_WORDS: usize = 6;

/// The names. Those with the highest score come first.
pub(super) fn candidates(names: &[Name<'_>], is_mail: bool) -> Candidates<String> {
    let mut candidates = Candidates::new();
    for (place, name) in names.iter().enumerate() {
        // The names are in order, so that the rival of all others is the first.
        let rival = names.get(usize::from(place == 0)).map_or(0, |rival| rival.score);
        let lead = (i64::from(name.score) - i64::from(rival)).clamp(-MOST_LEAD, MOST_LEAD);
        let features = candidates.of(name.spelling.clone());
        for mention in name.mentions {
            features.add(format!("{} gives {} points", mention.rule.id, mention.points));
        }
        features.add(format!("{} points", (name.score / 2).min(MOST_POINTS)));
        features.add(format!("leads by {lead}"));
        features.add(match place {
            0 => "the first name",
            1 => "the second name",
            2 => "the third name",
            _ => "a later name",
        });
        features.add(format!("{} names", names.len().min(MOST_WORDS)));
        features.add(format!("{} words", name.spelling.split(' ').count().min(MOST_WORDS)));
        features.add_if(name.is_legal, "with a legal form");
        features.add(if is_mail { "in a mail" } else { "in a PDF" });
    }
    candidates
}
