//! Votes of a printed page: labels, return address, hosts, letterhead.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;

use super::{Ballot, names};
use crate::page::{Page, Place};
use crate::phrases::{PARTIES, Phrases};
use crate::text::Words;

static SELLER: LazyLock<Phrases> = LazyLock::new(|| PARTIES.phrases("seller"));
static RETURN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([^•·|,–—]{3,50}?) ?[•·|,–—-] ?[^•·|]{3,40} ?[•·|,–—-] ?(?:[A-Z]{1,2}-)?[0-9]{3} ?[0-9]{2} \p{L}")
        .expect("a constant pattern")
});
static HOST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:@|www\.|https?://)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)").expect("a constant pattern")
});
static BANK: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "bank*",
        "*bank",
        "sparkasse",
        "nordea",
        "seb",
        "swedbank",
        "handelsbanken",
    ])
});

pub(super) fn vote(page: &Page<'_>, buyer: &BTreeSet<Place>, ballot: &mut Ballot) {
    for at in page.places() {
        seller(page, at, ballot);
    }
    let free: Vec<Place> = page.places().filter(|at| !buyer.contains(at)).collect();
    for at in &free {
        if let Some(hit) = RETURN.captures(&page.cell(*at).text) {
            ballot.add(names::whole(&hit[1]), 5, "the return address");
        }
    }
    hosts(page, &free, ballot);
    entities(page, &free, ballot);
    letterhead(page, buyer, ballot);
}

/// `Seller`, `Leverantör`: the name right, below, or after a colon.
fn seller(page: &Page<'_>, at: Place, ballot: &mut Ballot) {
    let words = &page.reads(at).words;
    let text = page.cell(at).text.as_str();
    let why = "the label of a seller";
    if words.len() > 10 || !SELLER.begin(words) {
        return;
    }
    if SELLER.fill(words) {
        let beside = page.right(at).into_iter().chain(page.below(at, 2));
        let name = beside
            .filter_map(|p| names::whole(page.cell(p).text.trim_start_matches("Name:").trim()))
            .next();
        ballot.add(name, 6, why);
    } else if let Some((label, name)) = text.split_once(':')
        && SELLER.fill(&Words::of(label))
    {
        ballot.add(names::whole(name), 6, why);
    }
}

/// A name that matches the host of an address or a site on the page.
fn hosts(page: &Page<'_>, free: &[Place], ballot: &mut Ballot) {
    let text = page.document.text();
    let found: BTreeSet<String> = HOST.captures_iter(&text).map(|hit| hit[1].to_lowercase()).collect();
    for host in found
        .iter()
        .filter_map(|h| names::of_host(h))
        .filter(|n| !names::is_carrier(n))
    {
        let wanted = host.replace('-', "");
        for at in free.iter().take(120) {
            let text = &page.cell(*at).text;
            let whole = names::whole(text).filter(|name| names::key(name) == wanted);
            let entity = || {
                names::entities(text)
                    .into_iter()
                    .find(|e| names::key(e) == wanted || names::key(e).starts_with(&wanted))
            };
            ballot.add(whole.or_else(entity), 4, "the name in its own address");
        }
    }
}

fn entities(page: &Page<'_>, free: &[Place], ballot: &mut Ballot) {
    let mut count: HashMap<String, (String, u32, bool)> = HashMap::new();
    for at in free {
        for name in names::entities(&page.cell(*at).text) {
            if BANK.stand_in(&Words::of(&name)) {
                continue;
            }
            let entry = count.entry(names::key(&name)).or_insert((name, 0, false));
            entry.1 += 1;
            entry.2 |= at.line < 3;
        }
    }
    for (name, times, early) in count.into_values() {
        let weight = 1 + times.min(3) + if early { 2 } else { 0 };
        ballot.add(Some(name), weight, "a firm's full name");
    }
}

/// The largest letters of the first lines, and the first line itself.
fn letterhead(page: &Page<'_>, buyer: &BTreeSet<Place>, ballot: &mut Ballot) {
    let head: Vec<Place> = page
        .places()
        .take_while(|at| at.line < 14)
        .filter(|at| !buyer.contains(at))
        .collect();
    let mut heights: Vec<f32> = page.document.lines.iter().flatten().map(|c| c.height).collect();
    heights.sort_by(f32::total_cmp);
    let median = heights.get(heights.len() / 2).copied().unwrap_or(0.0);
    let largest = head.iter().map(|at| page.cell(*at).height).fold(0.0, f32::max);
    if largest > 1.25 * median {
        for at in head.iter().filter(|at| page.cell(**at).height >= largest - 0.1) {
            ballot.add(names::whole(&page.cell(*at).text), 3, "the largest letters of the head");
        }
    }
    for (at, weight) in head.iter().filter(|at| at.line < 2).take(2).zip([2, 1]) {
        ballot.add(names::whole(&page.cell(*at).text), weight, "the first line");
    }
}
