//! The rules that decide the total.

mod labelled;
mod unlabelled;

use super::{Labelled, Total};
use crate::choice::Choice;
use crate::page::Page;
use crate::rule::{self, Table};
use labelled::Candidates;
use unlabelled::Unlabelled;

/// The rules as documentation shows them.
pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            "total_amount",
            "Where the label of an amount can name the total.",
            labelled::RULES,
        ),
        Table::new("total_amount", "Where no label can name the total.", unlabelled::RULES),
    ]
}

/// An amount without a label stands among at most so many words.
const MAX_FREE_WORDS: usize = 14;

/// Applies the tables.
pub(super) fn decide(page: &Page<'_>, ranked: &[(u8, &Labelled)], all: &[Labelled], refund: bool) -> Total {
    let decided = match ranked.iter().map(|(rank, _)| *rank).min() {
        Some(best) => {
            let candidates = Candidates::new(page, best, ranked, all);
            rule::first(labelled::RULES, |apply| apply(&candidates))
        }
        None => Unlabelled::new(page, all, refund)
            .and_then(|amounts| rule::first(unlabelled::RULES, |apply| apply(&amounts))),
    };
    let Some((id, mut total)) = decided else {
        return refused("", false);
    };
    total.choice = total.choice.by(id);
    total
}

fn taken(amount: &Labelled, why: &str) -> Total {
    let because = match &amount.label {
        Some(label) => format!("{why}: \u{201c}{}\u{201d} {}", label.words, label.position.as_str()),
        None => why.to_owned(),
    };
    Total {
        choice: Choice::taken(amount.value, because),
        amount: Some(amount.clone()),
        several: false,
        labelled: true,
    }
}

fn refused(why: &str, several: bool) -> Total {
    Total {
        choice: Choice::refused(why),
        amount: None,
        several,
        labelled: false,
    }
}
