//! The steps that join documents, in their order.

use parser_model::identity::Role;
use parser_model::reading::Direction;

use super::cancelled::cancelled;
use super::facts::{AFTER_ORDER, Fact, Number, SHORT, Sort};
use super::grouping::{Grouping, Warning};
use super::step::Step;
use crate::Money;

/// A step with its rule.
pub struct Row {
    /// The step.
    pub step: Step,
    /// The rule.
    pub sentence: &'static str,
    pub(super) apply: fn(&mut Grouping<'_>),
}

/// Every step, in the order in which they are applied.
pub const STEPS: &[Row] = &[
    Row {
        step: Step::SameMail,
        sentence: "The same part of two mails with one `Message-ID` and sender, if the values that both state agree.",
        apply: same_mail,
    },
    Row {
        step: Step::SameFile,
        sentence: "Files of one vendor with the same bytes.",
        apply: same_file,
    },
    Row {
        step: Step::Number,
        sentence: "The same invoice, credit note or receipt number, at most 120 days from one document to the next (one day for \
                   a short receipt number), if the totals are equal. Then reminders, payments, replacements and documents \
                   without a total with that number.",
        apply: number,
    },
    Row {
        step: Step::Mail,
        sentence: "The text of a mail and its only PDF, or the PDF with its total. A text with the sum of its PDFs is ignored.",
        apply: mail,
    },
    Row {
        step: Step::Order,
        sentence: "Invoices or receipts with the same order number or booking reference and total, of the same day or, if one \
                   states no day, at most 3 days apart. For refunds and short numbers: on the same day.",
        apply: order,
    },
    Row {
        step: Step::Announced,
        sentence: "Announcements with the same order number or booking reference and total, of the same day or, if one states \
                   no day, at most 180 days apart (3 for a short number). Then a replacement, payment or reminder without an \
                   invoice number with the latest earlier document of its order or booking, at most 400 days before it (3).",
        apply: announced,
    },
    Row {
        step: Step::Covered,
        sentence: "An announcement and the invoice or receipt of its order or booking with its total, at most 400 days after or \
                   180 days before it (3 and 0 for a short number). Else the first of the later ones, if their totals add up \
                   to it or, for an order, differ from it by at most a quarter.",
        apply: covered,
    },
    Row {
        step: Step::Answered,
        sentence: "A document whose total is uncertain, and the invoice, receipt or announcement of its mail, or with its order \
                   number or booking reference, whose total is one of the amounts that it may be. The text of a mail and its only \
                   PDF, whatever the total of the PDF.",
        apply: answered,
    },
    Row {
        step: Step::User,
        sentence: "Documents that the user joined. Documents that the user separated are not joined by the steps from `number` \
            on.",
        apply: |grouping| grouping.join_words(Step::User),
    },
    Row {
        step: Step::Cancelled,
        sentence: "A cancellation and the earlier invoice with its invoice number, order number or booking reference.",
        apply: cancelled,
    },
];

/// Maximum number of days from one document with a number to the next.
const SAME_NUMBER: i64 = 120;
/// Maximum number of days between two mails about one purchase of one order.
const SAME_PURCHASE: i64 = 3;
/// Maximum number of days between two announcements of one order.
const SAME_ORDER: i64 = 180;
/// Maximum number of days that what an announcement announces may come before it.
const BEFORE_ANNOUNCEMENT: i64 = 180;
/// The numbers of an order.
const ORDERS: [Sort; 2] = [Sort::Order, Sort::Booking];

fn same_mail(grouping: &mut Grouping<'_>) {
    let agree = |one: &Fact, other: &Fact| {
        let differ = |sort| {
            let numbers = one.numbers.get(sort).zip(other.numbers.get(sort));
            numbers.is_some_and(|(one, other)| one != other)
        };
        one.mail != other.mail
            && one.vendor == other.vendor
            && one.direction() == other.direction()
            && (one.position.part, one.position.nth) == (other.position.part, other.position.nth)
            && one.total.zip(other.total).is_none_or(|(one, other)| one == other)
            && one.has_same_currency(other)
            && one.own_day.zip(other.own_day).is_none_or(|(one, other)| one == other)
            && !Sort::ALL.into_iter().any(differ)
    };
    join_equal(grouping, Step::SameMail, |fact| fact.message.as_deref(), agree);
}

fn same_file(grouping: &mut Grouping<'_>) {
    let agree = |one: &Fact, other: &Fact| {
        one.vendor == other.vendor && one.direction() == other.direction() && one.position.nth == other.position.nth
    };
    join_equal(grouping, Step::SameFile, |fact| fact.file.as_deref(), agree);
}

/// Joins each document with an earlier group of its key, if all of the group agree with it.
fn join_equal<'a>(
    grouping: &mut Grouping<'a>,
    step: Step,
    key: impl Fn(&'a Fact) -> Option<&'a str>,
    agree: impl Fn(&Fact, &Fact) -> bool,
) {
    let facts = grouping.facts;
    let mut keyed: Vec<(&str, usize)> = Vec::new();
    for &at in &grouping.order {
        keyed.extend(key(&facts[at]).map(|key| (key, at)));
    }
    // Stable, so documents with one key stay in canonical order.
    keyed.sort_by_key(|(key, _)| *key);
    for equal in keyed.chunk_by(|one, other| one.0 == other.0) {
        for (place, &(_, other)) in equal.iter().enumerate() {
            let mut earlier = equal[..place].iter();
            if let Some(&(_, one)) = earlier.find(|(_, one)| grouping.all(*one, |one| agree(one, &facts[other]))) {
                grouping.force(one, other, step);
            }
        }
    }
}

fn number(grouping: &mut Grouping<'_>) {
    for sort in [Sort::Invoice, Sort::Receipt] {
        for (number, mut bucket) in grouping.buckets(sort, |fact| fact.role != Role::Cancellation) {
            let facts = grouping.facts;
            let longest = if sort == Sort::Receipt && number.is_weak {
                1
            } else {
                SAME_NUMBER
            };
            bucket.sort_by_key(|&at| facts[at].day());
            let is_next = |one: &usize, other: &usize| (facts[*other].day() - facts[*one].day()).num_days() <= longest;
            let periods: Vec<Vec<usize>> = bucket.chunk_by(is_next).map(<[usize]>::to_vec).collect();
            for mut period in periods {
                period.sort_by_key(|&at| facts[at].place());
                join_numbered(grouping, &period);
            }
        }
    }
}

/// Joins documents with one number of one period.
fn join_numbered(grouping: &mut Grouping<'_>, period: &[usize]) {
    let facts = grouping.facts;
    let (principals, others): (Vec<usize>, Vec<usize>) = period.iter().partition(|&&at| facts[at].is_principal());
    join_pairs(grouping, &principals, Step::Number, |one, other| {
        one.has_same_total(other)
    });
    let invoices = grouping.one_of_each_group(principals.iter().copied());
    if invoices.len() > 1 {
        for invoice in invoices {
            grouping.warn(invoice, Warning::SameNumber);
        }
    }
    let follows = |at: &usize| facts[*at].role != Role::Announcement || facts[*at].total.is_none();
    let others: Vec<usize> = others.into_iter().filter(follows).collect();
    for &other in &others {
        let equal = principals.iter().find(|&&at| facts[at].has_same_total(&facts[other]));
        if let Some(&invoice) = equal.or(principals.first()).or(others.first()) {
            grouping.join(invoice, other, Step::Number);
            if facts[other].role == Role::Reminder && grouping.is_one(invoice, other) && invoice != other {
                grouping.warn(invoice, Warning::Reminder(other));
            }
        }
    }
}

/// Joins each document with the earlier ones that it is one with.
fn join_pairs(grouping: &mut Grouping<'_>, documents: &[usize], step: Step, is_one: impl Fn(&Fact, &Fact) -> bool) {
    let facts = grouping.facts;
    for (place, &other) in documents.iter().enumerate() {
        for &one in &documents[..place] {
            if is_one(&facts[one], &facts[other]) {
                grouping.join(one, other, step);
            }
        }
    }
}

fn mail(grouping: &mut Grouping<'_>) {
    let facts = grouping.facts;
    let mut parts: Vec<usize> = grouping
        .order
        .iter()
        .copied()
        .filter(|&at| facts[at].total.is_some())
        .collect();
    let mail = |at: usize| {
        (
            facts[at].vendor.as_str(),
            facts[at].direction().as_str(),
            facts[at].mail.as_str(),
        )
    };
    parts.sort_by_key(|&at| mail(at));
    for parts in parts.chunk_by(|&one, &other| mail(one) == mail(other)) {
        let (files, texts): (Vec<usize>, Vec<usize>) = parts.iter().partition(|&&at| facts[at].file.is_some());
        for &text in &texts {
            let equal = files
                .iter()
                .copied()
                .find(|&file| facts[file].has_same_total(&facts[text]));
            let (file, warning) = match (equal, files.as_slice(), texts.as_slice()) {
                (Some(file), ..) => {
                    grouping.join(text, file, Step::Mail);
                    continue;
                }
                (None, &[file], [_]) => (file, Some(Warning::TextAndFile)),
                (None, &[first, ..], [_])
                    if is_sum(facts, text, &grouping.one_of_each_group(files.iter().copied())) =>
                {
                    (first, None)
                }
                _ => continue,
            };
            if grouping.join(text, file, Step::Mail) {
                // The later part decides, except for a text with an invoice and a file that announces.
                grouping.repeats.insert(text);
                if let Some(warning) = warning {
                    grouping.warn(file, warning);
                }
            }
        }
    }
}

/// Whether a document states the sum of others.
fn is_sum(facts: &[Fact], document: usize, parts: &[usize]) -> bool {
    let sum: Option<Money> = parts.iter().map(|&part| facts[part].total).sum();
    sum == facts[document].total
        && parts
            .iter()
            .all(|&part| facts[part].has_same_currency(&facts[document]))
}

fn order(grouping: &mut Grouping<'_>) {
    for sort in ORDERS {
        for (number, bucket) in grouping.buckets(sort, Fact::is_principal) {
            let is_purchase = |one: &Fact, other: &Fact| {
                let is_weak = number.is_weak || one.direction == Direction::Refund;
                let days = if is_weak { 0 } else { SAME_PURCHASE };
                one.has_same_total(other) && one.is_within(other, days)
            };
            join_pairs(grouping, &bucket, Step::Order, is_purchase);
        }
    }
}

fn announced(grouping: &mut Grouping<'_>) {
    for sort in ORDERS {
        for (number, bucket) in grouping.buckets(sort, Fact::is_announcement) {
            let days = if number.is_weak { SHORT } else { SAME_ORDER };
            let is_order = |one: &Fact, other: &Fact| one.has_same_total(other) && one.is_within(other, days);
            join_pairs(grouping, &bucket, Step::Announced, is_order);
        }
    }
    for sort in ORDERS {
        for (number, bucket) in grouping.buckets(sort, |fact| fact.role != Role::Cancellation) {
            let facts = grouping.facts;
            for (place, &at) in bucket.iter().enumerate() {
                let fact = &facts[at];
                let follows = matches!(fact.role, Role::Replacement | Role::Payment | Role::Reminder)
                    && fact.numbers.get(Sort::Invoice).is_none();
                let is_of_it = |&&one: &&usize| {
                    let days = (fact.received_on - facts[one].received_on).num_days();
                    days <= number.limit(AFTER_ORDER)
                        && (fact.role != Role::Payment || facts[one].has_same_total(fact))
                        && (grouping.is_one(one, at) || grouping.can_join(one, at))
                };
                if let Some(&one) = bucket[..place].iter().rev().find(is_of_it).filter(|_| follows) {
                    grouping.join(one, at, Step::Announced);
                    if fact.role == Role::Reminder {
                        grouping.warn(one, Warning::Reminder(at));
                    }
                }
            }
        }
    }
}

fn covered(grouping: &mut Grouping<'_>) {
    let facts = grouping.facts;
    for sort in ORDERS {
        for (number, bucket) in grouping.buckets(sort, |fact| fact.is_announcement() || fact.is_principal()) {
            let (announcements, invoices): (Vec<usize>, Vec<usize>) =
                bucket.iter().partition(|&&at| facts[at].role == Role::Announcement);
            for announcement in announcements {
                if !grouping.has(announcement, Fact::is_principal)
                    && let Some(invoice) = covering(grouping, sort, number, announcement, &invoices)
                {
                    grouping.join(announcement, invoice, Step::Covered);
                }
            }
        }
    }
}

fn answered(grouping: &mut Grouping<'_>) {
    let facts = grouping.facts;
    let asked: Vec<usize> = grouping
        .order
        .iter()
        .copied()
        .filter(|&at| !facts[at].candidates.is_empty())
        .collect();
    for at in asked {
        let fact = &facts[at];
        let is_known = |other: &&usize| {
            let other = &facts[**other];
            let is_of_vendor = other.vendor == fact.vendor && other.direction() == fact.direction();
            is_of_vendor && (other.is_principal() || other.is_announcement())
        };
        let known: Vec<usize> = grouping.order.iter().filter(is_known).copied().collect();
        let mut of_mail = known.iter().copied().filter(|&other| facts[other].mail == fact.mail);
        let shares_number = |other: usize| {
            ORDERS.into_iter().any(|sort| {
                let (one, other_number) = (fact.numbers.get(sort), facts[other].numbers.get(sort));
                let days = (facts[other].received_on - fact.received_on).num_days().abs();
                one.is_some_and(|number| Some(number) == other_number && days <= number.limit(AFTER_ORDER))
            })
        };
        let answers = |&other: &usize| {
            (facts[other].mail == fact.mail || shares_number(other)) && fact.is_answered_by(&facts[other])
        };
        let answer = known.iter().copied().find(answers);
        let only_file = || {
            let file = of_mail.next().filter(|_| fact.file.is_none())?;
            (of_mail.next().is_none() && facts[file].file.is_some()).then_some(file)
        };
        if let Some(other) = answer.or_else(only_file) {
            grouping.join(at, other, Step::Answered);
        }
    }
}

/// The invoice that an announcement belongs to.
fn covering(
    grouping: &Grouping<'_>,
    sort: Sort,
    number: &Number,
    announcement: usize,
    invoices: &[usize],
) -> Option<usize> {
    let facts = grouping.facts;
    let fact = &facts[announcement];
    let after = |invoice: usize| (facts[invoice].received_on - fact.received_on).num_days();
    let before = if number.is_weak { 0 } else { BEFORE_ANNOUNCEMENT };
    let is_near = |&invoice: &usize| {
        (-before..=number.limit(AFTER_ORDER)).contains(&after(invoice)) && grouping.can_join(announcement, invoice)
    };
    let near: Vec<usize> = invoices.iter().copied().filter(is_near).collect();
    let equal = near.iter().filter(|&&invoice| facts[invoice].has_same_total(fact));
    let distance = |invoice: usize| (facts[invoice].position.received_at - fact.position.received_at).abs();
    let nearest = equal.min_by_key(|&&invoice| (distance(invoice), &facts[invoice].position));
    if nearest.is_some() {
        return nearest.copied();
    }
    let is_later = |&invoice: &usize| facts[invoice].position > fact.position;
    let later = grouping.one_of_each_group(near.into_iter().filter(is_later));
    let has_currency = |&invoice: &usize| facts[invoice].has_same_currency(fact);
    let totals = later.iter().map(|&invoice| Some(grouping.total(invoice)?.0));
    let (sum, announced): (Money, Money) = (totals.sum::<Option<Money>>()?, fact.total?);
    let difference = sum.checked_add(-announced)?.abs();
    let is_covered = match sort {
        Sort::Order => difference.checked_mul(4)? <= announced.abs(),
        _ => difference.is_zero(),
    };
    later
        .first()
        .copied()
        .filter(|_| is_covered && later.iter().all(has_currency))
}
