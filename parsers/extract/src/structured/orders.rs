//! Several orders in the markup of one mail.

use std::collections::BTreeSet;

use parser_model::Money;
use parser_model::reading::Candidate;

use super::read::{Origin, Structured};

/// The sum of the orders that a mail's markup names, if they are several in one currency.
pub(super) fn sum_of_orders(all: &[Structured]) -> Option<Money> {
    let first = all.first()?;
    let is_order = |order: &Structured| {
        order.origin == Origin::Markup
            && order.stated.order_id.is_some()
            && order.stated.currency == first.stated.currency
    };
    let numbers: BTreeSet<_> = all.iter().map(|order| &order.stated.order_id).collect();
    (all.len() > 1 && numbers.len() == all.len() && all.iter().all(is_order))
        .then(|| all.iter().map(|order| order.stated.total_amount).sum())
        .flatten()
}

/// The sum of several orders as a candidate for the total. Its place is their numbers, since the page does not show it.
pub fn candidate(all: &[Structured]) -> Option<Candidate> {
    let numbers = all.iter().filter_map(|order| order.stated.order_id.as_deref());
    Some(Candidate {
        value: sum_of_orders(all)?,
        currency: all.first()?.stated.currency,
        label: None,
        place: numbers.collect::<Vec<_>>().join(", "),
        why: "the sum of the orders in its markup".to_owned(),
    })
}
