//! If a phrase is in the vocabulary, what matches it, and what it does.

use invoices_parsers::phrases::Phrases;
use invoices_parsers::phrases::overrides::Overrides;
use invoices_parsers::phrases::overrides::source::{GROUPS, Notation, Phrase, Vocabulary, kebab_case};
use invoices_parsers::words::Words;

use super::class::Class;
use super::effect::Documents;
use super::files::Files;
use super::similarity::similarity;
use crate::Result;

/// Phrases with less in common are not suggested, in thousandths.
const LEAST_SIMILARITY: usize = 500;
const MOST_SUGGESTIONS: usize = 8;

/// Prints the answer.
pub fn run(files: &Files, phrase: &str) -> Result<()> {
    let vocabulary = files.vocabulary()?;
    let places = find(&vocabulary, |_, place| place.text == phrase);
    for (class, place) in &places {
        println!("{phrase:?} is in {class} ({})", at(place));
    }
    let words = Words::of(phrase);
    let matching = find(&vocabulary, |class, place| {
        place.text != phrase && is_pattern(class) && Phrases::of(&[&place.text]).matches_all(&words)
    });
    for (class, place) in &matching {
        println!("{:?} of {class} ({}) matches it", place.text, at(place));
    }
    if places.is_empty() {
        if matching.is_empty() {
            println!("{phrase:?} is unknown");
        }
        suggest(&vocabulary, words.folded().trim());
        return Ok(());
    }
    let documents = Documents::open()?;
    let now = Overrides::of(&vocabulary);
    for (class, place) in &places {
        let without = files.without(&place.file, class, phrase)?.vocabulary()?;
        println!("\nwithout it in {class} ({}):", at(place));
        println!("{}", documents.changes(&now, &Overrides::of(&without))?);
    }
    Ok(())
}

fn find(vocabulary: &Vocabulary, is_wanted: impl Fn(&Class, &Phrase) -> bool) -> Vec<(Class, &Phrase)> {
    let mut found = Vec::new();
    for (table, key, phrases) in vocabulary.classes() {
        let class = Class {
            table: table.to_owned(),
            key: key.to_owned(),
        };
        let wanted = phrases.iter().filter(|phrase| is_wanted(&class, phrase));
        found.extend(wanted.map(|phrase| (class.clone(), phrase)));
    }
    found
}

/// Whether phrases of the class are matched with the words of a text.
fn is_pattern(class: &Class) -> bool {
    let group = GROUPS.iter().find(|group| kebab_case(group.name) == class.table);
    group.is_some_and(|group| group.notation == Notation::phrases)
}

fn at(place: &Phrase) -> String {
    format!("parsers/extract/vocab/{}:{}", place.file, place.line)
}

/// Prints the classes of similar phrases.
fn suggest(vocabulary: &Vocabulary, text: &str) {
    let mut similar = Vec::new();
    for (class, place) in find(vocabulary, |class, _| is_pattern(class)) {
        let likeness = similarity(&place.text, text);
        if likeness >= LEAST_SIMILARITY && place.text != text {
            similar.push((likeness, class, place));
        }
    }
    similar.sort_by_key(|(likeness, ..)| std::cmp::Reverse(*likeness));
    for (_, class, place) in similar.iter().take(MOST_SUGGESTIONS) {
        println!("similar: {:?} of {class} ({})", place.text, at(place));
    }
}
