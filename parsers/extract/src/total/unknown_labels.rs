//! Amounts whose labels the vocabulary does not have.

use std::iter;
use std::sync::LazyLock;

use regex::Regex;

use super::labelled::Labelled;
use crate::page::{Page, Place};
use parser_document::text::cut;

/// Maximum number of amounts listed.
const MAX_TOLD: usize = 8;
/// A longer text is cut, in bytes.
const MAX_LABEL: usize = 60;
/// A quantity with its unit is between the name of an item and its price: `2 st`.
static QUANTITY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[\d.,]+ ?\p{L}{1,3}\.?$").expect("the pattern is valid"));

/// The text next to amounts without a known label, with the amount: `“Sluttsum” 1 099,00 kr`. It tells the author of a
/// vocabulary or a layout which word is missing.
pub fn unknown_labels(page: &Page<'_>, all: &[Labelled]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for amount in all.iter().filter(|amount| amount.strong && amount.label.is_none()) {
        let Some(found) = page.content(amount.at).amounts.get(amount.index) else {
            continue;
        };
        let text = page.cell(amount.at).text.as_str();
        let Some(label) = label_before(page, amount.at, &text[..found.start]) else {
            continue;
        };
        let line = format!("“{}” {}", cut(label, MAX_LABEL), text[found.start..found.end].trim());
        if told.len() < MAX_TOLD && !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

/// The text before an amount: in its own cell, else in a cell to its left, else above it.
fn label_before<'p>(page: &'p Page<'_>, at: Place, own: &'p str) -> Option<&'p str> {
    let left = iter::successors(page.left(at), |next| page.left(*next));
    let others = left.chain(page.above(at, 1).next());
    iter::once(own)
        .chain(others.map(|place| page.cell(place).text.as_str()))
        .map(|text| text.trim().trim_end_matches([':', ' ']))
        .find(|text| text.contains(char::is_alphabetic) && !QUANTITY.is_match(text))
}
