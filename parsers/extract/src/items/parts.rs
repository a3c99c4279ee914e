//! Parts of the sum besides the items: delivery, fees, tips, deposits, tax, discounts.

use std::collections::{BTreeMap, BTreeSet};

use parser_model::Money;

use crate::choice::{Because, Choice};
use crate::page::{Page, Place};
use crate::phrases::{Amounts, Items, Phrases};
use crate::total::labels::{Class, Position, classify};
use crate::total::{Labelled, in_cells, in_lines};
use crate::words::Words;

#[derive(Clone, Debug)]
pub struct Part {
    pub class: Class,
    pub words: String,
    /// How much it is.
    pub value: Money,
    /// Whether it is in prose, which mentions other money, too: `Fri frakt över 399 kr`.
    pub prose: bool,
    pub line: usize,
}

/// More words are prose.
const MAX_LABEL: usize = 12;
/// Maximum number of amounts listed as candidates.
const MAX_CONSIDERED: usize = 12;

/// Every part that the page names. Of several amounts in a line the last is the part: `Pant | 24 st à 1,00 | 24,00` is 24.
pub fn parts(page: &Page<'_>, all: &[Labelled]) -> Vec<Part> {
    let mut parts = Vec::new();
    for amount in all {
        let prose = page.content(amount.at).words.len() > MAX_LABEL;
        let label = amount.label.as_ref().filter(|label| label.class != Class::NotATotal);
        let line = in_lines(all, amount.at.line, amount.at.line);
        let last = || line.iter().rfind(|other| other.strong);
        let is_delivery = label.is_some_and(|label| label.class == Class::Delivery);
        if is_delivery && (is_limit(page, amount) || is_number_of_shop(page, amount)) {
            continue;
        }
        if let Some(label) = label {
            let later = last().filter(|other| !prose && (other.at, other.index) > (amount.at, amount.index));
            let alone = later.filter(|other| {
                // `Deposit (4 × 2.00) 8.00`
                let is_same = |class| class == label.class && matches!(class, Class::Fee | Class::Delivery);
                let is_part = |class| class == Class::NotATotal || is_same(class);
                amount.is_labelled_in_line() && other.class().is_none_or(is_part)
            });
            parts.push(Part {
                class: label.class,
                words: label.words.clone(),
                value: alone.map_or(amount.value, |other| other.value),
                prose,
                line: amount.at.line,
            });
        } else if amount.strong
            && last().is_some_and(|other| (other.at, other.index) == (amount.at, amount.index))
            && let Some(class) = class_of_line(page, amount.at)
        {
            let words = &page.lines[amount.at.line][0].words;
            parts.push(Part {
                class,
                words: words.folded().trim().to_owned(),
                value: amount.value,
                prose,
                line: amount.at.line,
            });
        }
    }
    parts
}

/// `GLS pakkeshop 97218`: a number after the words in their cell, without a currency or cents, is that of a parcel shop.
fn is_number_of_shop(page: &Page<'_>, amount: &Labelled) -> bool {
    let written = amount.written(page);
    let text = &page.cell(amount.at).text[written.start..written.end];
    !amount.strong && written.start > 0 && text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an amount is the least or greatest of a range: `Free shipping over 699 kr`, `Shipping from 39 kr`.
fn is_limit(page: &Page<'_>, amount: &Labelled) -> bool {
    let before = &page.cell(amount.at).text[..amount.written(page).start];
    Items::BeforeNoPrice.ends_with(&Words::of(before))
}

/// The name in the first cell of a line, if a count is between it and the amount. A line that begins with the name of a carrier
/// is the delivery.
fn class_of_line(page: &Page<'_>, at: Place) -> Option<Class> {
    let line = &page.document.lines[at.line];
    let is_carrier = |cell: &usize| Amounts::Carrier.starts_with(&page.lines[at.line][*cell].words);
    if (0..at.cell).find(|cell| is_carrier(cell)).is_some() {
        return Some(Class::Delivery);
    }
    let first = line.first().filter(|_| at.cell > 1)?;
    classify(&first.text).filter(|class| matches!(class, Class::Delivery | Class::Fee | Class::Discount))
}

/// Zero, if a line says that the delivery is free and no line has its cost: `Shipping | FREE`, `Delivery: free`.
pub fn free_delivery(page: &Page<'_>, parts: &[Part]) -> Choice<Money> {
    if parts.iter().any(|part| part.class == Class::Delivery && !part.prose) {
        return Choice::nothing();
    }
    let mut lines = page.document.lines.iter();
    let is_free = lines.any(|line| {
        let words = match line.as_slice() {
            [only] => only.text.split_once(':'),
            [label, .., value] => Some((label.text.as_str(), value.text.as_str())),
            [] => None,
        };
        words.is_some_and(|(label, value)| says_free_delivery(label, value))
    });
    Choice::of(is_free.then_some(Money::ZERO), "a line that calls the delivery free")
}

fn says_free_delivery(label: &str, value: &str) -> bool {
    Amounts::Free.matches_all(&Words::of(value)) && classify(label) == Some(Class::Delivery)
}

/// Whether a line's own words name a part of the sum.
pub fn is_part(page: &Page<'_>, places: &[Place], all: &[Labelled]) -> bool {
    let own = || in_cells(all, places);
    let names_part = |l: &Labelled| l.class().is_some_and(|class| class != Class::NotATotal);
    let labelled = own().any(|l| names_part(l) && l.is_labelled_in_line());
    let says = |l: &Labelled| names_part(l) && l.position() != Some(Position::ColumnHead);
    let all_say = own().count() > 1 && own().all(says);
    labelled || all_say || own().any(|l| l.strong && class_of_line(page, l.at).is_some())
}

/// A part of the sum by its class, if the page names one value of it.
pub fn stated(parts: &[Part], class: Class, wanted: impl Fn(&str) -> bool) -> Choice<Money> {
    let own = || parts.iter().filter(|part| part.class == class && wanted(&part.words));
    let labelled = own().any(|part| !part.prose);
    let own = own().filter(|part| !labelled || !part.prose);
    if class == Class::Vat
        && let Some(sum) = by_rates(own.clone())
    {
        return Choice::taken(sum, "the sum of its rates");
    }
    let described = own.clone().map(|part| format!("{} (“{}”)", part.value, part.words));
    let considered: Vec<String> = described.take(MAX_CONSIDERED).collect();
    let mut labels = own.clone().map(|part| part.words.as_str());
    let mut values = own.map(|part| part.value).collect::<BTreeSet<Money>>().into_iter();
    match (values.next(), values.next()) {
        (Some(one), None) => Choice::taken(one, Because::quoting("its label", labels.next().unwrap_or_default())),
        (Some(_), Some(_)) => Choice::refused("several different amounts").among(considered),
        (None, _) => Choice::nothing(),
    }
}

/// The sum of several delivery costs, such as those of two parcels, if the total consists of the items and the parts.
pub fn joint_delivery(parts: &[Part], items: Money, total: Money) -> Choice<Money> {
    let values = |class: Class| parts.iter().filter(move |part| part.class == class && !part.prose);
    let sum = |class: Class| -> Money { values(class).map(|part| part.value.abs()).sum() };
    let delivery = sum(Class::Delivery);
    let is_total = items + delivery + sum(Class::Fee) - sum(Class::Discount) == total;
    let is_joint = values(Class::Delivery).count() > 1 && is_total;
    Choice::of(
        is_joint.then_some(delivery),
        "the sum of several deliveries, with which the parts make the total",
    )
}

/// The deposits of the page: one, the one that the others add up to, else all lines together. Returned bottles don't count.
pub fn deposit(parts: &[Part], is_deposit: impl Fn(&str) -> bool) -> Choice<Money> {
    let fees = parts.iter().filter(|part| part.class == Class::Fee && !part.prose);
    let deposits = fees.filter(|part| !part.value.is_negative() && is_deposit(&part.words));
    let of_lines: BTreeMap<usize, Money> = deposits.map(|part| (part.line, part.value)).collect();
    let sum: Money = of_lines.values().copied().sum();
    let distinct: BTreeSet<Money> = of_lines.into_values().collect();
    let Some(greatest) = distinct.last().copied() else {
        return Choice::nothing();
    };
    if distinct.len() == 1 || greatest + greatest == sum {
        Choice::taken(greatest, "its label, and that the others add up to it")
    } else {
        Choice::taken(sum, "the sum of its lines")
    }
}

/// `Moms 6 %` and `Moms 25 %`: taxes at several rates add up.
fn by_rates<'a>(parts: impl Iterator<Item = &'a Part>) -> Option<Money> {
    let mut rates: Vec<(&str, Money)> = parts.map(|part| (part.words.as_str(), part.value)).collect();
    rates.sort_unstable();
    rates.dedup();
    let each_once = rates.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let rated = |words: &str| words.contains('%') && words.contains(|c: char| c.is_ascii_digit());
    (rates.len() > 1 && each_once && rates.iter().all(|(words, _)| rated(words)))
        .then(|| rates.iter().map(|(_, value)| *value).sum())
}

/// Whether a label's words hold one of a vocabulary's phrases.
pub fn speaks_of(phrases: &Phrases, words: &str) -> bool {
    phrases.contains(&Words::of(words))
}
