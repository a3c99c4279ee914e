//! What holds for any documents. The pools of values are small, so documents often have something in common.

use std::collections::BTreeSet;

use parser_model::identity::Role;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{Fact, document};
use crate::identity::{Group, Join, Member, Sort, Step, UserWord, Warning, group};

/// Values of a document's own: role, numbers, total, currency, own day, and whether it says that it is paid.
fn stated() -> impl Strategy<Value = Fact> {
    let pools: [&[&str]; Sort::ALL.len()] = [&["17", "A-1", "A-2"], &["12", "R-1"], &["42", "10004711"], &["HKT4QD"]];
    let numbers = pools.map(|pool| weighted(0.4, select(pool)));
    let total = select(&["", "-20", "20", "20", "40", "60", "99999999999.9999"][..]);
    let values = (weighted(0.3, select(&["SEK", "EUR"][..])), weighted(0.3, 0..4_u64));
    (select(&Role::ALL[..]), numbers, total, values, any::<bool>()).prop_map(
        |(role, numbers, total, (currency, own_day), is_paid)| {
            let mut fact = document(role, 0, total);
            for (sort, number) in Sort::ALL.into_iter().zip(numbers) {
                fact = number.into_iter().fold(fact, |fact, number| fact.number(sort, number));
            }
            fact.currency = currency.map(|currency| currency.parse().unwrap());
            fact.is_paid = is_paid;
            own_day.into_iter().fold(fact, Fact::own)
        },
    )
}

/// The parts of a mail: its text, and files. Copies of a mail have one time and one `Message-ID`.
fn mail() -> impl Strategy<Value = Vec<Fact>> {
    let parts = prop::collection::vec((stated(), weighted(0.3, select(&["a", "b"][..]))), 1..4);
    let days = select(&[0_u64, 0, 1, 2, 3, 4, 8, 120, 300][..]);
    let ids = (weighted(0.5, Just("<1>")), select(&["shop", "shop", "other"][..]));
    (parts, days, ids).prop_map(|(parts, day, (message, vendor))| {
        let part = |(nth, (stated, file)): (u16, (Fact, Option<&str>))| {
            let mut fact = document(stated.role, day, "").of(vendor);
            fact.position.part = nth;
            fact.position.message = message.unwrap_or_default().into();
            Fact {
                direction: stated.direction,
                numbers: stated.numbers,
                own_day: stated.own_day,
                total: stated.total,
                currency: stated.currency,
                is_paid: stated.is_paid,
                message: message.map(Into::into),
                file: (nth > 0).then(|| file.map_or_else(|| format!("file {nth} of day {day}"), Into::into)),
                ..fact
            }
        };
        (0..).zip(parts).map(part).collect()
    })
}

type Documents = (Vec<Fact>, Vec<UserWord>);

/// Documents with what the user said of them, if anything.
fn documents() -> impl Strategy<Value = Documents> {
    let mails = prop::collection::vec(mail(), 1..6);
    let words = prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..3);
    (mails, words).prop_map(|(mails, words)| {
        let parts = mails.into_iter().enumerate().flat_map(|(nth, mail)| {
            let mail = mail.into_iter();
            mail.map(move |fact| Fact {
                mail: format!("mail {nth}"),
                ..fact
            })
        });
        let facts: Vec<Fact> = parts.collect();
        let mut said: Vec<UserWord> = Vec::new();
        for (one, other, is_same) in words {
            let (one, other) = (one.index(facts.len()), other.index(facts.len()));
            // The opposite undoes it.
            if one != other && !said.iter().any(|word| word.concerns(one, other)) {
                said.push(UserWord { one, other, is_same });
            }
        }
        (facts, said)
    })
}

/// The documents of each block: what is connected by a number, a `Message-ID`, a mail, a file or the user's word.
fn blocks((facts, words): &Documents) -> Vec<Vec<usize>> {
    let is_word = |one, other| words.iter().any(|word| word.concerns(one, other));
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for at in 0..facts.len() {
        let is_connected = |&other: &usize| has_in_common(&facts[at], &facts[other]) || is_word(at, other);
        let (connected, others) = blocks
            .into_iter()
            .partition(|block: &Vec<usize>| block.iter().any(is_connected));
        blocks = others;
        blocks.push(connected.into_iter().flatten().chain([at]).collect());
    }
    blocks
}

impl UserWord {
    fn concerns(&self, one: usize, other: usize) -> bool {
        [(one, other), (other, one)].contains(&(self.one, self.other))
    }
}

fn has_in_common(one: &Fact, other: &Fact) -> bool {
    let equal = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
    one.numbers
        .iter()
        .any(|(sort, number)| other.numbers.get(sort) == Some(number))
        || one.mail == other.mail
        || equal(&one.message, &other.message)
        || equal(&one.file, &other.file)
}

/// The groups of some of the documents, with places in the whole list. `places` says which documents and in what order.
fn groups_of((facts, words): &Documents, places: &[usize]) -> Vec<Group> {
    let place = |at: usize| places.iter().position(|&place| place == at);
    let listed: Vec<Fact> = places.iter().map(|&at| facts[at].clone()).collect();
    let words = words.iter().filter_map(|word| {
        Some(UserWord {
            one: place(word.one)?,
            other: place(word.other)?,
            ..*word
        })
    });
    let groups = group(&listed, &words.collect::<Vec<_>>());
    let warning = |warning: Warning| match warning {
        Warning::SameNumber | Warning::TextAndFile => warning,
        Warning::Reminder(at) => Warning::Reminder(places[at]),
        Warning::MayBeCancelled(at) => Warning::MayBeCancelled(places[at]),
        Warning::PartCancelled(at) => Warning::PartCancelled(places[at]),
        Warning::CancelledButCharged(at) => Warning::CancelledButCharged(places[at]),
    };
    let member = |member: Member| Member {
        fact: places[member.fact],
        joined: member.joined.map(|join| Join {
            with: places[join.with],
            ..join
        }),
        ..member
    };
    let groups = groups.into_iter().map(|group| Group {
        members: group.members.into_iter().map(member).collect(),
        warnings: group.warnings.into_iter().map(warning).collect(),
        ..group
    });
    groups.collect()
}

fn all_groups(documents: &Documents) -> Vec<Group> {
    groups_of(documents, &(0..documents.0.len()).collect::<Vec<_>>())
}

fn has_step(group: &Group, steps: &[Step]) -> bool {
    let mut joins = group.members.iter().filter_map(|member| member.joined);
    joins.any(|join| steps.contains(&join.step))
}

fn places(group: &Group) -> impl Iterator<Item = usize> {
    group.members.iter().map(|member| member.fact)
}

proptest! {
    #[test]
    fn every_document_is_in_one_group(documents in documents()) {
        let mut found: Vec<usize> = all_groups(&documents).iter().flat_map(places).collect();
        found.sort_unstable();
        prop_assert_eq!(found, (0..documents.0.len()).collect::<Vec<_>>());
    }

    #[test]
    fn no_two_numbers_and_no_two_days_become_one(documents in documents()) {
        let facts = &documents.0;
        for group in all_groups(&documents) {
            if has_step(&group, &[Step::SameFile, Step::User]) {
                continue;
            }
            for sort in Sort::ALL {
                let numbers: BTreeSet<_> = places(&group).filter_map(|at| facts[at].numbers.get(sort)).collect();
                prop_assert!(numbers.len() <= 1, "{:?}", group);
            }
            let has_day = |fact: &&Fact| {
                matches!(fact.role, Role::Invoice | Role::Receipt) && fact.numbers.get(Sort::Invoice).is_none()
            };
            let days: BTreeSet<_> = places(&group).map(|at| &facts[at]).filter(has_day).filter_map(|fact| fact.own_day).collect();
            prop_assert!(days.len() <= 1, "{:?}", group);
        }
    }

    #[test]
    fn copies_of_a_mail_have_one_total(documents in documents()) {
        let facts = &documents.0;
        for group in all_groups(&documents) {
            let mut joins = group.members.iter().filter_map(|member| member.joined);
            let totals: BTreeSet<_> = places(&group).filter_map(|at| facts[at].total).collect();
            prop_assert!(totals.len() <= 1 || joins.any(|join| join.step != Step::SameMail), "{:?}", group);
        }
    }

    #[test]
    fn a_group_has_one_vendor_and_one_direction(documents in documents()) {
        let facts = &documents.0;
        for group in all_groups(&documents) {
            let kinds: BTreeSet<_> = places(&group).map(|at| (&facts[at].vendor, facts[at].direction().as_str())).collect();
            prop_assert!(kinds.len() == 1 || has_step(&group, &[Step::User]), "{:?}", group);
        }
    }

    #[test]
    fn the_order_of_the_list_does_not_matter(
        (documents, places) in documents().prop_flat_map(|documents| {
            let places = (0..documents.0.len()).collect::<Vec<_>>();
            (Just(documents), Just(places).prop_shuffle())
        })
    ) {
        prop_assert_eq!(groups_of(&documents, &places), all_groups(&documents));
    }

    /// So a document that has nothing in common with any other is alone.
    #[test]
    fn blocks_can_be_grouped_one_by_one(documents in documents()) {
        let mut found: Vec<Group> = blocks(&documents).iter().flat_map(|block| groups_of(&documents, block)).collect();
        let mut expected = all_groups(&documents);
        let first = |group: &Group| group.members[0].fact;
        found.sort_by_key(first);
        expected.sort_by_key(first);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn documents_that_are_joined_have_something_in_common(documents in documents()) {
        let (facts, words) = &documents;
        for member in all_groups(&documents).iter().flat_map(|group| &group.members) {
            if let Some(join) = member.joined {
                let is_word = || words.iter().any(|word| word.is_same && word.concerns(member.fact, join.with));
                let is_one = has_in_common(&facts[member.fact], &facts[join.with]);
                prop_assert!(if join.step == Step::User { is_word() } else { is_one }, "{:?}", member);
            }
        }
    }

    #[test]
    fn what_the_user_separated_stays_apart(documents in documents()) {
        for group in all_groups(&documents) {
            let has = |fact: usize| places(&group).any(|at| at == fact);
            let is_apart = documents.1.iter().all(|word| word.is_same || !has(word.one) || !has(word.other));
            prop_assert!(is_apart || has_step(&group, &[Step::SameMail, Step::SameFile, Step::User]), "{:?}", group);
        }
    }
}
