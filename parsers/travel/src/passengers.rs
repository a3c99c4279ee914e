//! The passengers.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::{Page, Place};

use crate::record::TravelPassenger;

/// The most passengers, more than a coach has seats.
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

/// The names from JSON-LD or microdata, and those with a label: after it, beside it, or in the lines below.
pub fn of(source: &Source<'_>) -> Vec<TravelPassenger> {
    let journeys = source.page.journeys.iter();
    let mut names: Vec<String> = journeys.filter_map(|j| j.passenger.clone()).collect();
    for at in source.page.places() {
        for name in labelled_names(source.page, at) {
            if !names.contains(&name) && names.len() < MAX_PASSENGERS {
                names.push(name);
            }
        }
    }
    names.dedup();
    names.into_iter().map(|name| TravelPassenger { name }).collect()
}

fn labelled_names(page: &Page<'_>, at: Place) -> Vec<String> {
    let words = &page.content(at).words;
    let Some(hit) = PASSENGER.find(words) else {
        return Vec::new();
    };
    let text = page.cell(at).text.as_str();
    let rest = text[words.span(hit.end - 1).1..].trim_start();
    if let Some(rest) = rest.strip_prefix(':').filter(|rest| !rest.trim().is_empty()) {
        return rest.split(',').filter_map(person_name).collect();
    }
    if !rest.trim_matches([':', ' ']).is_empty() || hit.start > 0 {
        return Vec::new();
    }
    if let Some(beside) = page.right(at).and_then(|right| person_name(&page.cell(right).text)) {
        return vec![beside];
    }
    let below = page
        .below(at, MAX_PASSENGERS)
        .map_while(|below| person_name(&page.cell(below).text));
    below.collect()
}

/// A person's name: two to five words that begin with capitals, without digits. What follows a comma or bracket, such as an age, is
/// left out.
fn person_name(text: &str) -> Option<String> {
    let name = text.split([',', '(', '–']).next()?.trim();
    let words: Vec<&str> = name.split(' ').collect();
    let is_name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase) || matches!(*word, "von" | "van" | "de" | "af" | "av")
    };
    let is_person = (2..=5).contains(&words.len())
        && words.iter().all(is_name)
        && name.chars().all(|c| c.is_alphabetic() || " -.'’".contains(c))
        && name.chars().count() <= 60;
    is_person.then(|| name.to_owned())
}
