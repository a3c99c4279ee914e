//! The weights of a field's features.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::features::Features;

/// The weights of a field's features, and the least lead of a candidate that is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    least_lead: i64,
    of: BTreeMap<String, i64>,
}

/// Number of features listed in the evidence.
const MAX_STRONGEST: usize = 4;

impl Weights {
    /// Of these features.
    pub fn new(least_lead: i64, of: BTreeMap<String, i64>) -> Self {
        Weights { least_lead, of }
    }

    /// Reads what [`Weights::to_text`] writes. `None` if a line has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut weights = Weights::default();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        for line in lines {
            let (number, name) = line.trim_start().split_once(' ')?;
            let number = number.parse().ok()?;
            if name == LEAST_LEAD {
                weights.least_lead = number;
            } else {
                weights.of.insert(name.to_owned(), number);
            }
        }
        Some(weights)
    }

    /// A line for each feature: its weight and its name. The largest weights come first.
    pub fn to_text(&self) -> String {
        let mut text = format!("{:>6} {LEAST_LEAD}\n", self.least_lead);
        let mut sorted: Vec<(&String, &i64)> = self.of.iter().collect();
        sorted.sort_by_key(|(_, weight)| Reverse(**weight));
        for (name, weight) in sorted {
            _ = writeln!(text, "{weight:>6} {name}");
        }
        text
    }

    /// The sum of the weights of these features. A feature without a weight says nothing.
    pub fn score(&self, features: &Features) -> i64 {
        features.iter().filter_map(|name| self.of.get(name)).sum()
    }

    /// A candidate is taken if it leads by more.
    pub fn least_lead(&self) -> i64 {
        self.least_lead
    }

    /// Those of the features that speak most for their candidate.
    pub fn strongest<'f>(&self, features: &'f Features) -> Vec<&'f str> {
        let weighed = features.iter().filter_map(|name| Some((*self.of.get(name)?, name)));
        let mut sorted: Vec<(i64, &str)> = weighed.filter(|(weight, _)| *weight > 0).collect();
        sorted.sort_by_key(|(weight, _)| Reverse(*weight));
        sorted.truncate(MAX_STRONGEST);
        sorted.into_iter().map(|(_, name)| name).collect()
    }
}

/// The name of the first line's number.
const LEAST_LEAD: &str = "is the least lead";

/// The best of some scores, and by how much it leads the next one and zero, which is the score of no value at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The index of the best score.
    pub best: usize,
    /// Its lead. Zero or less if nothing is best.
    pub by: i64,
}

impl Lead {
    /// `None` if there are no scores.
    pub fn of(scores: &[i64]) -> Option<Self> {
        let best = (0..scores.len()).max_by_key(|at| (scores[*at], Reverse(*at)))?;
        let others = (0..scores.len()).filter(|at| *at != best).map(|at| scores[at]);
        let next = others.max().unwrap_or(0).max(0);
        Some(Lead {
            best,
            by: scores[best] - next,
        })
    }
}
