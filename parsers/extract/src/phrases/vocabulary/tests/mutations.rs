//! Each class is emptied in turn. An example of a rule or a case of `parsers/tests/classes.toml` must then be read differently.

use std::collections::BTreeSet;

use super::*;
use crate::phrases::overrides::Overrides;
use crate::phrases::overrides::source::{GROUPS, Notation, kebab_case};
use crate::rule::Described;
use crate::rules::tests::decides_its_example;
use crate::words::Words;

/// Its cases are read by `parsers/tests/it/classes.rs`.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/classes.toml");

/// The words of an example, by cells.
fn words(rule: &Described) -> Vec<Words> {
    let document = rule.example.document();
    let cells = document.lines.iter().flatten().map(|cell| Words::of(&cell.text));
    cells.chain([Words::of(&document.subject)]).collect()
}

/// Whether an example of a rule that has a phrase of the class is read differently without the class.
fn is_noticed(table: &str, class: &str, list: &[&str], notation: Notation, rules: &[(Described, Vec<Words>)]) -> bool {
    let without = Overrides::without(table, class).expect("a class of a group");
    let phrases = Phrases::of(list);
    let has_phrase =
        |words: &[Words]| notation == Notation::written || words.iter().any(|words| phrases.contains(words));
    let mut with_phrase = rules.iter().filter(|(_, words)| has_phrase(words));
    with_phrase.any(|(rule, _)| without.apply(|| decides_its_example(rule)).is_err())
}

#[test]
fn every_class_is_noticed_by_an_example_or_has_a_case() {
    let text = std::fs::read_to_string(CASES).expect("the cases can be read");
    let cases: toml::Table = text.parse().expect("the cases are TOML");
    let with_case: BTreeSet<&str> = cases.keys().map(String::as_str).collect();
    let rules = crate::rules::tables().into_iter().flat_map(|table| table.rules);
    let rules: Vec<_> = rules.map(|rule| (rule, words(&rule))).collect();
    let mut unnoticed = Vec::new();
    for group in GROUPS {
        for class in group.classes {
            let (table, key) = (kebab_case(group.name), kebab_case(class.name));
            let name = format!("{table}.{key}");
            let list = built_in((group.name, class.name)).expect("a class of a group");
            if !with_case.contains(name.as_str()) && !is_noticed(&table, &key, list, group.notation, &rules) {
                unnoticed.push(name);
            }
        }
    }
    assert!(
        unnoticed.is_empty(),
        "nothing is read differently without {}: add cases to parsers/tests/classes.toml",
        unnoticed.join(", ")
    );
}
