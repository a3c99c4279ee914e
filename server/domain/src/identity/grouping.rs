//! Groups of documents while the steps join them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use parser_model::identity::Role;
use parser_model::reading::Direction;

use super::facts::{Fact, Number, Sort};
use super::step::Step;
use crate::{Money, VendorId};

/// The user's word on two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserWord {
    /// One document.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Whether they are one invoice.
    pub is_same: bool,
}

/// One invoice: the documents that state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The documents, in canonical order.
    pub members: Vec<Member>,
    /// Whether the invoice was cancelled.
    pub is_cancelled: bool,
    /// Warnings for the user.
    pub warnings: BTreeSet<Warning>,
}

/// A document of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its place in the list of facts.
    pub fact: usize,
    /// Why it is in the group; `None` for the first document.
    pub joined: Option<Join>,
    /// Whether it changes the invoice's total and due date. The last such document decides them.
    pub decides: bool,
}

/// Why two documents are one invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The step that joined them.
    pub step: Step,
    /// The other document.
    pub with: usize,
}

/// What is remarkable about a group. Indexes are places in the list of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    /// Another invoice has the same number and another total.
    SameNumber,
    /// The text of a mail and its PDF state different totals.
    TextAndFile,
    /// A reminder asks for the payment.
    Reminder(usize),
    /// A cancellation may concern this invoice or another one.
    MayBeCancelled(usize),
    /// A cancellation concerns a part of the invoice.
    PartCancelled(usize),
    /// The invoice was paid before it was cancelled, or stated again after it.
    CancelledButCharged(usize),
}

/// Documents with the same number, of one vendor and direction, in canonical order.
pub(super) type Bucket = Vec<usize>;

/// The state of a grouping.
pub(super) struct Grouping<'a> {
    pub facts: &'a [Fact],
    /// The documents in canonical order.
    pub order: Vec<usize>,
    words: Vec<UserWord>,
    /// The group of each document.
    group_of: Vec<usize>,
    groups: HashMap<usize, State<'a>>,
    /// Each joins two groups, so together they are a tree for each group.
    joins: Vec<(usize, usize, Step)>,
    /// The documents that the user separated from each.
    apart: HashMap<usize, HashSet<usize>>,
    /// Texts that repeat the sum of other documents.
    pub repeats: BTreeSet<usize>,
    warnings: Vec<(usize, Warning)>,
    cancelled: BTreeSet<usize>,
}

#[derive(Default)]
struct State<'a> {
    members: Vec<usize>,
    numbers: [BTreeSet<&'a str>; Sort::ALL.len()],
    /// The own days of invoices and receipts without an invoice number.
    days: BTreeSet<NaiveDate>,
}

impl State<'_> {
    /// Whether both state a number of one sort, or a day, and not the same.
    fn conflicts_with(&self, other: &Self) -> bool {
        fn differ<T: Ord>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> bool {
            !one.is_empty() && !other.is_empty() && one.is_disjoint(other)
        }
        let mut numbers = self.numbers.iter().zip(&other.numbers);
        numbers.any(|(one, other)| differ(one, other)) || differ(&self.days, &other.days)
    }
}

impl<'a> Grouping<'a> {
    pub fn new(facts: &'a [Fact], words: &[UserWord]) -> Self {
        let mut order: Vec<usize> = (0..facts.len()).collect();
        order.sort_by_key(|&at| facts[at].place());
        let groups = facts.iter().enumerate().map(|(at, fact)| {
            let mut state = State {
                members: vec![at],
                days: fact.own_day.filter(|_| fact.is_of_one_day()).into_iter().collect(),
                ..State::default()
            };
            for (sort, number) in fact.numbers.iter() {
                state.numbers[sort as usize].insert(number.key.as_str());
            }
            (at, state)
        });
        let mut apart: HashMap<usize, HashSet<usize>> = HashMap::new();
        for word in words.iter().filter(|word| !word.is_same) {
            apart.entry(word.one).or_default().insert(word.other);
            apart.entry(word.other).or_default().insert(word.one);
        }
        Grouping {
            facts,
            groups: groups.collect(),
            group_of: (0..facts.len()).collect(),
            order,
            words: words.to_vec(),
            joins: Vec::new(),
            apart,
            repeats: BTreeSet::new(),
            warnings: Vec::new(),
            cancelled: BTreeSet::new(),
        }
    }

    /// Joins the groups of two documents, unless a rule forbids it. Returns whether they are in one group then.
    pub fn join(&mut self, one: usize, other: usize, step: Step) -> bool {
        let can_join = self.is_one(one, other) || self.can_join(one, other);
        if can_join {
            self.force(one, other, step);
        }
        can_join
    }

    /// Joins the groups of two documents.
    pub fn force(&mut self, one: usize, other: usize, step: Step) {
        if self.is_one(one, other) {
            return;
        }
        let (mut into, mut from) = (self.group_of[one], self.group_of[other]);
        if self.groups[&into].members.len() < self.groups[&from].members.len() {
            (into, from) = (from, into);
        }
        let (Some(state), Some(target)) = (self.groups.remove(&from), self.groups.get_mut(&into)) else {
            return;
        };
        for &member in &state.members {
            self.group_of[member] = into;
        }
        target.members.extend(state.members);
        target.days.extend(state.days);
        for (all, more) in target.numbers.iter_mut().zip(state.numbers) {
            all.extend(more);
        }
        self.joins.push((one, other, step));
    }

    /// Whether two documents are in one group.
    pub fn is_one(&self, one: usize, other: usize) -> bool {
        self.group_of[one] == self.group_of[other]
    }

    /// Whether neither numbers, days nor the user's word keep two groups apart.
    pub fn can_join(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.state(one), self.state(other));
        let is_apart = || {
            let mut members = one.members.iter().filter_map(|member| self.apart.get(member));
            members.any(|apart| other.members.iter().any(|member| apart.contains(member)))
        };
        !one.conflicts_with(other) && !is_apart()
    }

    fn state(&self, fact: usize) -> &State<'a> {
        &self.groups[&self.group_of[fact]]
    }

    /// Joins what the user joined.
    pub fn join_words(&mut self, step: Step) {
        for word in self.words.clone() {
            if word.is_same {
                self.force(word.one, word.other, step);
            }
        }
    }

    /// The documents that satisfy a condition by their number of this sort, those of each vendor and direction for themselves.
    pub fn buckets(&self, sort: Sort, has_place: impl Fn(&Fact) -> bool) -> Vec<(&'a Number, Bucket)> {
        let mut buckets: BTreeMap<(&VendorId, &str, &str), (&Number, Bucket)> = BTreeMap::new();
        for &at in &self.order {
            let fact = &self.facts[at];
            if let Some(number) = fact.numbers.get(sort).filter(|_| has_place(fact)) {
                let key = (&fact.vendor, fact.direction().as_str(), number.key.as_str());
                buckets.entry(key).or_insert((number, Vec::new())).1.push(at);
            }
        }
        buckets.into_values().collect()
    }

    /// The documents of a document's group that change its total, in canonical order. These are the invoices, the receipts and
    /// what replaces them; without any, the announcements; without any, the reminders and payments.
    pub fn deciding(&self, fact: usize) -> Vec<usize> {
        let members = &self.state(fact).members;
        let of = |is: &dyn Fn(&Fact) -> bool| -> Vec<usize> {
            let with_total = members
                .iter()
                .filter(|&&at| is(&self.facts[at]) && self.facts[at].total.is_some());
            with_total.filter(|at| !self.repeats.contains(at)).copied().collect()
        };
        let mut deciding = of(&|fact| fact.is_principal() || fact.role == Role::Replacement);
        for roles in [&[Role::Announcement][..], &[Role::Reminder, Role::Payment]] {
            if deciding.is_empty() {
                deciding = of(&|fact| roles.contains(&fact.role));
            }
        }
        if deciding.is_empty() {
            // A cancellation may be a refund of its own.
            deciding = of(&|fact| fact.role == Role::Cancellation && fact.direction == Direction::Refund);
        }
        deciding.sort_by_key(|&at| self.facts[at].place());
        deciding
    }

    /// The total of a document's group, with the document that decides it.
    pub fn total(&self, fact: usize) -> Option<(Money, usize)> {
        let decides = *self.deciding(fact).last()?;
        Some((self.facts[decides].total?, decides))
    }

    /// One document for each of the groups of these documents, in the order of these.
    pub fn one_of_each_group(&self, documents: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seen = HashSet::new();
        documents
            .into_iter()
            .filter(|&document| seen.insert(self.group_of[document]))
            .collect()
    }

    pub fn has(&self, fact: usize, is: impl Fn(&Fact) -> bool) -> bool {
        !self.all(fact, |fact| !is(fact))
    }

    pub fn all(&self, fact: usize, are: impl Fn(&Fact) -> bool) -> bool {
        self.state(fact).members.iter().all(|&member| are(&self.facts[member]))
    }

    pub fn warn(&mut self, fact: usize, warning: Warning) {
        self.warnings.push((fact, warning));
    }

    pub fn cancel(&mut self, fact: usize) {
        self.cancelled.insert(fact);
    }

    /// The groups as they are now.
    pub fn finish(self) -> Vec<Group> {
        let mut neighbours: HashMap<usize, Vec<(usize, Step)>> = HashMap::new();
        for &(one, other, step) in &self.joins {
            neighbours.entry(one).or_default().push((other, step));
            neighbours.entry(other).or_default().push((one, step));
        }
        let mut by_group: HashMap<usize, Vec<usize>> = HashMap::new();
        for &at in &self.order {
            by_group.entry(self.group_of[at]).or_default().push(at);
        }
        let firsts = self.one_of_each_group(self.order.iter().copied());
        let groups = firsts.into_iter().map(|first| {
            let joins = joins_from(first, &neighbours);
            let decides = self.deciding(first);
            let members = by_group.remove(&self.group_of[first]).unwrap_or_default();
            let is_mine = |fact: &usize| self.is_one(first, *fact);
            let warnings = self.warnings.iter().filter(|(fact, _)| is_mine(fact));
            Group {
                is_cancelled: self.cancelled.iter().any(is_mine),
                warnings: warnings.map(|(_, warning)| *warning).collect(),
                members: members
                    .into_iter()
                    .map(|fact| Member {
                        fact,
                        joined: joins.get(&fact).copied(),
                        decides: decides.contains(&fact),
                    })
                    .collect(),
            }
        });
        groups.collect()
    }
}

/// The join that leads to each document of a group, from its first document on.
fn joins_from(first: usize, neighbours: &HashMap<usize, Vec<(usize, Step)>>) -> HashMap<usize, Join> {
    let mut joins = HashMap::new();
    let mut open = vec![first];
    while let Some(with) = open.pop() {
        for &(next, step) in neighbours.get(&with).into_iter().flatten() {
            if next != first && !joins.contains_key(&next) {
                joins.insert(next, Join { step, with });
                open.push(next);
            }
        }
    }
    joins
}
