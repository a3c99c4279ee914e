//! Marks that contradict each other about the currency of the total.

use std::collections::BTreeSet;

use parser_model::Currency;

use super::mark::Mark;
use super::sign::{can_mean, meaning};
use super::text::codes_in;
use crate::page::Page;
use crate::total::{Labelled, Total, is_total};

/// The currencies that the marks of the total name, or those of all amounts if it has none; none if they agree.
pub fn contradicting(page: &Page<'_>, total: &Total, all: &[Labelled]) -> BTreeSet<Currency> {
    // What a sign means is searched for on the whole page.
    let of_amounts = || {
        let mut marks: Vec<Mark> = Vec::new();
        for mark in all.iter().filter_map(|amount| amount.mark) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        marks.into_iter().filter_map(|mark| meaning(page, mark, all)).collect()
    };
    let found = match &total.amount {
        Some(amount) if amount.mark.is_some() => of_total(page, amount, all),
        _ => of_amounts(),
    };
    if found.len() > 1 { found } else { BTreeSet::new() }
}

/// The currencies beside the chosen amount, in its label, and beside the same amount where it is labelled as a total again.
pub(super) fn of_total(page: &Page<'_>, amount: &Labelled, all: &[Labelled]) -> BTreeSet<Currency> {
    let Some(own) = amount.mark.and_then(|mark| meaning(page, mark, all)) else {
        return BTreeSet::new();
    };
    let is_again = |other: &&Labelled| other.value == amount.value && other.label.as_ref().is_some_and(is_total);
    let again = all.iter().filter(is_again).filter_map(|other| match other.mark? {
        Mark::Code(code) | Mark::Symbol(code) => Some(code),
        Mark::Dollar | Mark::Krona => None,
    });
    let named = in_label(page, amount)
        .into_iter()
        .chain(on_both_sides(page, amount))
        .chain(again);
    let others = named.filter(|code| !can_mean(amount.mark, *code));
    std::iter::once(own).chain(others).collect()
}

/// The codes of an amount: two in `GBP 1020.00 NGN`.
fn on_both_sides(page: &Page<'_>, amount: &Labelled) -> Vec<Currency> {
    let text = &page.cell(amount.at).text;
    let own = page.content(amount.at).amounts.get(amount.index);
    own.map_or_else(Vec::new, |own| codes_in(&text[own.start..own.end]).collect())
}

/// The codes in the words of the label. Small letters are none: `all` and `try` are words.
fn in_label(page: &Page<'_>, amount: &Labelled) -> Vec<Currency> {
    let Some(label) = &amount.label else {
        return Vec::new();
    };
    let line = page.document.lines[amount.at.line].iter();
    let above = page.above(amount.at, 2).map(|at| page.cell(at));
    let codes = line.chain(above).flat_map(|cell| codes_in(&cell.text));
    let is_in_words = |code: &Currency| {
        label
            .words
            .split(' ')
            .any(|word| word.eq_ignore_ascii_case(code.as_str()))
    };
    codes.filter(is_in_words).collect()
}
