//! What is labelled on the page beside money: period, flat, contract.

use std::sync::LazyLock;

use parser_extract::page::{Page, Place};
use parser_extract::phrases::{Index, Phrases, Sets};
use parser_extract::words::Words;

struct Fact {
    key: &'static str,
    labels: Phrases,
    /// Whether its value has a digit.
    numbered: bool,
}

static FACTS: LazyLock<Vec<Fact>> = LazyLock::new(|| {
    let fact = |key, labels: &[&str], numbered| Fact {
        key,
        labels: Phrases::new(labels),
        numbered,
    };
    vec![
        fact(
            "Period",
            &[
                "hyresperiod(en)?",
                "avser( perioden| period| månad| tiden)?",
                "period(en)?",
                "debiteringsperiod",
            ],
            true,
        ),
        fact("Objekt", &["objekt", "objekts?(nr|nummer|id)", "hyresobjekt"], true),
        fact(
            "Lägenhet",
            &["lägenhet", "lägenhets?(nr|nummer)", "lgh", "lgh ?nr"],
            true,
        ),
        fact(
            "Kontrakt",
            &[
                "kontrakt",
                "kontrakts?(nr|nummer)",
                "avtal",
                "avtals(nr|nummer)",
                "hyreskontrakt",
                "hyresavtal",
            ],
            true,
        ),
        fact(
            "Kundnummer",
            &["kund(nr|nummer|id)", "kund (nr|nummer)", "hyresgäst(nr|nummer)"],
            true,
        ),
        fact("Hyresgäst", &["hyresgäst(er)?"], false),
        fact("IBAN", &["iban"], true),
        fact("Swish", &["swish", "swish(nr|nummer)"], true),
    ]
});

/// Labels and the texts that belong to them, each label once, in the order in which the record lists them.
pub fn read(page: &Page<'_>) -> Vec<(&'static str, String)> {
    let labelled = |at: Place| (at, INDEX.matching(&page.reads(at).words));
    let places: Vec<(Place, Sets)> = page
        .places()
        .map(labelled)
        .filter(|(_, facts)| !facts.is_empty())
        .collect();
    let of = |(number, fact): (usize, &Fact)| {
        let mut likely = places.iter().filter(|(_, facts)| facts.contains(number));
        let value = likely.find_map(|(at, _)| value(page, *at, fact))?;
        Some((fact.key, value))
    };
    FACTS.iter().enumerate().filter_map(of).collect()
}

/// Which facts can have their label in some words.
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(FACTS.iter().map(|fact| &fact.labels)));

/// The value of a fact whose label stands at a place: `Objekt: 118`, `Objekt | 118`, or `118` in the line below.
fn value(page: &Page<'_>, at: Place, fact: &Fact) -> Option<String> {
    let text = page.cell(at).text.as_str();
    for part in text.split([',', '·', '|', ';']) {
        let words = Words::of(part);
        let Some(hit) = fact.labels.find_at(&words, 0) else {
            continue;
        };
        let rest = part[words.span(hit.end - 1).1..].trim_matches([' ', ':', '.', '#']);
        if !rest.is_empty() {
            // In running text a word that begins a clause is no label.
            let short = words.len() <= 8 && !text.ends_with('.');
            if let Some(value) = sound(rest, fact).filter(|_| short) {
                return Some(value);
            }
            continue;
        }
        let beside = page.right(at).into_iter().chain(page.below(at, 1));
        for place in beside {
            if is_label(page, place) {
                continue;
            }
            if let Some(value) = sound(&page.cell(place).text, fact) {
                return Some(value);
            }
        }
    }
    None
}

fn sound(text: &str, fact: &Fact) -> Option<String> {
    let text = text.trim_matches([' ', ':']);
    let digits = text.chars().any(|c| c.is_ascii_digit());
    let sized = (1..=60).contains(&text.chars().count()) && text.split(' ').count() <= 8;
    (sized && digits == fact.numbered && !text.contains('@')).then(|| text.to_owned())
}

fn is_label(page: &Page<'_>, at: Place) -> bool {
    let words = &page.reads(at).words;
    FACTS.iter().any(|fact| fact.labels.matches_all(words))
}
