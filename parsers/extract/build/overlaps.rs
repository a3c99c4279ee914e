//! Phrases that another phrase makes useless: one that covers it in the same class, or one in a class that excludes its own.

use std::collections::BTreeMap;

use super::exclusive::EXCLUSIVE;
use super::variants::{covers, is_pattern, variants};
use super::{CURRENCIES, Phrase, Problem, SMALL_WORDS, Vocabulary};

/// A phrase with its variants.
struct Known<'v> {
    phrase: &'v Phrase,
    variants: Vec<String>,
}

/// A line for each phrase of a list that another phrase of the list covers, in the same file.
pub fn find_covered(vocabulary: &Vocabulary) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (table, _, phrases) in vocabulary.classes() {
        if [SMALL_WORDS.0, CURRENCIES, "legal-forms"].contains(&table) {
            continue;
        }
        for phrases in phrases.chunk_by(|one, other| one.file == other.file) {
            let known = known(phrases);
            let mut by_variant: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            let mut with_pattern = Vec::new();
            for (number, known) in known.iter().enumerate() {
                let all = known.variants.iter().map(String::as_str);
                all.for_each(|variant| by_variant.entry(variant).or_default().push(number));
                if known.variants.iter().any(|variant| is_pattern(variant)) {
                    with_pattern.push(number);
                }
            }
            for (number, covered) in known.iter().enumerate() {
                let Some(first) = covered.variants.first() else {
                    continue;
                };
                let same = by_variant.get(first.as_str()).into_iter().flatten();
                let mut others = same.chain(&with_pattern).filter(|other| **other != number);
                // Of two that cover each other, the second is one too many.
                let is_covered_by = |other: &&usize| {
                    let other = **other;
                    is_covered(covered, &known[other]) && (other < number || !is_covered(&known[other], covered))
                };
                if let Some(other) = others.find(is_covered_by) {
                    let by = &known[*other].phrase;
                    let message = format!(
                        "{:?} is covered by {:?} in line {}",
                        covered.phrase.text, by.text, by.line
                    );
                    problems.push(Problem::at(covered.phrase, message));
                }
            }
        }
    }
    problems
}

/// One line for each phrase that is in two mutually exclusive classes.
pub fn find_in_two_classes(vocabulary: &Vocabulary) -> Vec<Problem> {
    let mut problems = Vec::new();
    for exclusive in EXCLUSIVE {
        let mut seen: BTreeMap<String, (&str, &Phrase)> = BTreeMap::new();
        for class in exclusive.classes.split(' ') {
            let of_class = vocabulary
                .classes()
                .filter(|(table, key, _)| (*table, *key) == (exclusive.table, class));
            for known in of_class.flat_map(|(_, _, phrases)| known(phrases)) {
                let mut excluded = None;
                for variant in known.variants {
                    let (other, first) = *seen.entry(variant.clone()).or_insert((class, known.phrase));
                    if other != class && !exclusive.allows(other, class, &variant) {
                        excluded.get_or_insert((variant, other, first));
                    }
                }
                if let Some((variant, other, first)) = excluded {
                    let place = format!("{}:{}", first.file, first.line);
                    let message = format!("{variant:?} is also in {other} ({place}), which excludes {class}");
                    problems.push(Problem::at(known.phrase, message));
                }
            }
        }
    }
    problems
}

fn known(phrases: &[Phrase]) -> Vec<Known<'_>> {
    let phrases = phrases.iter();
    phrases
        .map(|phrase| Known {
            variants: variants(&phrase.text),
            phrase,
        })
        .collect()
}

fn is_covered(covered: &Known<'_>, by: &Known<'_>) -> bool {
    let is_covered = |variant: &String| {
        by.variants
            .iter()
            .any(|other| other == variant || !is_pattern(variant) && covers(other, variant))
    };
    !covered.variants.is_empty() && covered.variants.iter().all(is_covered)
}
