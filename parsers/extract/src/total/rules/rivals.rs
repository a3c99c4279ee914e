//! Amounts of the page that may be the total in place of a chosen one.

use std::collections::BTreeSet;

use parser_document::steps;
use parser_model::Money;

use super::super::labelled::{Labelled, in_lines};
use super::super::labels::{Class, Position};
use super::candidates::{Chosen, MAX_UNLABELLED_WORDS};
use super::doubts::{is_same_money, others};
use crate::phrases::Amounts;

/// Of more amounts below, or in a row, no more are tried.
const MAX_STEPS: usize = 8;

/// The amount to which those below the chosen one lead, or those below the only sum before tax, if that isn't the chosen one:
/// `Goods 144.69, delivery 12.99, voucher -10.00, paid 147.68`.
pub(super) fn leads_on<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    let chosen = of.amount;
    if !of.by_label || chosen.value <= Money::ZERO || chosen.class() == Some(Class::Refund) {
        return None;
    }
    let is_plain_label = chosen.has_plain_label();
    // What is left of a plain total was paid before, and it is the total nevertheless.
    let is_other = |end: &&Labelled| {
        let is_part = end.class() == Some(Class::NotATotal) || end.names(&Amounts::OrderTotal);
        !is_part && (end.value > chosen.value || !is_plain_label)
    };
    let from_net = || {
        let mut nets = others(of).filter(|other| other.class() == Some(Class::Net) && is_same_money(chosen, other));
        let net = nets
            .next()
            .filter(|net| net.at.line > chosen.at.line && net.value < chosen.value)?;
        nets.all(|other| other.value == net.value)
            .then(|| end_of_steps(of, net))
            .flatten()
    };
    let from_chosen = end_of_steps(of, chosen).filter(is_other);
    from_chosen.or_else(|| from_net().filter(|end| end.value != chosen.value && end.class() != Some(Class::NotATotal)))
}

/// The amount to which the amounts below another one lead. All between the two are steps, but for a tax, which may be in the sum
/// already, and not all are payments.
fn end_of_steps<'a>(of: &'a Chosen<'_>, start: &Labelled) -> Option<&'a Labelled> {
    let mut sums = BTreeSet::from([start.value]);
    let (mut line, mut is_payment) = (start.at.line, true);
    let below = others(of).filter(|other| other.at.line > start.at.line && !other.value.is_zero());
    for step in below.take(MAX_STEPS).take_while(|step| is_same_money(start, step)) {
        if step.at.line > line && step.value != start.value && sums.contains(&step.value) {
            return (!is_payment).then_some(step);
        }
        if Amounts::EarlyPaymentDiscount.contains(&of.page.content(step.at).words) {
            return None;
        }
        let value = match step.class() {
            Some(Class::Discount) => -step.value.abs(),
            _ => step.value,
        };
        let is_tax = step.class() == Some(Class::Vat);
        is_payment &= is_tax || step.class() == Some(Class::Paid);
        line = step.at.line;
        let before = if is_tax { sums.clone() } else { BTreeSet::new() };
        sums = sums.iter().map(|sum| *sum + value).chain(before).collect();
    }
    None
}

/// The largest amount of a table or list that exceeds the chosen one, which is in a sentence alone, or is labelled as the total.
pub(super) fn larger_than_in_sentence<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    /// In a table the words are few.
    const WORDS: usize = 5;
    let chosen = of.amount;
    let position = chosen.position()?;
    let is_apart = |other: &&Labelled| of.page.content(other.at).words.len() <= WORDS;
    let apart = others(of).filter(is_apart);
    let is_sum = |other: &&Labelled| other.class() != Some(Class::Discount);
    let is_in_prose = of.page.content(chosen.at).words.len() > MAX_UNLABELLED_WORDS;
    let is_in_sentence =
        matches!(position, Position::Sentence | Position::SumSentence) || is_in_prose || is_as_long_as_sentence(chosen);
    if !is_in_sentence || apart.clone().any(|other| other.value.abs() == chosen.value.abs()) {
        return None;
    }
    let is_rival = |other: &&Labelled| other.value > chosen.value.abs() || is_in_prose && other.is_total();
    let rivals = apart.filter(is_sum).filter(is_rival);
    let rivals = rivals.filter(|other| is_same_money(chosen, other));
    rivals.max_by_key(|other| other.value)
}

/// A part of the row whose first amount was chosen as their sum, if it is outside of the row again, as what was paid is.
pub(super) fn part_stated_again<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    let chosen = of.amount;
    let row = in_lines(of.all, chosen.at.line, chosen.at.line);
    let is_first = row.first().is_some_and(|first| first.is(chosen));
    let is_below = |other: &&Labelled| other.at.line > chosen.at.line && other.mark.is_some();
    let is_again = |value: Money| {
        steps::spend(of.all.len());
        of.all.iter().filter(is_below).any(|other| other.value == value)
    };
    let parts: Money = row.iter().skip(1).map(|part| part.value).sum();
    let is_sum = is_first && row.len() > 2 && row.len() <= MAX_STEPS && parts == chosen.value;
    row.iter()
        .skip(1)
        .find(|part| is_sum && is_again(part.value) && !is_again(chosen.value))
}

/// The largest amount of a page whose total is nothing, if nothing says why it is.
pub(super) fn unexplained_nothing<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    if !of.amount.value.is_zero() {
        return None;
    }
    // What is still due is nothing if all was paid, too, and only what was taken off in full says that there was nothing to pay.
    let is_left = of.amount.class() == Some(Class::Due);
    let is_taken_off = |taken: &Labelled| {
        steps::spend(of.all.len());
        taken.value.is_negative() && (!is_left || of.all.iter().any(|other| other.value == taken.value.abs()))
    };
    let explains = |other: &Labelled| {
        let class = other.class();
        is_taken_off(other) || !other.value.is_zero() && matches!(class, Some(Class::Discount | Class::Refund))
    };
    let is_open = |other: &&Labelled| matches!(other.class(), None | Some(Class::Fee | Class::Amount | Class::Paid));
    let largest = others(of).filter(is_open).max_by_key(|other| other.value)?;
    (largest.value > Money::ZERO && !of.all.iter().any(explains)).then_some(largest)
}

/// An amount alone in a line, beside one whose label is as long as a sentence.
pub(super) fn alone_beside_sentence<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    let chosen = of.amount;
    let is_alone = |other: &&Labelled| {
        let (written, text) = (other.written(of.page), &of.page.cell(other.at).text);
        of.page.lines[other.at.line].len() == 1 && (written.start, written.end) == (0, text.len())
    };
    others(of)
        .filter(|_| is_as_long_as_sentence(chosen))
        .filter(is_alone)
        .find(|other| other.value.abs() != chosen.value.abs())
}

/// Whether the words before an amount are as many as a sentence has, and more than those of a total.
fn is_as_long_as_sentence(amount: &Labelled) -> bool {
    /// Labels of tables have fewer.
    const WORDS: usize = 7;
    let words = amount.words().filter(|_| amount.position() == Some(Position::Before));
    words.is_some_and(|words| words.split(' ').count() >= WORDS) && !amount.has_plain_label()
}
