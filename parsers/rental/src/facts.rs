//! Labelled values other than amounts: period, flat, contract and so on.

use parser_extract::page::{Page, Place};
use parser_extract::phrases::{Index, Phrases, Sets, index};
use parser_extract::words::Words;

/// A kind of value.
struct Fact {
    /// The label in the record.
    key: &'static str,
    /// Whether its values contain a digit. A text that differs in this is not a value.
    has_digits: bool,
}

/// The key of each fact, its labels, and whether its values have digits.
macro_rules! facts {
    ($($key:literal => [$labels:literal], $has_digits:literal;)+) => {
        static FACTS: &[Fact] = &[$(Fact { key: $key, has_digits: $has_digits }),+];
        static LABELS: Index = index![$([$labels]),+];
    };
}

facts! {
    "Period" => ["(hyresperiod(en)?|avser( perioden| period| månad| tiden)?|period(en)?|debiteringsperiod)"], true;
    "Objekt" => ["(objekt|objekts?(nr|nummer|id)|hyresobjekt)"], true;
    "Lägenhet" => ["(lägenhet|lägenhets?(nr|nummer)|lgh|lgh ?nr)"], true;
    "Kontrakt" => ["(kontrakt|kontrakts?(nr|nummer)|avtal|avtals(nr|nummer)|hyreskontrakt|hyresavtal)"], true;
    "Kundnummer" => ["(kund(nr|nummer|id)|kund (nr|nummer)|hyresgäst(nr|nummer))"], true;
    "Hyresgäst" => ["hyresgäst(er)?"], false;
    "IBAN" => ["iban"], true;
    "Swish" => ["(swish|swish(nr|nummer))"], true;
}

/// The labels and values of a page, each label once, in the order of the record.
pub fn read(page: &Page<'_>) -> Vec<(&'static str, String)> {
    let with_facts = |at: Place| (at, LABELS.matching(&page.content(at).words));
    let places: Vec<(Place, Sets)> = page
        .places()
        .map(with_facts)
        .filter(|(_, facts)| !facts.is_empty())
        .collect();
    let read_fact = |(number, fact): (u16, &Fact)| {
        let mut likely = places.iter().filter(|(_, facts)| facts.contains(number));
        let labels = LABELS.set(number);
        let value = likely.find_map(|(at, _)| value(page, *at, fact, &labels))?;
        Some((fact.key, value))
    };
    (0..).zip(FACTS).filter_map(read_fact).collect()
}

/// The value of a fact with one of its labels in this cell: `Objekt: 118`, `Objekt | 118`, or `118` in the line below.
fn value(page: &Page<'_>, at: Place, fact: &Fact, labels: &Phrases) -> Option<String> {
    let text = page.cell(at).text.as_str();
    for part in text.split([',', '·', '|', ';']) {
        let words = Words::of(part);
        let Some(hit) = labels.find_at(&words, 0) else {
            continue;
        };
        let rest = part[words.span(hit.end - 1).1..].trim_matches([' ', ':', '.', '#']);
        if !rest.is_empty() {
            // The first word of a clause in a sentence is not a label.
            let is_short = words.len() <= 8 && !text.ends_with('.');
            if let Some(value) = valid_value(rest, fact).filter(|_| is_short) {
                return Some(value);
            }
            continue;
        }
        let beside = page.right(at).into_iter().chain(page.below(at, 1));
        for place in beside {
            if is_label(page, place) {
                continue;
            }
            if let Some(value) = valid_value(&page.cell(place).text, fact) {
                return Some(value);
            }
        }
    }
    None
}

/// The text without colons around it, if it can be a value of the fact.
fn valid_value(text: &str, fact: &Fact) -> Option<String> {
    let text = text.trim_matches([' ', ':']);
    let has_digits = text.chars().any(|c| c.is_ascii_digit());
    let is_short = (1..=60).contains(&text.chars().count()) && text.split(' ').count() <= 8;
    (is_short && has_digits == fact.has_digits && !text.contains('@')).then(|| text.to_owned())
}

fn is_label(page: &Page<'_>, at: Place) -> bool {
    let words = &page.content(at).words;
    page.is_label(at)
        || (0..)
            .zip(FACTS)
            .any(|(number, _)| LABELS.set(number).matches_all(words))
}
