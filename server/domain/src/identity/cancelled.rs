//! The step that cancels invoices.

use std::cmp::Reverse;

use parser_model::identity::Role;
use parser_model::reading::Direction;

use super::facts::{AFTER_ORDER, Number, Sort};
use super::grouping::{Grouping, Warning};
use super::step::Step;
use crate::Money;

pub(super) fn cancelled(grouping: &mut Grouping<'_>) {
    let facts = grouping.facts;
    for cancellation in grouping.order.clone() {
        let fact = &facts[cancellation];
        if fact.role != Role::Cancellation {
            continue;
        }
        let is_named = |&at: &usize| {
            let other = &facts[at];
            let days = (fact.received_on - other.received_on).num_days();
            let has_number = |(sort, number): (Sort, &Number)| {
                other.numbers.get(sort) == Some(number) && (0..=number.limit(AFTER_ORDER)).contains(&days)
            };
            other.vendor == fact.vendor
                && other.direction() == fact.direction()
                && other.role != Role::Cancellation
                && other.total.is_some()
                && other.position < fact.position
                && fact.numbers.iter().any(has_number)
        };
        let named: Vec<usize> = grouping.order.iter().copied().filter(is_named).collect();
        // The latest document of each.
        let named = grouping.one_of_each_group(named.into_iter().rev());
        let amount = fact.total.map(Money::abs);
        let total = |grouping: &Grouping<'_>, at: usize| grouping.total(at).map(|(total, _)| total);
        let with_total = named
            .iter()
            .copied()
            .filter(|&at| amount.is_some() && total(grouping, at) == amount);
        let with_total = with_total.max_by_key(|&at| Reverse(&facts[at].position));
        match (with_total, named.as_slice()) {
            (Some(invoice), _) | (None, &[invoice]) => cancel(grouping, cancellation, invoice),
            (None, several) => {
                for &invoice in several {
                    grouping.warn(invoice, Warning::MayBeCancelled(cancellation));
                }
            }
        }
    }
}

/// Makes a cancellation a document of the invoice, and cancels it unless it was paid, stated again, or cancelled in part.
fn cancel(grouping: &mut Grouping<'_>, cancellation: usize, invoice: usize) {
    let fact = &grouping.facts[cancellation];
    let is_charged = grouping.has(invoice, |fact| fact.is_paid || fact.role == Role::Payment);
    let is_stated_again = grouping
        .total(invoice)
        .is_some_and(|(_, decides)| grouping.facts[decides].position > fact.position);
    let is_part = fact
        .total
        .zip(grouping.total(invoice))
        .is_some_and(|(part, (total, _))| part.abs() < total.abs());
    // The payment is returned by a refund, which counts separately.
    if is_charged && fact.direction == Direction::Refund {
        return grouping.warn(invoice, Warning::CancelledButCharged(cancellation));
    }
    if !grouping.join(invoice, cancellation, Step::Cancelled) {
        return;
    }
    if is_part {
        grouping.warn(invoice, Warning::PartCancelled(cancellation));
    } else if is_charged || is_stated_again {
        grouping.warn(invoice, Warning::CancelledButCharged(cancellation));
    } else {
        grouping.cancel(invoice);
    }
}
