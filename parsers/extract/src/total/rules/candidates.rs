//! The amounts whose labels can name the total, and what the rules decide of them.

use std::collections::BTreeSet;

use parser_model::Money;
use parser_model::reading::Answer;

use super::super::labelled::Labelled;
use crate::choice::{Because, Choice};
use crate::page::Page;

/// Amounts whose labels can name the total. There is at least one.
pub(super) struct Candidates<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) all: &'a [Labelled],
    pub(super) ranked: &'a [(u8, &'a Labelled)],
    pub(super) best: u8,
    pub(super) best_ranked: Vec<&'a Labelled>,
    pub(super) values: BTreeSet<Money>,
    pub(super) last: &'a Labelled,
}

/// The chosen amount, among all of its page.
pub(super) struct Chosen<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) amount: &'a Labelled,
    pub(super) all: &'a [Labelled],
    /// Whether its label alone is the reason.
    pub(super) by_label: bool,
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
    let words = amount.words()?.split(' ');
    let words = words.filter(|word| !word.bytes().all(|b| b.is_ascii_digit()));
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Maximum number of words in a cell whose amount can be the total without a label.
pub(super) const MAX_UNLABELLED_WORDS: usize = 14;

/// The chosen total and the amount that it is.
#[derive(Clone, Debug, Default)]
pub struct Total {
    pub choice: Choice<Money>,
    /// The amount on the page; `None` if the total is the sum of several or refused.
    pub amount: Option<Labelled>,
    /// The amount that was chosen before something made it uncertain.
    pub doubted: Option<Labelled>,
    /// The amount that speaks against that one.
    pub rival: Option<Labelled>,
    /// Whether orders with totals of their own were seen: nothing was chosen because each has its own.
    pub several: bool,
    pub labelled: bool,
}

impl Total {
    /// The total that the user gave, on the page where it is.
    pub fn answered(answer: Answer, all: &[Labelled]) -> Self {
        Total::taught(Choice::taken(answer.total_amount, ANSWERED), all)
    }

    /// The total that a taught label names, on the page where it is.
    pub fn taught(choice: Choice<Money>, all: &[Labelled]) -> Self {
        let is_it = |l: &&Labelled| choice.value.is_some_and(|value| value.abs() == l.value.abs());
        Total {
            amount: all.iter().filter(is_it).max_by_key(|l| l.label.is_some()).cloned(),
            labelled: true,
            choice,
            ..Total::default()
        }
    }
}

/// Why a value is the one that the user gave.
pub const ANSWERED: &str = "the user's answer";

pub(super) fn taken(amount: &Labelled, why: &str) -> Total {
    let because = match &amount.label {
        Some(label) => Because {
            sentence: format!("{why}: \u{201c}{}\u{201d} {}", label.words, label.position.as_str()),
            words: Some(label.words.clone()),
        },
        None => why.into(),
    };
    Total {
        choice: Choice::taken(amount.value, because),
        amount: Some(amount.clone()),
        labelled: true,
        ..Total::default()
    }
}

pub(super) fn refused(why: &str, several: bool) -> Total {
    Total {
        choice: Choice::refused(why),
        several,
        ..Total::default()
    }
}

/// Refuses the chosen amount because of another one, which is a candidate too.
pub(super) fn refused_for(rival: &Labelled, why: &str) -> Total {
    Total {
        rival: Some(rival.clone()),
        ..refused(why, false)
    }
}
