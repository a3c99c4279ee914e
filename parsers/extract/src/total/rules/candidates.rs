//! The amounts whose labels can name the total.

use std::collections::BTreeSet;

use parser_model::Money;

use super::super::labelled::Labelled;
use super::decision::{Total, taken};
use crate::page::Page;

/// Amounts whose labels can name the total. There is at least one.
pub(super) struct Candidates<'a> {
    pub(super) page: &'a Page<'a>,
    /// Every amount of the page.
    pub(super) all: &'a [Labelled],
    /// The candidates, each with the rank of its label.
    pub(super) ranked: &'a [(u8, &'a Labelled)],
    /// The lowest rank.
    pub(super) best: u8,
    /// The candidates of that rank.
    pub(super) best_ranked: Vec<&'a Labelled>,
    /// Their different values.
    pub(super) values: BTreeSet<Money>,
    /// The last of them.
    pub(super) last: &'a Labelled,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(page: &'a Page<'a>, best: u8, ranked: &'a [(u8, &'a Labelled)], all: &'a [Labelled]) -> Self {
        let best_ranked: Vec<&Labelled> = ranked.iter().filter(|(r, _)| *r == best).map(|(_, l)| *l).collect();
        Candidates {
            page,
            all,
            ranked,
            best,
            values: best_ranked.iter().map(|l| l.value).collect(),
            last: best_ranked[best_ranked.len() - 1],
            best_ranked,
        }
    }

    pub(super) fn is_one(&self) -> bool {
        self.values.len() == 1
    }

    pub(super) fn has_same_label(&self) -> bool {
        let words = unnumbered(self.last);
        self.best_ranked.iter().all(|l| unnumbered(l) == words)
    }

    pub(super) fn sum(&self) -> Money {
        self.values.iter().copied().sum()
    }

    /// Takes the last amount of the best rank that has this value.
    pub(super) fn take(&self, value: Money, why: &str) -> Option<Total> {
        let amount = self.best_ranked.iter().rev().find(|l| l.value == value)?;
        Some(taken(amount, why))
    }
}

/// A label's words without numbers: `Summa paket 1` and `Summa paket 2` are one label.
fn unnumbered(amount: &Labelled) -> Option<String> {
    let words = &amount.label.as_ref()?.words;
    let words: Vec<&str> = words
        .split(' ')
        .filter(|word| !word.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    Some(words.join(" "))
}
