//! The rules that decide the total.

mod candidates;
mod labelled;
mod pieces;
mod sums;
mod unlabelled;
mod vetoes;

use super::labelled::Labelled;
use crate::page::Page;
use crate::rule::{self, Table};
use candidates::Candidates;
pub use candidates::Total;
use candidates::refused;
use unlabelled::Unlabelled;

pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            "total_amount",
            "If the label of an amount can name the total.",
            labelled::RULES,
        ),
        Table::new("total_amount", "If no label can name the total.", unlabelled::RULES),
        Table::new(
            "total_amount",
            "If an amount was chosen: what makes it uncertain.",
            vetoes::RULES,
        ),
    ]
}

pub(super) fn decide(page: &Page<'_>, ranked: &[(u8, &Labelled)], all: &[Labelled], refund: bool) -> Total {
    let decided = match ranked.iter().map(|(rank, _)| *rank).min() {
        Some(best) => {
            let candidates = Candidates::new(page, best, ranked, all);
            rule::first(labelled::RULES, |apply| apply(&candidates))
        }
        None => Unlabelled::new(page, all, refund)
            .and_then(|amounts| rule::first(unlabelled::RULES, |apply| apply(&amounts))),
    };
    let Some((mut id, mut total)) = decided else {
        return refused("", false);
    };
    if let Some(amount) = &total.amount
        && let Some((veto, refused)) = rule::first(vetoes::RULES, |apply| apply(page, amount))
    {
        (id, total) = (veto, refused);
    }
    total.choice = total.choice.by(id);
    total
}
