use std::collections::BTreeSet;

use super::*;
use crate::reading;
use crate::rule::Described;

/// An error says what the example was read as.
pub(crate) fn decides_its_example(rule: &Described) -> Result<(), String> {
    let document = rule.example.document();
    let read = reading::read(&document, &rule.example.context());
    let evidence = read.evidence();
    let in_evidence = evidence.iter().any(|e| e.rule.as_deref() == Some(rule.id));
    // Rules of single lines have no evidence of their own.
    let decides = in_evidence
        || read.rules.contains(&rule.id)
        || vendor::scoring_rules(&read.page).contains(rule.id)
        || items::rules_of(&read.page).contains(rule.id);
    if decides {
        return Ok(());
    }
    let told = evidence.iter().map(|e| (&e.field, &e.rule, &e.because, &e.considered));
    let told: Vec<_> = told.collect();
    Err(format!("{}: {:?} {told:?}", rule.id, read.classification))
}

#[test]
fn every_rule_decides_its_example() {
    let rules = tables().into_iter().flat_map(|table| table.rules);
    let faults: Vec<_> = rules.filter_map(|rule| decides_its_example(&rule).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn ids_are_unique() {
    let mut seen = BTreeSet::new();
    for rule in tables().into_iter().flat_map(|table| table.rules) {
        assert!(seen.insert(rule.id), "{} is listed twice", rule.id);
    }
}

#[test]
fn every_rule_is_described_in_one_sentence() {
    for rule in tables().into_iter().flat_map(|table| table.rules) {
        assert!(rule.doc.ends_with('.') && !rule.doc.contains(". "), "{}", rule.id);
    }
}
