//! The rules and the ranking on documents to whose family the ranking was not fitted.

use std::fmt::Write;

use invoices_parsers::ranking::{Lead, Weights};

use super::cases::Case;
use super::fit::{POINT, fit};
use super::parts::PARTS;

/// Number of missing values that are as bad as a wrong one.
const COST_OF_WRONG: i64 = 5;

/// A field, decided both ways.
pub struct Comparison {
    pub field: &'static str,
    /// Fitted to all documents but those held back.
    pub weights: Weights,
    /// Fitted without one part of the families each.
    pub without: Vec<Weights>,
    fitted: Both,
    held_back: Both,
}

/// Readings of documents by the rules alone, and by the rules with the ranking.
#[derive(Clone, Copy, Debug, Default)]
struct Both {
    rules: Count,
    ranking: Count,
}

/// The outcome of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    documents: i64,
    right: i64,
    wrong: i64,
}

impl Count {
    fn add(&mut self, verdict: Option<bool>) {
        self.documents += 1;
        self.right += i64::from(verdict == Some(true));
        self.wrong += i64::from(verdict == Some(false));
    }

    fn worth(self) -> i64 {
        self.right - COST_OF_WRONG * self.wrong
    }
}

impl Comparison {
    /// Fits the weights, and the least lead that is worth most.
    pub fn of(field: &'static str, cases: &[Case]) -> Self {
        let fitted: Vec<&Case> = cases.iter().filter(|case| case.part.is_some()).collect();
        let held_back: Vec<&Case> = cases.iter().filter(|case| case.part.is_none()).collect();
        let without = |part: usize, least_lead: i64| {
            let rest: Vec<&Case> = fitted.iter().copied().filter(|case| case.part != Some(part)).collect();
            fit(&rest, least_lead)
        };
        let without_any: Vec<Weights> = (0..PARTS).map(|part| without(part, 0)).collect();
        let judged: Vec<Judged> = fitted
            .iter()
            .map(|case| Judged::of(case, &without_any[case.part.unwrap_or_default()]))
            .collect();
        // Of equally good ones the largest is the safest.
        let leads = (0..=30).map(|points| points * POINT);
        let least_lead = leads
            .max_by_key(|lead| count(&judged, *lead).ranking.worth())
            .unwrap_or_default();
        let weights = fit(&fitted, least_lead);
        let unseen: Vec<Judged> = held_back.iter().map(|case| Judged::of(case, &weights)).collect();
        Comparison {
            field,
            without: (0..PARTS).map(|part| without(part, least_lead)).collect(),
            fitted: count(&judged, least_lead),
            held_back: count(&unseen, least_lead),
            weights,
        }
    }
}

/// A case with the candidate that leads.
struct Judged {
    by_rules: Option<bool>,
    /// By how much the best candidate leads, and whether it is right.
    best: Option<(i64, bool)>,
}

impl Judged {
    fn of(case: &Case, weights: &Weights) -> Self {
        let scores = case.candidates.iter().map(|(features, _)| weights.score(features));
        let lead = Lead::of(&scores.collect::<Vec<i64>>());
        Judged {
            by_rules: case.by_rules,
            best: lead.map(|lead| (lead.by, case.candidates[lead.best].1)),
        }
    }
}

fn count(judged: &[Judged], least_lead: i64) -> Both {
    let mut both = Both::default();
    for case in judged {
        both.rules.add(case.by_rules);
        let sure = case.best.filter(|(lead, _)| *lead > least_lead);
        both.ranking.add(sure.map(|(_, right)| right).or(case.by_rules));
    }
    both
}

/// The table for docs/reading.md.
pub fn table(comparisons: &[Comparison]) -> String {
    let mut table = String::from(
        "| field | documents | rules: right, wrong | with the ranking | held back | rules: right, wrong | with the ranking |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for comparison in comparisons {
        let Comparison { fitted, held_back, .. } = comparison;
        _ = writeln!(
            table,
            "| `{}` | {} | {}, {} | {}, {} | {} | {}, {} | {}, {} |",
            comparison.field,
            fitted.rules.documents,
            fitted.rules.right,
            fitted.rules.wrong,
            fitted.ranking.right,
            fitted.ranking.wrong,
            held_back.rules.documents,
            held_back.rules.right,
            held_back.rules.wrong,
            held_back.ranking.right,
            held_back.ranking.wrong,
        );
    }
    table
}
