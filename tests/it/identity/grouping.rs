//! The groups of the documents of many purchases are the purchases.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use fastrand::Rng;
use invoices_domain::Money;
use invoices_domain::identity::{Fact, Group, Number, Numbers, Position, group};
use parser_kit::Direction;

use super::kinds::{Kind, purchases};
use super::purchase::{Counted, Letter, Paper, Purchase};
use super::seeds;

/// Which purchase, and which of its invoices.
type Invoice = (usize, usize);

/// What a mail states, if it comes as `mail`.
fn facts(purchase: &Purchase, letter: &Letter, mail: &str, delay: TimeDelta) -> Vec<(usize, Fact)> {
    let received_at = letter.received + delay;
    let fact = |(part, paper): (u16, &Paper)| {
        let mut numbers = Numbers::default();
        for (sort, number) in &paper.numbers {
            numbers.set(*sort, Number::new(number));
        }
        let is_refund = paper.total.is_some_and(|total| total < 0);
        let fact = Fact {
            vendor: purchase.shop.id.parse().unwrap(),
            direction: if is_refund {
                Direction::Refund
            } else {
                Direction::Charge
            },
            role: paper.title.role(),
            numbers,
            own_day: paper.own_day,
            received_on: received_at.date_naive(),
            total: paper.total.map(money),
            candidates: Vec::new(),
            currency: Some(purchase.shop.currency().parse().unwrap()),
            is_paid: paper.is_paid,
            mail: mail.to_owned(),
            message: Some(letter.message_id.clone()),
            file: (part > 0).then(|| format!("{} {part}", letter.message_id)),
            position: Position {
                received_at,
                message: letter.message_id.clone(),
                part,
                nth: 0,
            },
        };
        (paper.invoice, fact)
    };
    let text = letter.text.iter().map(|text| (0, text));
    text.chain((1..).zip(&letter.files)).map(fact).collect()
}

fn money(whole: i32) -> Money {
    whole.to_string().parse().unwrap()
}

/// Documents in any order, each with the invoice that it belongs to. Some mails come again, and all of some purchases.
fn documents(purchases: &[Purchase], rng: &mut Rng) -> Vec<(Invoice, Fact)> {
    let mut documents = Vec::new();
    for (nth, purchase) in purchases.iter().enumerate() {
        let comes_three_ways = rng.u8(..5) == 0;
        for (place, letter) in purchase.letters.iter().enumerate() {
            let times = if comes_three_ways { 3 } else { 1 + rng.u8(..10) / 9 };
            for way in 0..times {
                // An export keeps the mail's own time, a provider that of its arrival.
                let delay = TimeDelta::seconds(rng.i64(0..3) * 30);
                let facts = facts(purchase, letter, &format!("{nth} {place} {way}"), delay);
                documents.extend(facts.into_iter().map(|(invoice, fact)| ((nth, invoice), fact)));
            }
        }
    }
    rng.shuffle(&mut documents);
    documents
}

fn total(facts: &[Fact], group: &Group) -> Option<Money> {
    let decides = group.members.iter().rfind(|member| member.decides)?;
    facts[decides.fact].total
}

#[test]
fn groups_are_purchases() {
    let mut made: BTreeMap<Kind, usize> = BTreeMap::new();
    for seed in seeds(40) {
        let mut rng = Rng::with_seed(seed);
        let purchases = purchases(&mut rng, 5);
        let documents = documents(&purchases, &mut rng);
        for purchase in &purchases {
            *made.entry(purchase.kind).or_default() += 1;
        }
        let (invoices, facts): (Vec<Invoice>, Vec<Fact>) = documents.into_iter().unzip();
        let mut found: BTreeMap<BTreeSet<Invoice>, Vec<(Option<Money>, bool)>> = BTreeMap::new();
        for group in group(&facts, &[]) {
            let members = group.members.iter().map(|member| invoices[member.fact]).collect();
            let counted = (total(&facts, &group), group.is_cancelled);
            found.entry(members).or_default().push(counted);
        }
        for (nth, purchase) in purchases.iter().enumerate() {
            for (place, &Counted { total, is_cancelled }) in purchase.counted.iter().enumerate() {
                let expected = vec![(Some(money(total)), is_cancelled)];
                let found = found.remove(&BTreeSet::from([(nth, place)]));
                assert_eq!(found, Some(expected), "seed {seed}, invoice {place} of {purchase:#?}");
            }
        }
        assert!(found.is_empty(), "seed {seed}: {found:?}");
    }
    println!("{made:?}");
}
