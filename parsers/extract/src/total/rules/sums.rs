//! The rules of the labelled total that calculate.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::NaiveDate;
use parser_document::steps;
use parser_model::Money;

use super::super::closing::{is_sum_of_lines, parts_below, summands};
use super::super::instalments;
use super::super::label::{RANK_AMOUNT, RANK_DUE, RANK_GRAND, RANK_PAID, RANK_SUM_SENTENCE};
use super::super::labelled::{Labelled, in_lines};
use super::super::labels::Class;
use super::super::parts::{adjustments, is_left_of, sums_of_parts};
use super::candidates::{Candidates, Total, refused, taken};
use crate::cell::CellContent;
use crate::choice::only;
use crate::numbers::{self, Number, NumberKind};
use crate::page::Page;
use crate::phrases::{Amounts, Payments, Roles};

/// Payments that a total is divided into.
const PAYMENTS: std::ops::RangeInclusive<usize> = 2..=12;

pub(super) fn first_payment(of: &Candidates<'_>) -> Option<Total> {
    if !of.is_one() || of.page.is_mail() {
        return None;
    }
    let is_payment = |l: &&Labelled| matches!(l.class(), Some(Class::Amount | Class::Due | Class::Grand));
    let first = of.all.iter().filter(is_payment).find(|payment| {
        let line = in_lines(of.all, payment.at.line, payment.at.line);
        let alike: Vec<&Labelled> = line.iter().filter(|l| l.value == payment.value).collect();
        let sum: Money = alike.iter().map(|l| l.value).sum();
        let is_divided = PAYMENTS.contains(&alike.len()) && sum == of.last.value;
        is_divided && have_own_dates(of.page, &alike)
    })?;
    Some(taken(first, "the first of the payments that add up to the total"))
}

fn have_own_dates(page: &Page<'_>, payments: &[&Labelled]) -> bool {
    let dates: BTreeSet<NaiveDate> = payments.iter().filter_map(|l| date_above(page, l)).collect();
    dates.len() == payments.len()
}

/// The nearest date above an amount in its column.
fn date_above(page: &Page<'_>, amount: &Labelled) -> Option<NaiveDate> {
    const LINES: usize = 4;
    let mut above = page.above(amount.at, LINES);
    above.find_map(|at| page.content(at).dates.first()?.parsed.date(page.day_order))
}

pub(super) fn instalment(of: &Candidates<'_>) -> Option<Total> {
    let counts = instalments::counts(of.page);
    if counts.is_empty() {
        return None;
    }
    let is_whole = |paid: &Labelled| {
        steps::spend(of.all.len());
        let wholes = of.all.iter().filter(|l| l.value > paid.value);
        wholes
            .filter_map(|whole| instalments::times(paid.value, whole.value))
            .any(|times| counts.contains(&times))
    };
    let paid = of.ranked.iter().map(|(_, l)| *l);
    let is_paid = |l: &Labelled| l.class() == Some(Class::Paid) || l.names(&Roles::PaidLabel);
    let mut paid = paid.filter(|l| is_paid(l) && is_whole(l));
    Some(taken(paid.next()?, "one of the instalments that add up to the whole"))
}

pub(super) fn paid_and_remaining(of: &Candidates<'_>) -> Option<Total> {
    if !of.page.is_mail() {
        return None;
    }
    let is_total = |l: &&Labelled| matches!(l.class(), Some(Class::Total | Class::Grand));
    let is_payment = |l: &Labelled| matches!(l.class(), Some(Class::Paid | Class::Due | Class::Grand));
    let is_discount = |l: &Labelled| l.class() == Some(Class::Discount);
    let is_paid_in_parts = |whole: &&Labelled| {
        let parts = parts_below(of.page, whole, of.all);
        parts.iter().any(is_payment) && !parts.iter().any(is_discount)
    };
    let mut wholes = of.ranked.iter().map(|(_, l)| *l).filter(is_total);
    Some(taken(wholes.find(is_paid_in_parts)?, "the payments below add up to it"))
}

/// The most withheld amounts that are tried, alone and together.
const MAX_WITHHELD: usize = 4;

pub(super) fn after_withholding(of: &Candidates<'_>) -> Option<Total> {
    let withheld = || of.all.iter().filter(|l| l.class() == Some(Class::Withheld));
    let first = withheld().next()?.at;
    let values: BTreeSet<Money> = withheld().map(|l| l.value.abs()).take(MAX_WITHHELD).collect();
    let joint: Money = values.iter().copied().sum();
    steps::spend(of.all.len());
    let stated = of.all.iter().filter(|l| l.at < first && l.label.is_some());
    let wholes: BTreeSet<Money> = stated.map(|l| l.value.abs()).chain(sums_of_parts(of.all)).collect();
    let is_left = |l: &&Labelled| {
        let mut parts = values.iter().copied().chain([joint]);
        let is_sum = l.strong && l.at > first && l.class() != Some(Class::Withheld) && !l.value.is_zero();
        is_sum && parts.any(|part| wholes.contains(&(l.value.abs() + part)))
    };
    Some(taken(
        of.all.iter().rfind(is_left)?,
        "what is left of the sum after what is withheld",
    ))
}

/// More different amounts than these are not tried as the sum of lines.
const MAX_SUMS: usize = 12;

pub(super) fn sum_of_lines(of: &Candidates<'_>) -> Option<Total> {
    if of.best != RANK_AMOUNT || of.page.is_mail() || of.values.len() > MAX_SUMS {
        return None;
    }
    let is_sum = |value: &&Money| is_sum_of_lines(of.page, **value, of.all);
    let value = only(of.values.iter().filter(is_sum))?;
    of.take(*value, "the one that the lines add up to")
}

pub(super) fn closing_period(of: &Candidates<'_>) -> Option<Total> {
    (of.best == RANK_AMOUNT)
        .then(|| closing_total(of.page, of.all))
        .flatten()
}

/// The only amount whose label has a word for a total, and that two or more amounts above it add up to. A mail can offer
/// something at a monthly price.
pub(super) fn closing_total(page: &Page<'_>, all: &[Labelled]) -> Option<Total> {
    if page.is_mail() {
        return None;
    }
    let is_total = |l: &&Labelled| l.names(&Amounts::Total);
    let is_period = |l: &Labelled| matches!(l.class(), Some(Class::NotATotal | Class::Fee | Class::Amount));
    let closes = |l: &&Labelled| l.strong && is_period(l) && summands(page, l, all) > 1;
    let closing: Vec<&Labelled> = all.iter().filter(is_total).filter(closes).collect();
    let value = only(closing.iter().map(|l| l.value))?;
    let amount = closing.iter().find(|l| l.value == value)?;
    Some(taken(amount, "the amounts above add up to it"))
}

pub(super) fn closing(of: &Candidates<'_>) -> Option<Total> {
    let closes = |l: &&&Labelled| summands(of.page, l, of.all) > 1;
    let closing = of.best_ranked.iter().filter(closes).map(|l| l.value);
    let values: BTreeSet<Money> = closing.collect();
    let whole = *values.last()?;
    // The total of a part is a line of the whole, too.
    let is_line = |part: &Money| {
        steps::spend(of.all.len());
        let mut own = of.best_ranked.iter().filter(|l| l.value == whole);
        let lines = || of.all.iter().filter(|line| line.value == *part && !is_ranked(of, line));
        own.any(|l| lines().any(|line| line.at < l.at))
    };
    let is_whole = values.iter().filter(|value| **value != whole).all(is_line);
    if values.len() > 1 && (values.len() != of.values.len() || !is_whole) {
        return None;
    }
    // The sum of a part closes, too; a larger total below is of the whole.
    let last = of.best_ranked.iter().rev().find(|l| l.value == whole)?;
    let is_larger = |l: &Labelled| l.value > whole && l.at > last.at;
    if of
        .best_ranked
        .iter()
        .any(|l| is_larger(l) || is_of_another_order(of, last, l))
    {
        return None;
    }
    of.take(whole, "the one that the amounts above add up to")
}

/// `Order 1001, total 42, order 1002, total 18`: the same label below the number of another order.
fn is_of_another_order(of: &Candidates<'_>, own: &Labelled, other: &Labelled) -> bool {
    if other.at < own.at || other.value == own.value || other.words() != own.words() {
        return false;
    }
    let numbers = numbers::find(of.page);
    let in_lines = |lines: Range<usize>| {
        let is_order = |n: &&Number| n.kind == NumberKind::Order && n.at.is_some_and(|at| lines.contains(&at.line));
        numbers
            .iter()
            .filter(is_order)
            .map(|n| n.value.as_str())
            .collect::<BTreeSet<_>>()
    };
    let (above, between) = (in_lines(0..own.at.line), in_lines(own.at.line + 1..other.at.line));
    !above.is_empty() && between.iter().any(|number| !above.contains(number))
}

fn is_ranked(of: &Candidates<'_>, amount: &Labelled) -> bool {
    of.best_ranked.iter().any(|l| l.is(amount))
}

/// The only total, if what was paid is in another currency.
pub(super) fn other_currency(of: &Candidates<'_>) -> Option<Total> {
    let is_total = |l: &&Labelled| l.class() == Some(Class::Total) && l.mark.is_some();
    if of.best != RANK_PAID || !of.is_one() || of.last.mark.is_none() {
        return None;
    }
    let totals = || of.ranked.iter().map(|(_, l)| *l).filter(is_total);
    only(totals().map(|l| l.value))?;
    let total = totals().next_back().filter(|l| l.mark != of.last.mark)?;
    Some(taken(total, "the total in another currency than what was paid"))
}

pub(super) fn of_invoice(of: &Candidates<'_>) -> Option<Total> {
    let is = |names: Amounts| move |l: &&&Labelled| l.names(&names);
    of.best_ranked.iter().find(is(Amounts::OrderTotal))?;
    let value = only(of.best_ranked.iter().filter(is(Amounts::InvoiceTotal)).map(|l| l.value))?;
    of.take(value, "the total of the invoice, not of the order")
}

pub(super) fn whole_of_parts(of: &Candidates<'_>) -> Option<Total> {
    let partial = (RANK_SUM_SENTENCE..=RANK_DUE).contains(&of.best) || of.best == RANK_PAID;
    let larger = |l: &Labelled| l.class() == Some(Class::Total) && l.value > of.last.value;
    if !of.is_one() || !partial || !of.ranked.iter().any(|(_, l)| larger(l)) {
        return None;
    }
    let sums = sums_of_parts(of.all);
    let candidates = of.ranked.iter().map(|(_, l)| *l);
    let mut whole = candidates.filter(|l| larger(l) && sums.contains(&l.value));
    let whole = whole.next_back().filter(|whole| !is_left_of(whole, of.last, of.all))?;
    Some(taken(whole, "the whole that the parts add up to"))
}

pub(super) fn paid_in_part(of: &Candidates<'_>) -> Option<Total> {
    let totals = || of.ranked.iter().filter(|(_, l)| l.class() == Some(Class::Total));
    let whole = totals().next_back().map(|(_, l)| *l)?;
    let one_total = totals().all(|(_, l)| l.value == whole.value);
    let is_total_paid = of.best == RANK_GRAND && of.last.mark == whole.mark && of.last.names(&Roles::PaidLabel);
    let is_paid = (of.best == RANK_PAID || is_total_paid) && of.is_one() && one_total;
    let in_part = is_paid && of.last.value > Money::ZERO && of.last.value < whole.value;
    if !in_part || is_left_of(whole, of.last, of.all) {
        return None;
    }
    // The sum of a shared bill occurs once, above the lines of one's own share.
    let mut between = of.all.iter().filter(|l| l.at > whole.at && l.at < of.last.at);
    let may_be_share = totals().count() == 1 && between.any(|l| l.label.is_none());
    if is_total_paid {
        // Under `Payments` the lines are ways of paying, and what they add up to may be a part.
        let lines = of.page.lines.get(whole.at.line..of.last.at.line).unwrap_or_default();
        let is_heading = |content: &CellContent| Payments::MethodHeading.matches_all(&content.words);
        let is_doubtful = may_be_share && lines.iter().flatten().any(is_heading);
        return is_doubtful.then(|| refused("less was paid than the total", true));
    }
    if may_be_share {
        return None;
    }
    let is_discount = |l: &&Labelled| matches!(l.class(), Some(Class::Discount | Class::NotATotal));
    let mut discounts = of.all.iter().filter(is_discount).map(|l| l.value.abs());
    let explained = discounts.any(|discount| discount == whole.value - of.last.value);
    (!explained).then(|| taken(whole, "the total, of which a part was paid"))
}

/// `Total 200, given 500, change 300`
pub(super) fn change_given(of: &Candidates<'_>) -> Option<Total> {
    let given = of.last;
    let is_total = |l: &&Labelled| l.class() == Some(Class::Total) && l.at < given.at && l.value > Money::ZERO;
    let totals = || of.ranked.iter().map(|(_, l)| *l).filter(is_total);
    let total = totals()
        .next_back()
        .filter(|last| totals().all(|l| l.value == last.value))?;
    let change = given.value - total.value;
    let mut below = of.all.iter().filter(|l| l.at > given.at);
    let is_change = |l: &Labelled| l.value.abs() == change && l.class() == Some(Class::NotATotal);
    let is_given_back = change > Money::ZERO && below.any(is_change);
    (of.best == RANK_PAID && is_given_back).then(|| taken(total, "the total, of which change was given"))
}

/// In units of [`Money`].
const CENT: i64 = 100;

/// A sum before tax or delivery that is labelled as the total, then that, then both together. The tax has its label, or all three are one row.
/// A tax that is said to be included adds nothing, and what is after it may be the cash that was given.
pub(super) fn with_tax_after(of: &Candidates<'_>) -> Option<Total> {
    steps::spend(of.all.len());
    let mut amounts = of.all.iter();
    let net = amounts.position(|l| l.is(of.last)).filter(|_| of.is_one())?;
    let [net, tax, whole] = of.all.get(net..net + 3)? else {
        return None;
    };
    let is_included = tax.names(&Amounts::OfWhichVat) || tax.names(&Amounts::VatIncluded);
    let is_row = net.at.line == whole.at.line;
    let is_delivery = matches!(tax.class(), Some(Class::Delivery | Class::Fee)) && !is_row;
    let is_tax = !is_included && (tax.class() == Some(Class::Vat) || is_row || is_delivery);
    let adds_up = tax.value > Money::ZERO && tax.value < net.value && net.value + tax.value == whole.value;
    let is_price = || whole.class() == Some(Class::NotATotal) && !whole.names(&Amounts::VatIncluded);
    let is_other = whole.class() == Some(Class::Paid) || is_delivery && is_price();
    if !is_tax || !adds_up || is_other {
        return None;
    }
    if is_delivery {
        return Some(taken(whole, "the total and the delivery or fee after it add up to it"));
    }
    // A fifth is 20 % of a sum before tax and 25 % of one that includes it. Then the whole may be the cash that was given.
    let is_fifth = (tax.value.units() - net.value.units() / 5).abs() < CENT;
    let states_rate = tax
        .words()
        .is_some_and(|words| words.split(' ').any(|word| word == "20"));
    if is_fifth && !states_rate && net.at.line != whole.at.line {
        return Some(refused("the tax may be in the total or on top of it", false));
    }
    Some(taken(whole, "the total before tax and the tax add up to it"))
}

pub(super) fn with_adjustments(of: &Candidates<'_>) -> Option<Total> {
    let adjustments = adjustments(of.all);
    let from_another = |value: &&Money| {
        let last = of.all.iter().rposition(|l| l.value == **value);
        let is_above = |base: &Money| of.all.iter().position(|l| l.value == *base) < last;
        let mut others = of.values.iter().filter(|base| base != value && is_above(base));
        others.any(|base| adjustments.contains(&(**value - *base)))
    };
    let value = only(of.values.iter().filter(from_another))?;
    of.take(
        *value,
        "the one that another and fees, delivery and discounts add up to",
    )
}

pub(super) fn sum_of_parts(of: &Candidates<'_>) -> Option<Total> {
    let sums = sums_of_parts(of.all);
    // A sum that is only the net one, below a larger total, is the net one once more.
    let nets = of.all.iter().filter(|l| l.class() == Some(Class::Net));
    let nets: BTreeSet<Money> = nets.map(|l| l.value).collect();
    let is_less = |value: &Money| of.values.iter().any(|other| other > value);
    let is_net = |value: &Money| nets.contains(value) && is_less(value) || is_before_tax(of, *value);
    let is_whole = |value: &&Money| sums.contains(value) && !is_net(value);
    let value = only(of.values.iter().filter(is_whole))?;
    of.take(*value, "the one that net, tax, delivery and fees add up to")
}

/// Whether the tax of a total, which has none above it, and a larger total that it leads to stand below it.
fn is_before_tax(of: &Candidates<'_>, value: Money) -> bool {
    // `6,5% s/113,70 € | 7,39 €`
    let is_rate = |l: &Labelled| {
        l.label.is_none()
            && of
                .page
                .left(l.at)
                .is_some_and(|left| of.page.cell(left).text.contains('%'))
    };
    let is_tax = |l: &&Labelled| l.class() == Some(Class::Vat) || is_rate(l);
    let Some(first) = of.all.iter().position(|l| l.value == value) else {
        return false;
    };
    let (above, below) = of.all.split_at(first);
    let of_tax = |part: Money| {
        above
            .iter()
            .any(|l| l.class() == Some(Class::Net) && l.value == value - part)
    };
    let has_tax = above
        .iter()
        .filter(|l| l.class() == Some(Class::Vat))
        .any(|l| of_tax(l.value));
    let mut larger = of.values.iter().filter(|other| **other > value);
    !has_tax
        && larger.any(|other| {
            let last = below.iter().rposition(|l| l.value == *other).unwrap_or_default();
            below[..last].iter().filter(is_tax).any(|l| l.value == *other - value)
        })
}

pub(super) fn sum_of_others(of: &Candidates<'_>) -> Option<Total> {
    let sum = of.sum();
    let mut values = of.values.iter();
    let whole = values.find(|v| v.checked_add(**v) == Some(sum))?;
    (of.values.len() > 2)
        .then(|| of.take(*whole, "the sum of the others"))
        .flatten()
}

pub(super) fn stated_sum(of: &Candidates<'_>) -> Option<Total> {
    let sum = of.sum();
    let is_stated = |l: &&Labelled| l.label.is_some() && l.value == sum;
    let stated = of.all.iter().find(is_stated).filter(|_| of.has_same_label())?;
    Some(taken(stated, "the stated sum of several totals"))
}
