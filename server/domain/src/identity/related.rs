//! Invoices that have to do with each other and are not one.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Fact, Number, Sort};
use super::grouping::Group;

/// How two invoices are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// They have a number in common.
    Number,
    /// Two vendors state one total for one order number within a week, as a shop and its payment service do.
    MaySamePurchase,
}

/// Maximum number of days between the mails of a shop and of its payment service.
const SAME_PURCHASE: i64 = 7;

/// The pairs of related groups, as places in the list of groups, the lower one first.
pub fn related(facts: &[Fact], groups: &[Group]) -> BTreeMap<(usize, usize), Relation> {
    let mut by_number: BTreeMap<(Sort, &str), BTreeSet<usize>> = BTreeMap::new();
    for (at, group) in groups.iter().enumerate() {
        for member in &group.members {
            let strong = facts[member.fact].numbers.iter().filter(|(_, number)| !number.is_weak);
            for (sort, number) in strong {
                by_number.entry((sort, &number.key)).or_default().insert(at);
            }
        }
    }
    let mut related = BTreeMap::new();
    for ((sort, key), groups_of_number) in by_number {
        for &one in &groups_of_number {
            for &other in groups_of_number.range(one + 1..) {
                let has_vendor = |group: usize| groups[group].members.first().map(|member| &facts[member.fact].vendor);
                let relation = if has_vendor(one) == has_vendor(other) {
                    Some(Relation::Number)
                } else {
                    may_be_one(facts, &groups[one], &groups[other], sort, key).then_some(Relation::MaySamePurchase)
                };
                if let Some(relation) = relation {
                    related.entry((one, other)).or_insert(relation);
                }
            }
        }
    }
    related
}

fn may_be_one(facts: &[Fact], one: &Group, other: &Group, sort: Sort, key: &str) -> bool {
    let of = |group: &Group| -> Vec<usize> {
        let states = |number: &Number| number.key == key && number.is_long;
        let members = group.members.iter().map(|member| member.fact);
        let stating = members.filter(|&at| facts[at].numbers.get(sort).is_some_and(states));
        stating.collect()
    };
    let is_one = |one: &Fact, other: &Fact| {
        let days = (one.received_on - other.received_on).num_days().abs();
        one.direction == other.direction && one.has_same_total(other) && days <= SAME_PURCHASE
    };
    let others = of(other);
    sort == Sort::Order
        && of(one)
            .iter()
            .any(|&one| others.iter().any(|&other| is_one(&facts[one], &facts[other])))
}
