//! What other amounts of the page say against a chosen total.

use std::collections::BTreeSet;

use parser_document::steps;
use parser_model::Money;

use super::super::labelled::{Labelled, in_lines};
use super::super::labels::{Class, Position, is_in_favour};
use super::candidates::{Chosen, MAX_UNLABELLED_WORDS};
use crate::finish::steps::confirm;
use crate::payment;
use crate::phrases::Amounts;
use crate::words::Words;

/// The amounts that may be sums of this document: money outside of running text.
pub(super) fn others<'a>(of: &'a Chosen<'_>) -> impl Iterator<Item = &'a Labelled> + Clone {
    steps::spend(of.all.len());
    let is_sum = |other: &&Labelled| {
        let in_prose = of.page.content(other.at).words.len() > MAX_UNLABELLED_WORDS;
        other.strong && !in_prose && other.position() != Some(Position::ColumnHead)
    };
    of.all.iter().filter(is_sum)
}

/// Whether two amounts can be in one currency.
pub(super) fn is_same_money(one: &Labelled, other: &Labelled) -> bool {
    one.mark == other.mark || one.mark.is_none() || other.mark.is_none()
}

/// Less than a subtotal, though no discount, deduction or credit is on the page.
pub(super) fn is_less_than_subtotal(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    let is_subtotal = |other: &&Labelled| {
        other.class() == Some(Class::Net) && other.value > chosen.value && is_same_money(chosen, other)
    };
    let lowers = |other: &Labelled| {
        let is_money_taken_off = matches!(
            other.class(),
            Some(Class::Discount | Class::Paid | Class::Due | Class::Refund | Class::NotATotal)
        );
        other.value.is_negative() || is_money_taken_off && other.position() != Some(Position::ColumnHead)
    };
    let is_named = || {
        let mut contents = of.page.lines.iter().flatten();
        steps::spend(of.page.lines.len());
        // `./.` is a minus sign in German.
        let mut cells = of.page.document.lines.iter().flatten();
        contents.any(|content| Amounts::Discount.matches_all(&content.words))
            || cells.any(|cell| cell.text.starts_with("./."))
    };
    chosen.value > Money::ZERO
        && others(of).any(|other| is_subtotal(&other))
        && !of.all.iter().any(|other| !other.is(chosen) && lowers(other))
        && !is_named()
        && !is_left_of_larger(of)
        && !confirm(of.page, of.all, chosen.value)
}

/// Whether an amount between a larger one and the chosen one is the difference: `Total 900, deduction for labour 200`.
fn is_left_of_larger(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    let before = others(of).filter(|other| other.at < chosen.at);
    let mut larger: BTreeSet<Money> = BTreeSet::new();
    for other in before {
        if larger.contains(&(chosen.value + other.value.abs())) {
            return true;
        }
        if other.value > chosen.value {
            larger.insert(other.value);
        }
    }
    false
}

/// A tax on top of the chosen amount makes another, larger one.
pub(super) fn leaves_tax_out(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    if chosen.value <= Money::ZERO {
        return false;
    }
    let is_on_top = |other: &&Labelled| {
        let is_part = other.names(&Amounts::OfWhichVat) || other.names(&Amounts::VatIncluded);
        other.class() == Some(Class::Vat) && other.value > Money::ZERO && other.value < chosen.value && !is_part
    };
    let taxes = others(of).filter(is_on_top).take(MAX_TAXES);
    // What follows a discount or a payment may be the sum before it.
    let is_other_sum =
        |other: &Labelled| !matches!(other.class(), Some(Class::NotATotal | Class::Paid | Class::Discount));
    let wholes = others(of).filter(|other| is_other_sum(other));
    taxes.map(|tax| chosen.value + tax.value).any(|whole| {
        steps::spend(of.all.len());
        wholes
            .clone()
            .any(|other| other.value == whole && is_same_money(chosen, other))
    })
}

/// Of more taxes no more are tried.
const MAX_TAXES: usize = 6;

/// An amount below that is given back because more was paid: `Costs 900, instalments 950, in your favour 50`. The chosen amount is
/// the costs, or the only payment.
pub(super) fn credit_below<'a>(of: &'a Chosen<'_>) -> Option<&'a Labelled> {
    let chosen = of.amount;
    // `Abschläge 950, Guthaben 50`: a plain word for a refund counts if no label calls the chosen amount a total.
    let is_open = matches!(chosen.class(), None | Some(Class::Paid | Class::Amount)) && !is_total_elsewhere(of);
    let is_method = |other: &Labelled| other.words().is_some_and(payment::is_method_alone);
    let is_plain_refund = |words: &str| Amounts::Refund.matches_all(&Words::of(words));
    let comes_back = |other: &Labelled| other.words().is_some_and(is_plain_refund) && !is_method(other);
    // What follows from the amount to pay is taken off it already.
    let is_to_pay = chosen.class() == Some(Class::Due) || chosen.names(&Amounts::ToPay);
    let is_credit = |other: &&Labelled| {
        let is_in_favour = other.value.is_negative() && is_in_favour(of.page, other.at);
        other.at.line > chosen.at.line && (is_in_favour || is_open && comes_back(other))
    };
    // What is left on a gift card isn't paid back.
    let others = || others(of).filter(|other| !other.names(&Amounts::GiftCard));
    let is_left_of_payments = |credit: &Labelled| {
        let paid = chosen.value + credit.value.abs();
        // Of cash that was given comes change.
        let is_given = |other: &Labelled| is_method(other) || other.names(&payment::CASH);
        let between = || others().filter(|other| other.at > chosen.at && other.at < credit.at && !is_given(other));
        let sum: Money = between().map(|other| other.value.abs()).sum();
        chosen.value > Money::ZERO && !is_to_pay && (sum == paid || between().any(|other| other.value.abs() == paid))
    };
    let is_left_of_chosen = |credit: &Labelled| {
        let costs = chosen.value.abs() - credit.value.abs();
        let is_costs = |other: &Labelled| !other.is(chosen) && other.at < credit.at && other.value == costs;
        chosen.class() == Some(Class::Paid) && !is_total_elsewhere(of) && others().any(is_costs)
    };
    let mut credits = others().filter(is_credit).take(MAX_CREDITS);
    credits.find(|credit| is_left_of_payments(credit) || is_left_of_chosen(credit))
}

/// Whether the label of a total names the chosen amount elsewhere: `Total 300, paid 300`.
fn is_total_elsewhere(of: &Chosen<'_>) -> bool {
    let is_total = |other: &Labelled| matches!(other.class(), Some(Class::Total | Class::Grand | Class::Due));
    others(of).any(|other| is_total(other) && other.value.abs() == of.amount.value.abs())
}

/// Of more credits no more are tried.
const MAX_CREDITS: usize = 6;

/// A larger amount below, whose label says that it includes tax.
pub(super) fn other_includes_tax(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    let includes_tax = |other: &Labelled| {
        let is_price = matches!(other.class(), Some(Class::NotATotal | Class::Vat));
        !is_price && other.names(&Amounts::VatIncluded) && other.names(&Amounts::Vat)
    };
    let lowers = |other: &Labelled| other.value.is_negative() || other.class() == Some(Class::Discount);
    let is_larger =
        |other: &Labelled| other.at.line > chosen.at.line && other.value > chosen.value && is_same_money(chosen, other);
    chosen.value > Money::ZERO
        && others(of).any(|other| is_larger(other) && includes_tax(other))
        && !others(of).any(lowers)
}

/// A larger amount in the row of the chosen one, to which the row's other amounts don't lead by a deduction.
pub(super) fn other_in_row(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    if chosen.value <= Money::ZERO || chosen.position() != Some(Position::Left) {
        return false;
    }
    let row = in_lines(of.all, chosen.at.line, chosen.at.line);
    let is_larger = |other: &Labelled| {
        other.strong && other.label.is_none() && other.value > chosen.value && is_same_money(chosen, other)
    };
    row.iter().any(is_larger) && !row.iter().any(|other| other.value.is_negative())
}

/// A label that says just `Total` names another amount.
pub(super) fn differs_from_plain_total(of: &Chosen<'_>) -> bool {
    let chosen = of.amount;
    let is_beside = matches!(chosen.position(), Some(Position::After | Position::Below));
    let is_plain_total = |other: &Labelled| {
        let is_sum = matches!(other.class(), Some(Class::Total | Class::Grand));
        is_sum && other.is_labelled_in_table() && other.has_plain_label()
    };
    let alike = |other: &Labelled| other.value.abs() == chosen.value.abs();
    let plain = others(of).filter(|other| is_plain_total(other)).take(MAX_PLAIN);
    of.by_label
        && chosen.class() != Some(Class::Refund)
        && (chosen.is_labelled_in_table() || is_beside)
        && !chosen.has_plain_label()
        && plain.clone().next().is_some()
        && plain.clone().all(|other| !alike(other))
        && !plain
            .clone()
            .any(|other| is_difference_between(of, other) || is_sum_of_row(of, other))
}

/// Of more plain totals no more are compared.
const MAX_PLAIN: usize = 6;

/// Whether the row of another amount adds up to the chosen one: `Total | 1 395,15 | 292,98`, then `Total with tax 1 688,13`.
fn is_sum_of_row(of: &Chosen<'_>, other: &Labelled) -> bool {
    let row = in_lines(of.all, other.at.line, other.at.line);
    let sum: Money = row.iter().map(|part| part.value).sum();
    row.len() > 1 && sum == of.amount.value
}

/// Whether an amount between another one and the chosen one is their difference: `Total 90, delivery 10, with delivery 100`.
fn is_difference_between(of: &Chosen<'_>, other: &Labelled) -> bool {
    let difference = (of.amount.value - other.value).abs();
    let mut between = others(of).filter(|step| step.at > other.at && step.at < of.amount.at);
    between.any(|step| step.value.abs() == difference)
}
