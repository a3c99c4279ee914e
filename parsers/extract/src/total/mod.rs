//! The total: the labelled amount that the document means, or a refusal.

mod class;
pub mod labels;
mod orphans;
mod panel;
mod parts;
mod sentences;

use std::collections::BTreeSet;

use parser_model::Money;

use crate::choice::Choice;
use crate::currency::Mark;
use crate::numbers::{self, Of};
use crate::page::{Page, Place};
use crate::words::Words;
use labels::{Class, Label, Position};
use parts::{adjustments, explained, lessened};

/// An amount with its label.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The amount.
    pub value: Money,
    /// Its currency's mark.
    pub mark: Option<Mark>,
    /// Whether it is money for certain.
    pub strong: bool,
    /// Where it stands.
    pub at: Place,
    /// Which of its cell's amounts it is.
    pub index: usize,
    /// What it is called, if anything.
    pub label: Option<Label>,
}

impl Labelled {
    fn class(&self) -> Option<Class> {
        self.label.as_ref().map(|label| label.class)
    }

    /// For people: the value and its words.
    pub fn describe(&self) -> String {
        let label = self.label.as_ref().map_or("", |l| l.words.as_str());
        format!("{} at \u{201c}{label}\u{201d}", self.value)
    }
}

/// The chosen total and the amount that it is.
#[derive(Clone, Debug)]
pub struct Total {
    /// The total.
    pub choice: Choice<Money>,
    /// The amount on the page; `None` where the total is the sum of several or refused.
    pub amount: Option<Labelled>,
    /// Whether orders with totals of their own were seen: nothing was chosen because each has its own.
    pub several: bool,
    /// Whether the amount has a label.
    pub labelled: bool,
}

/// How much a label promises; the lowest rank present is looked at.
fn rank(label: &Label) -> Option<u8> {
    Some(match (label.class, label.position) {
        (_, Position::SumSentence) => 1,
        (_, Position::Sentence) => 5,
        (Class::Grand | Class::Refund, _) => 0,
        (Class::Due, _) => 2,
        (Class::Paid, _) => 3,
        (Class::Total, _) => 4,
        (Class::Amount, _) => 6,
        _ => return None,
    })
}

/// Whether an amount's own label, in a table or list, says that it comes back. A sentence may tell what will.
pub fn comes_back(amount: &Labelled) -> bool {
    amount.label.as_ref().is_some_and(|label| {
        label.class == Class::Refund && matches!(label.position, Position::Before | Position::Left | Position::Above)
    })
}

/// Whether a label can name the total.
pub fn is_total(label: &Label) -> bool {
    rank(label).is_some()
}

const RANK_SUM_SENTENCE: u8 = 1;
const RANK_DUE: u8 = 2;
const RANK_PAID: u8 = 3;
const RANK_SENTENCE: u8 = 5;
const RANK_AMOUNT: u8 = 6;

/// Every usable amount of a page with its label.
pub fn labelled(page: &Page<'_>, refund: bool) -> Vec<Labelled> {
    let mut all = Vec::new();
    // `Kreditnota: KR-901`: the name of a refund leads to an amount, or to the document's own number.
    let numbers = if refund { numbers::find(page) } else { Vec::new() };
    for at in page.places() {
        let reads = page.reads(at);
        let strong_in_line = page.lines[at.line].iter().flat_map(|r| &r.amounts).any(|a| a.strong);
        for (index, amount) in reads.amounts.iter().enumerate() {
            let read = &page.cell(at).text[..amount.end];
            if numbers
                .iter()
                .any(|n| n.of == Of::Invoice && n.at == Some(at) && read.ends_with(&n.value))
            {
                continue;
            }
            let mut label = labels::of(page, at, index);
            if let Some(found) = label.as_mut().filter(|l| l.class == Class::Refund) {
                found.class = match refund {
                    false => Class::Not,
                    true if labels::comes_back(&found.words) => Class::Refund,
                    true => Class::Paid,
                };
            }
            if amount.strong || (!strong_in_line && weak_is_usable(page, at, index, label.as_ref())) {
                all.push(Labelled {
                    value: amount.value,
                    mark: amount.mark,
                    strong: amount.strong,
                    at,
                    index,
                    label,
                });
            }
        }
    }
    keep_last_of_row(&mut all);
    if !page.is_mail() {
        orphans::pair(page, &mut all);
    }
    all
}

/// A bare number counts only where it is all of its cell or ends a labelled one.
fn weak_is_usable(page: &Page<'_>, at: Place, index: usize, label: Option<&Label>) -> bool {
    let reads = page.reads(at);
    let amount = &reads.amounts[index];
    let text = page.cell(at).text.as_str();
    let ends = amount.end == text.len();
    let before = text[..amount.start].trim_end();
    let of_something = before.ends_with(['x', '×', '*', '•', '-'])
        || ["card", "in", "kort", "med"]
            .iter()
            .any(|word| before.to_lowercase().ends_with(&format!(" {word}")));
    let after_month = Words::of(before.rsplit(' ').next().unwrap_or(""));
    let year = amount.value.units() % 10_000 == 0
        && (19_000_000..=20_500_000).contains(&amount.value.units())
        && (amount.start == 0 || crate::phrases::month(after_month.word(0)).is_some());
    // Six digits in a row are a number of something.
    let long = amount.value.abs().units() >= 1_000_000_000
        && text[amount.start..amount.end].bytes().all(|b| b.is_ascii_digit());
    ends && !long && label.is_some() && !amount.value.is_negative() && !of_something && !year
}

/// In a row with several amounts under one label only the last counts: the others are parts of it.
fn keep_last_of_row(all: &mut [Labelled]) {
    for at in 0..all.len() {
        let from_left = |l: &Labelled| l.label.as_ref().is_some_and(|x| x.position == Position::Left);
        let later = all[at + 1..]
            .iter()
            .take_while(|other| other.at.line == all[at].at.line);
        let alike = |other: &&Labelled| from_left(other) && other.label == all[at].label;
        if !from_left(&all[at]) || !later.clone().any(|other| alike(&other)) {
            continue;
        }
        // `399,00 EUR | 4 428,90 SEK`: what stands after is the same in other money.
        let converted: Vec<usize> = (at + 1..all.len())
            .take_while(|other| all[*other].at.line == all[at].at.line)
            .filter(|other| alike(&&all[*other]) && other_money(&all[at], &all[*other]))
            .collect();
        if converted.is_empty() {
            all[at].label = None;
        }
        for other in converted {
            all[other].label = None;
        }
    }
}

fn other_money(one: &Labelled, other: &Labelled) -> bool {
    matches!((one.mark, other.mark), (Some(one), Some(other)) if one != other)
}

/// Chooses among labelled amounts.
pub fn choose(page: &Page<'_>, all: &[Labelled]) -> Total {
    let mut ranked: Vec<(u8, &Labelled)> = all.iter().filter_map(|l| Some((rank(l.label.as_ref()?)?, l))).collect();
    // A printed `Att betala 0,00` is the sum where all else is a line of it; in a mail it is what a voucher left.
    let nothing_to_pay = |(rank, l): &(u8, &Labelled)| *rank == 0 && l.value.is_zero() && l.strong && !page.is_mail();
    let only_lines = ranked.iter().all(|(rank, l)| l.value.is_zero() || *rank == RANK_AMOUNT);
    let settled = only_lines && ranked.iter().any(nothing_to_pay);
    if !settled && ranked.iter().any(|(_, l)| !l.value.is_zero()) {
        ranked.retain(|(_, l)| !l.value.is_zero());
    }
    drop_column_heads(&mut ranked);
    // What comes back is what a mail about a refund is about, whatever the order once cost.
    if page.is_mail() && ranked.iter().any(|(_, l)| l.class() == Some(Class::Refund)) {
        ranked.retain(|(_, l)| l.class() == Some(Class::Refund));
    }
    let considered: Vec<String> = ranked.iter().map(|(_, l)| l.describe()).collect();
    let mut total = match ranked.iter().map(|(r, _)| *r).min() {
        Some(best) => among(page, best, &ranked, all),
        None => unlabelled(page, all),
    };
    total.choice.considered = considered;
    total.choice.considered.dedup();
    total.choice.considered.truncate(12);
    total
}

/// A column's head over lines of goods counts only where nothing else of its rank stands.
fn drop_column_heads(ranked: &mut Vec<(u8, &Labelled)>) {
    let is_head = |l: &Labelled| l.label.as_ref().is_some_and(|x| x.position == Position::ColumnHead);
    if ranked.iter().any(|(_, l)| !is_head(l)) {
        ranked.retain(|(_, l)| !is_head(l));
    }
}

fn among(page: &Page<'_>, best: u8, ranked: &[(u8, &Labelled)], all: &[Labelled]) -> Total {
    let here: Vec<&Labelled> = ranked.iter().filter(|(r, _)| *r == best).map(|(_, l)| *l).collect();
    let values: BTreeSet<Money> = here.iter().map(|l| l.value).collect();
    let last = here[here.len() - 1];
    // What a sentence mentions, a balance or a limit is no larger sum of this document.
    let larger = |l: &&Labelled| {
        let aside = l.class() == Some(Class::Not) || page.reads(l.at).words.len() > MAX_FREE_WORDS;
        l.strong && l.value > last.value.abs() && !aside
    };
    if best == RANK_AMOUNT && all.iter().any(|l| larger(&l)) && !page.is_mail() {
        return refused("a larger amount is not called a total", false);
    }
    if values.len() == 1 {
        return one_value(best, last, ranked, all);
    }
    if values.iter().map(|v| v.abs()).collect::<BTreeSet<_>>().len() == 1 {
        return taken(last, "the last of amounts that differ in sign only");
    }
    let same_label = here.iter().all(|l| unnumbered(l) == unnumbered(last));
    let sum: Money = values.iter().copied().sum();
    if same_label && let Some(stated) = all.iter().find(|l| l.label.is_some() && l.value == sum) {
        return taken(stated, "the stated sum of several totals");
    }
    if values.len() > 2
        && let Some(whole) = values.iter().find(|v| v.checked_add(**v) == Some(sum))
    {
        return taken_value(&here, *whole, "the sum of the others");
    }
    if let (Some(less), Some(whole), 2, false) = (values.first(), values.last(), values.len(), page.is_mail()) {
        let paid = *whole - *less;
        let is_paid = |l: &Labelled| l.value.abs() == paid && matches!(l.class(), Some(Class::Not | Class::Paid));
        if all.iter().any(is_paid) {
            return taken_value(&here, *less, "what is left of the other after what was paid before");
        }
    }
    if let Some(charged) = charged_in_other_money(&here) {
        return taken(charged, "what was charged, of amounts in two currencies");
    }
    let left = |rest: &&&Labelled| here.iter().any(|whole| lessened(whole, rest, all));
    if let Some(rest) = here.iter().rev().find(left) {
        return taken(rest, "what is left of the whole after what was taken off");
    }
    let adjustments = adjustments(all);
    let from_another = |v: &&Money| {
        values
            .iter()
            .any(|base| base != *v && adjustments.contains(&(**v - *base)))
    };
    if let Some(one) = only(values.iter().filter(from_another)) {
        return taken_value(
            &here,
            *one,
            "the one that another and fees, delivery and discounts add up to",
        );
    }
    let explained = explained(all);
    if let Some(one) = only(values.iter().filter(|v| explained.contains(v))) {
        return taken_value(&here, *one, "the one that net, tax, delivery and fees add up to");
    }
    let elsewhere = |v: &&Money| ranked.iter().any(|(r, l)| *r != best && l.value == **v);
    if let Some(one) = only(values.iter().filter(elsewhere)) {
        return taken_value(&here, *one, "the one that stands under another label too");
    }
    if same_label {
        return refused("several amounts have the same label", true);
    }
    if best >= RANK_SENTENCE {
        return refused("several amounts, none of them called a total", false);
    }
    let single = |l: &&&Labelled| {
        let words = l.label.as_ref().map(|x| &x.words);
        here.iter()
            .filter(|o| o.label.as_ref().map(|x| &x.words) == words)
            .all(|o| o.value == l.value)
    };
    match here.iter().filter(single).max_by_key(|l| l.value) {
        Some(largest) => taken(largest, "the largest of several totals with labels of their own"),
        None => refused("several totals disagree", true),
    }
}

/// Of totals in two currencies the one whose label says that it was charged.
fn charged_in_other_money<'a>(here: &[&'a Labelled]) -> Option<&'a Labelled> {
    let marks: BTreeSet<String> = here
        .iter()
        .filter_map(|l| l.mark)
        .map(|mark| format!("{mark:?}"))
        .collect();
    let charged = |l: &&&Labelled| l.label.as_ref().is_some_and(|label| labels::was_charged(&label.words));
    let value = only(
        here.iter()
            .filter(charged)
            .map(|l| l.value)
            .collect::<BTreeSet<_>>()
            .into_iter(),
    )?;
    (marks.len() > 1).then(|| here.iter().rev().find(|l| l.value == value).copied())?
}

/// A label's words without numbers: `Summa paket 1` and `Summa paket 2` are one label.
fn unnumbered(amount: &Labelled) -> Option<String> {
    let words = &amount.label.as_ref()?.words;
    Some(
        words
            .split(' ')
            .filter(|w| !w.bytes().all(|b| b.is_ascii_digit()))
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// One value at the best rank. A remainder after a part payment yields to the whole that it is a part of.
fn one_value(best: u8, only: &Labelled, ranked: &[(u8, &Labelled)], all: &[Labelled]) -> Total {
    if (RANK_SUM_SENTENCE..=RANK_DUE).contains(&best) || best == RANK_PAID {
        let larger = |l: &Labelled| l.class() == Some(Class::Total) && l.value > only.value;
        if ranked.iter().any(|(_, l)| larger(l)) {
            let explained = explained(all);
            let mut whole = ranked
                .iter()
                .map(|(_, l)| *l)
                .filter(|l| larger(l) && explained.contains(&l.value));
            if let Some(whole) = whole.next_back().filter(|whole| !lessened(whole, only, all)) {
                return taken(whole, "the whole that the parts add up to");
            }
        }
    }
    let left = |(_, rest): &&(u8, &Labelled)| rest.value != only.value && lessened(only, rest, all);
    if let Some((_, rest)) = ranked.iter().rev().find(left) {
        return taken(rest, "what is left of the whole after what was taken off");
    }
    let amounts = || ranked.iter().filter(|(rank, _)| *rank > RANK_SENTENCE);
    if best == RANK_SENTENCE && amounts().next().is_some() && amounts().all(|(_, l)| l.value != only.value) {
        return refused("a sentence and a labelled amount disagree", false);
    }
    taken(only, "the labelled total")
}

/// The one thing there is.
fn only<T>(mut things: impl Iterator<Item = T>) -> Option<T> {
    let first = things.next()?;
    things.next().is_none().then_some(first)
}

/// An amount without a label stands among at most so many words.
const MAX_FREE_WORDS: usize = 14;

/// No label at all: the only amount that the document names.
fn unlabelled(page: &Page<'_>, all: &[Labelled]) -> Total {
    // What running text mentions in passing may be anything.
    let prose = |l: &Labelled| page.reads(l.at).words.len() > MAX_FREE_WORDS;
    let question = |l: &Labelled| page.cell(l.at).text.trim_end().ends_with('?');
    let free = |l: &&Labelled| l.mark.is_some() && l.label.is_none() && !l.value.is_zero() && !prose(l) && !question(l);
    let money: Vec<&Labelled> = all.iter().filter(free).collect();
    let Some(last) = money.last() else {
        return refused("", false);
    };
    if page.lines.len() > 400 {
        return refused("amounts without a label", false);
    }
    let alike = money.iter().all(|l| l.value == last.value);
    let above: Money = money[..money.len() - 1].iter().map(|l| l.value).sum();
    let mut total = if alike {
        taken(last, "the only amount of the document")
    } else if money.len() > 2 && above == last.value {
        taken(last, "the amounts above add up to it")
    } else {
        return refused("amounts without a label", false);
    };
    total.labelled = false;
    total
}

fn taken(amount: &Labelled, why: &str) -> Total {
    let because = match &amount.label {
        Some(label) => format!("{why}: \u{201c}{}\u{201d} {}", label.words, label.position.as_str()),
        None => why.to_owned(),
    };
    Total {
        choice: Choice::taken(amount.value, because),
        amount: Some(amount.clone()),
        several: false,
        labelled: true,
    }
}

fn taken_value(here: &[&Labelled], value: Money, why: &str) -> Total {
    match here.iter().rev().find(|l| l.value == value) {
        Some(amount) => taken(amount, why),
        None => refused(why, false),
    }
}

fn refused(why: &str, several: bool) -> Total {
    Total {
        choice: Choice::refused(why),
        amount: None,
        several,
        labelled: false,
    }
}
