//! The rules that decide the total.

mod candidates;
mod doubts;
mod labelled;
mod pieces;
mod rivals;
mod sums;
mod unlabelled;
mod vetoes;

use super::labelled::Labelled;
use crate::page::Page;
use crate::rule::{self, Table};
pub use candidates::{ANSWERED, Total};
use candidates::{Candidates, Chosen, refused};
use labelled::BY_LABEL;
use unlabelled::Unlabelled;
use vetoes::is_in_column;

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

/// The amounts without those of a column's rows that are less than the amount of a label of its own: `Total price` heads the
/// prices of all lines, and `Total` is their sum.
fn without_columns<'a>(page: &Page<'_>, ranked: &[(u8, &'a Labelled)]) -> Vec<(u8, &'a Labelled)> {
    let (columns, others): (Vec<_>, Vec<_>) = ranked.iter().partition(|(_, amount)| is_in_column(page, amount));
    let Some(largest) = others.iter().map(|(_, amount)| amount.value).max() else {
        return columns;
    };
    let rows = columns.into_iter().filter(|(_, amount)| amount.value >= largest);
    others.into_iter().chain(rows).collect()
}

pub(super) fn decide(page: &Page<'_>, ranked: &[(u8, &Labelled)], all: &[Labelled], refund: bool) -> Total {
    let ranked = without_columns(page, ranked);
    let decided = match ranked.iter().map(|(rank, _)| *rank).min() {
        Some(best) => {
            let candidates = Candidates::new(page, best, &ranked, all);
            rule::first(labelled::RULES, |apply| apply(&candidates))
        }
        None => Unlabelled::new(page, all, refund)
            .and_then(|amounts| rule::first(unlabelled::RULES, |apply| apply(&amounts))),
    };
    let Some((mut id, mut total)) = decided else {
        return refused("", false);
    };
    if let Some(amount) = &total.amount
        && let by_label = id == BY_LABEL
        && let chosen = (Chosen {
            page,
            amount,
            all,
            by_label,
        })
        && let Some((veto, refused)) = rule::first(vetoes::RULES, |apply| apply(&chosen))
    {
        let doubted = total.amount.take();
        (id, total) = (veto, Total { doubted, ..refused });
    }
    total.choice = total.choice.by(id);
    total
}
