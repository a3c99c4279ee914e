//! Who travels.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::{Page, Place};

use crate::record::TravelPassenger;

/// More than a coach holds.
const MAX_PASSENGERS: usize = 60;

static PASSENGER: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "resenär(er)?",
        "passagerare",
        "passasjer(er)?",
        "passager(er)?",
        "passengers?",
        "passenger name",
        "travell?ers?",
        "reisende[rn]?",
        "matkustaja(t)?",
        "gäst(er)?",
        "guests?( name)?",
    ])
});

/// The names that the markup gives, else those at their label: beside it, after it, or in the lines below.
pub fn of(source: &Source<'_>) -> Vec<TravelPassenger> {
    let journeys = source.page.journeys.iter();
    let mut names: Vec<String> = journeys.filter_map(|j| j.passenger.clone()).collect();
    for at in source.page.places() {
        for name in labelled(source.page, at) {
            if !names.contains(&name) && names.len() < MAX_PASSENGERS {
                names.push(name);
            }
        }
    }
    names.dedup();
    names.into_iter().map(|name| TravelPassenger { name }).collect()
}

fn labelled(page: &Page<'_>, at: Place) -> Vec<String> {
    let words = &page.reads(at).words;
    let Some(hit) = PASSENGER.find(words) else {
        return Vec::new();
    };
    let text = page.cell(at).text.as_str();
    let rest = text[words.span(hit.end - 1).1..].trim_start();
    if let Some(rest) = rest.strip_prefix(':').filter(|rest| !rest.trim().is_empty()) {
        return rest.split(',').filter_map(name).collect();
    }
    if !rest.trim_matches([':', ' ']).is_empty() || hit.start > 0 {
        return Vec::new();
    }
    if let Some(beside) = page.right(at).and_then(|right| name(&page.cell(right).text)) {
        return vec![beside];
    }
    let below = page
        .below(at, MAX_PASSENGERS)
        .map_while(|below| name(&page.cell(below).text));
    below.collect()
}

/// A person's name: two to five words that begin with capitals, without digits. What follows a comma says of what age, not who.
fn name(text: &str) -> Option<String> {
    let name = text.split([',', '(', '–']).next()?.trim();
    let words: Vec<&str> = name.split(' ').collect();
    let capital = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase) || matches!(*word, "von" | "van" | "de" | "af" | "av")
    };
    let fits = (2..=5).contains(&words.len())
        && words.iter().all(capital)
        && name.chars().all(|c| c.is_alphabetic() || " -.'’".contains(c))
        && name.chars().count() <= 60;
    fits.then(|| name.to_owned())
}
