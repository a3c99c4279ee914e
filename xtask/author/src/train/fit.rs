//! Fitting: an averaged perceptron with a margin, in integers, so that every machine gets the same weights.
//!
//! For each document whose right candidate does not lead the best wrong one by the margin, the features of the right one gain
//! a point and those of the wrong one lose one. The weights are the averages over all steps, which a single document changes
//! little (Freund and Schapire, "Large Margin Classification Using the Perceptron Algorithm", 1999).

use std::collections::BTreeMap;

use invoices_parsers::ranking::{Features, Weights};

use super::cases::Case;

/// Number of passes over the documents.
const ROUNDS: usize = 10;
/// The lead that fitting asks for, in points.
const MARGIN: i64 = 10;
/// Weights are hundredths of a point.
pub const POINT: i64 = 100;

/// Documents are taken in steps of this prime, so that those of one kind do not follow one another.
const STRIDE: usize = 7_919;

/// The points of a feature.
#[derive(Clone, Copy, Default)]
struct Points {
    now: i64,
    /// The sum of its changes, each times the step in which it happened.
    changes: i64,
}

/// The weights of the features of these cases.
pub fn fit(cases: &[&Case], least_lead: i64) -> Weights {
    let mut fitting = Fitting::default();
    for round in 0..ROUNDS {
        for index in 0..cases.len() {
            fitting.learn(cases[(index * STRIDE + round) % cases.len()]);
        }
    }
    Weights::new(least_lead, fitting.average())
}

#[derive(Default)]
struct Fitting<'a> {
    points: BTreeMap<&'a str, Points>,
    step: i64,
}

impl<'a> Fitting<'a> {
    fn learn(&mut self, case: &'a Case) {
        self.step += 1;
        let scored = || {
            case.candidates
                .iter()
                .map(|(features, right)| (self.score(features), *right, features))
        };
        let best = |wanted: bool| {
            scored()
                .filter(|(_, right, _)| *right == wanted)
                .max_by_key(|(score, ..)| *score)
        };
        let (right, wrong) = (best(true), best(false));
        // No value at all has the score zero. It is right if no candidate is.
        let (gains, loses) = match (right, wrong) {
            (Some((score, _, gains)), Some((rival, _, loses))) if rival > 0 => {
                (score - rival < MARGIN).then_some((Some(gains), Some(loses)))
            }
            (Some((score, _, gains)), _) => (score < MARGIN).then_some((Some(gains), None)),
            (None, Some((rival, _, loses))) => (-rival < MARGIN).then_some((None, Some(loses))),
            (None, None) => None,
        }
        .unwrap_or_default();
        self.change(gains, 1);
        self.change(loses, -1);
    }

    fn score(&self, features: &Features) -> i64 {
        features
            .iter()
            .filter_map(|name| self.points.get(name))
            .map(|points| points.now)
            .sum()
    }

    fn change(&mut self, features: Option<&'a Features>, by: i64) {
        for name in features.into_iter().flat_map(Features::iter) {
            let points = self.points.entry(name).or_default();
            points.now += by;
            points.changes += by * self.step;
        }
    }

    /// The average of each feature's points over all steps.
    fn average(&self) -> BTreeMap<String, i64> {
        let averages = self.points.iter().map(|(name, points)| {
            let sum = points.now * self.step - points.changes;
            ((*name).to_owned(), sum * POINT / self.step.max(1))
        });
        averages.filter(|(_, weight)| *weight != 0).collect()
    }
}
