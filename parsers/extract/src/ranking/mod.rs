//! A learned ranking: it weighs the evidence for each candidate of a field, and overrules the rules if it is certain.
//!
//! # What it does Each candidate has features: facts such as `role Order` or `in the head`. Each feature has a weight, and a
//! candidate's score is the sum of the weights of its features. What the rules chose is one feature among others. The candidate
//! with the highest score is taken if it leads the next one, and zero, by more than the field's minimum lead. Otherwise the
//! rules' choice is kept. A seller that the rules took from a PDF is not replaced.
//!
//! # Why
//! A table of rules decides by the first rule that matches, and what speaks for another candidate is not seen. Weights see
//! all of it, and they are fitted to documents instead of written by hand.
//!
//! # Where the weights come from
//! `cargo xtask train` fits them to the invented documents of tests/fixtures and writes `parsers/extract/weights`. Scores are integers, so
//! every machine decides alike. A field has weights only if the ranking reads documents better whose family it was not
//! fitted to: docs/reading.md has the table.

mod features;
#[cfg(any(test, feature = "training"))]
pub mod training;
mod weights;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use parser_document::steps;

use crate::choice::Choice;
pub use features::{Candidates, Features};
pub use weights::{Lead, Weights};

/// The fields that the ranking decides with the rules, each with its file of weights.
pub const FIELDS: [(&str, &str); 3] = [
    ("classification", include_str!("../../weights/classification.txt")),
    ("vendor_name", include_str!("../../weights/vendor_name.txt")),
    ("invoice_date", include_str!("../../weights/invoice_date.txt")),
];

static WEIGHTS: LazyLock<BTreeMap<&'static str, Weights>> = LazyLock::new(|| {
    let read = FIELDS.map(|(field, text)| (field, Weights::parse(text).expect("the weights are checked by a test")));
    read.into()
});

/// The choice of the rules, or another candidate if the ranking is certain. `field` is the field's name in the evidence.
pub fn review<T: PartialEq + Clone + Display>(
    field: &'static str,
    choice: Choice<T>,
    mut candidates: Candidates<T>,
) -> Choice<T> {
    candidates.add_choice(&choice);
    #[cfg(any(test, feature = "training"))]
    if let Some(session) = training::session() {
        session.record(field, &choice, &candidates);
        return match session.weights(field) {
            Some(weights) => decide(&weights, choice, &candidates),
            None => choice,
        };
    }
    match WEIGHTS.get(field) {
        Some(weights) => decide(weights, choice, &candidates),
        None => choice,
    }
}

fn decide<T: PartialEq + Clone + Display>(
    weights: &Weights,
    choice: Choice<T>,
    candidates: &Candidates<T>,
) -> Choice<T> {
    let scores = candidates.all().iter().map(|(_, features)| weights.score(features));
    let scores: Vec<i64> = scores.collect();
    steps::spend(scores.len());
    let Some(lead) = Lead::of(&scores).filter(|lead| lead.by > weights.least_lead()) else {
        return choice;
    };
    let (value, features) = &candidates.all()[lead.best];
    if choice.value.as_ref() == Some(value) {
        return choice;
    }
    let because = format!("most speaks for it: {}", weights.strongest(features).join(", "));
    let considered = choice.value.iter().map(|value| format!("{value} by the rules"));
    let considered = considered.chain(choice.considered.iter().cloned()).collect();
    let mut ranked = Choice::taken(value.clone(), because).among(considered);
    ranked.rule = Some(RULE);
    ranked
}

/// The id in the evidence of a value that the ranking chose.
pub const RULE: &str = "ranking";

#[cfg(test)]
mod tests;
