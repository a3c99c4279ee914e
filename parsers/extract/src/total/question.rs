//! The amounts that may be the total, when it isn't certain which one is.

use std::collections::BTreeSet;

use parser_document::Document;
use parser_document::text::cut;
use parser_model::reading::Candidate;
use parser_model::{Currency, Money};

use super::Total;
use super::label::rank;
use super::labelled::Labelled;
use super::rate::is_rate;
use crate::currency;
use crate::page::Page;

/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 6;
/// A longer line is cut, in bytes.
const MAX_LINE: usize = 160;

/// The candidates for the total, the likeliest first: the amount that was chosen or doubted, its rival, those whose labels can name the total
/// by the rank of the label, then the others, the largest first. Each value once.
pub fn candidates(page: &Page<'_>, all: &[Labelled], total: &Total, refund: bool) -> Vec<Candidate> {
    let own = total.amount.as_ref().or(total.doubted.as_ref());
    let is_money = |l: &&Labelled| !l.value.is_zero() && (l.strong || rank_of(l) < UNRANKED) && !is_rate(page, l);
    let mut others: Vec<&Labelled> = all.iter().filter(is_money).collect();
    others.sort_by_key(|l| (rank_of(l), std::cmp::Reverse(l.value.abs())));
    let mut found: Vec<Candidate> = Vec::new();
    for amount in own.into_iter().chain(&total.rival).chain(others) {
        let value = if refund { -amount.value.abs() } else { amount.value };
        if found.len() < MAX_CANDIDATES && found.iter().all(|known| known.value != value) {
            found.push(Candidate {
                value,
                currency: amount.mark.and_then(|mark| currency::meaning(page, mark, all)),
                label: amount.words().map(str::to_owned),
                place: place(page, amount),
                why: why(amount, total),
            });
        }
    }
    found
}

/// A total in each of the currencies that it may be in.
pub fn candidates_in(
    page: &Page<'_>,
    total: &Total,
    value: Option<Money>,
    currencies: &BTreeSet<Currency>,
) -> Vec<Candidate> {
    let amount = total.amount.as_ref();
    let of = |(value, currency)| Candidate {
        value,
        currency: Some(currency),
        label: amount.and_then(|amount| Some(amount.words()?.to_owned())),
        place: amount.map(|amount| place(page, amount)).unwrap_or_default(),
        why: "a mark of the page names this currency".to_owned(),
    };
    let all = value
        .into_iter()
        .flat_map(|value| currencies.iter().map(move |code| (value, *code)));
    all.take(MAX_CANDIDATES).map(of).collect()
}

fn place(page: &Page<'_>, amount: &Labelled) -> String {
    cut(&Document::line_text(&page.document.lines[amount.at.line]), MAX_LINE).to_owned()
}

/// After every rank of a label that can name the total.
const UNRANKED: u8 = u8::MAX;

fn rank_of(amount: &Labelled) -> u8 {
    amount.label.as_ref().and_then(rank).unwrap_or(UNRANKED)
}

fn why(amount: &Labelled, total: &Total) -> String {
    let is_doubted = total.doubted.as_ref().is_some_and(|own| own.is(amount));
    match &amount.label {
        _ if is_doubted => total.choice.because.sentence.clone(),
        Some(label) if rank(label).is_some() => format!("the label is {}", label.position.as_str()),
        Some(_) => "its label names another amount than a total".to_owned(),
        None => "no known label names it".to_owned(),
    }
}
