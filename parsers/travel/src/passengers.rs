//! The passengers.

use parser_kit::{Choice, Page, Pattern, Phrases, Place, pattern, phrases};

use crate::journey;
use crate::record::TravelPassenger;

/// Maximum number of passengers, more than a coach has seats.
const MAX_PASSENGERS: usize = 60;

static PASSENGER: Phrases = phrases![
    "(resenär(er)?|passagerare|passasjer(er)?|passager(er)?|passengers?|passenger name|travell?ers?)",
    "(reisende[rn]?|matkustaja(t)?|gäst(er)?|guests?( name)?|lead (passenger|guest)|adults?)",
    "(child(ren)?|rejsende|matkustajat|fahrgäste?|gäste|mitreisende|passagiers?|reizigers?|voyageurs?)",
    "(passagers?|pasajeros?|viajeros?|passegger[oi]|viaggiator[ei]|passageiros?|podróżn[iy])",
    "(pasażer(owie)?|cestující|επιβάτ(ης|ες))",
];

/// A name as tickets spell it: `NILSEN/INGVILD MRS`.
static TICKET_NAME: Pattern = pattern!(r"^\p{Lu}{2,30}/\p{Lu}{2,30}(?: \p{Lu}{2,30}){0,2}$");

/// Articles before a label: `Les voyageurs`.
const ARTICLES: [&str; 10] = ["the", "les", "los", "las", "i", "os", "die", "de", "οι", "vos"];
/// A name and an age or a fare for it.
static NAME_WITH_AGE: Pattern = pattern!(
    r"(\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}'’.-]*|von|van|de|af|av|der|den|el|di|da|du)){1,4})(?:, ?| ?\(| [–-] )(?i:vuxen|barn|ungdom|pensionär|voksen|adult|child|infant|youth|aikuinen|lapsi|erwachsener?|kind|volwassene|adulte|enfant|adult[oa]|niñ[oa]|bambin[oa]|ragazz[oa]|criança|dospěl[ýá]|dítě|dorosł[ya]|dziecko|normalny|ulgowy|ενήλικας|παιδί)\b",
);

/// The names from JSON-LD or microdata, and those with a label: after it, beside it, or in the lines below.
pub fn of(page: &Page<'_>) -> Choice<Vec<TravelPassenger>> {
    let mut names: Vec<String> = journey::of(page).filter_map(|journey| journey.passenger).collect();
    for at in page.places() {
        let aged = names_with_age(&page.cell(at).text);
        for name in labelled_names(page, at).into_iter().chain(aged) {
            if !names.contains(&name) && names.len() < MAX_PASSENGERS {
                names.push(name);
            }
        }
    }
    names.dedup();
    let passengers: Vec<_> = names.into_iter().map(|name| TravelPassenger { name }).collect();
    let found = (!passengers.is_empty()).then_some(passengers);
    Choice::of(found, "the mail's markup, labels and ages beside the names")
}

fn labelled_names(page: &Page<'_>, at: Place) -> Vec<String> {
    let words = &page.content(at).words;
    let Some(hit) = PASSENGER.find(words) else {
        return Vec::new();
    };
    let text = page.cell(at).text.as_str();
    let rest = text[words.span(hit.end - 1).1..].trim_start();
    // `Child (4-15)` is a label, too.
    let rest = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => rest,
    };
    if let Some(rest) = rest.strip_prefix(':').filter(|rest| !rest.trim().is_empty()) {
        return rest.split(',').filter_map(person_name).collect();
    }
    let is_article = hit.start == 1 && ARTICLES.contains(&words.word(0));
    if !rest.trim_matches([':', ' ']).is_empty() || hit.start > 0 && !is_article {
        return Vec::new();
    }
    if let Some(right) = page.right(at) {
        let beside: Vec<String> = page
            .cell(right)
            .text
            .split([',', ';'])
            .filter_map(person_name)
            .collect();
        if !beside.is_empty() {
            return beside;
        }
    }
    let below = page
        .below(at, MAX_PASSENGERS)
        .map_while(|below| person_name(&page.cell(below).text));
    below.collect()
}

/// The names in a text that are followed by an age or a fare for it: `Kim Doe, adult`, `Kim Doe (adult)`.
fn names_with_age(text: &str) -> Vec<String> {
    let hits = NAME_WITH_AGE.captures_iter(text);
    hits.filter_map(|hit| person_name(&hit[1])).collect()
}

/// A person's name: two to five words that begin with capitals, without digits. What follows a comma or bracket, such as an age, is
/// left out.
fn person_name(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || ".)•- ".contains(c));
    let name = text.split([',', '(', '–']).next()?.trim();
    if TICKET_NAME.is_match(name) {
        return Some(name.to_owned());
    }
    let words: Vec<&str> = name.split(' ').collect();
    let is_name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase)
            || matches!(
                *word,
                "von" | "van" | "de" | "af" | "av" | "der" | "den" | "el" | "di" | "da" | "du"
            )
    };
    let is_person = (2..=5).contains(&words.len())
        && words.iter().all(is_name)
        && name.chars().all(|c| c.is_alphabetic() || " -.'’".contains(c))
        && name.chars().count() <= 60;
    is_person.then(|| name.to_owned())
}
