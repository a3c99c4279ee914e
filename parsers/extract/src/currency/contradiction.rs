//! Marks that contradict each other about the currency of the total.

use std::collections::BTreeSet;

use parser_model::Currency;

use super::sign::{can_mean, meaning, meanings};
use super::text::codes_in;
use crate::page::Page;
use crate::total::{Labelled, Total};

/// The currencies that the marks of the total name, or those of all amounts if it has none; none if they agree.
pub fn contradicting(page: &Page<'_>, total: &Total, all: &[Labelled]) -> BTreeSet<Currency> {
    let found = match &total.amount {
        Some(amount) if amount.mark.is_some() => of_total(page, amount, all),
        _ => meanings(page, all).flatten().collect(),
    };
    if found.len() > 1 { found } else { BTreeSet::new() }
}

/// The currencies beside the chosen amount, in its label, and beside the same amount where it is labelled as a total again.
pub(super) fn of_total(page: &Page<'_>, amount: &Labelled, all: &[Labelled]) -> BTreeSet<Currency> {
    let Some(own) = amount.mark.and_then(|mark| meaning(page, mark, all)) else {
        return BTreeSet::new();
    };
    let is_again = |other: &&Labelled| other.value == amount.value && other.is_total();
    let again = all.iter().filter(is_again).filter_map(|other| other.mark?.currency());
    let own_codes = in_label(page, amount).into_iter().chain(on_both_sides(page, amount));
    let others = own_codes.chain(again).filter(|code| !can_mean(amount.mark, *code));
    std::iter::once(own).chain(others).collect()
}

/// The codes of an amount: two in `GBP 1020.00 NGN`.
fn on_both_sides<'p>(page: &'p Page<'_>, amount: &Labelled) -> impl Iterator<Item = Currency> + 'p {
    let own = amount.written(page);
    codes_in(&page.cell(amount.at).text[own.start..own.end])
}

/// The codes in the words of the label. Small letters are none: `all` and `try` are words.
fn in_label(page: &Page<'_>, amount: &Labelled) -> Vec<Currency> {
    let Some(words) = amount.words() else {
        return Vec::new();
    };
    let line = page.document.lines[amount.at.line].iter();
    let above = page.above(amount.at, 2).map(|at| page.cell(at));
    let codes = line.chain(above).flat_map(|cell| codes_in(&cell.text));
    let is_in_words = |code: &Currency| words.split(' ').any(|word| word.eq_ignore_ascii_case(code.as_str()));
    codes.filter(is_in_words).collect()
}
