//! Labels apart from their amounts, and amounts whose labels the vocabulary does not have.

use std::iter;

use parser_document::steps;
use parser_document::text::cut;

use super::labelled::Labelled;
use super::labels::{self, Class, Label, Position};
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};

/// Maximum number of amounts listed.
const MAX_TOLD: usize = 8;
/// A longer text is cut, in bytes.
const MAX_LABEL: usize = 60;
/// A quantity with its unit is between the name of an item and its price: `2 st`.
static QUANTITY: Pattern = pattern!(r"^[0-9.,]+ ?\p{L}{1,3}\.?$");

/// The text next to amounts without a known label, with the amount: `“Sluttsum” 1 099,00 kr`. It shows the author of a
/// vocabulary or a layout which word is missing.
pub fn unknown_labels(page: &Page<'_>, all: &[Labelled]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for amount in all.iter().filter(|amount| amount.strong && amount.label.is_none()) {
        let found = amount.written(page);
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
    let others = page.left_of(at).chain(page.above(at, 1).next());
    iter::once(own)
        .chain(others.map(|place| page.cell(place).text.as_str()))
        .map(|text| text.trim().trim_end_matches([':', ' ']))
        .find(|text| text.contains(char::is_alphabetic) && !QUANTITY.is_match(text))
}

/// Maximum number of lines between a label and the amount below it.
const LINES: usize = 3;

/// Labels the one amount without a label that is alone in its line below the one label of a total without an amount.
pub(super) fn pair(page: &Page<'_>, all: &mut [Labelled]) {
    let unused_labels: Vec<(Place, Label)> = page.places().filter_map(|at| unused_label(page, at, all)).collect();
    let [(at, label)] = unused_labels.as_slice() else {
        return;
    };
    let is_candidate = |amount: &Labelled| {
        let below = amount.at.line > at.line && amount.at.line - at.line <= LINES;
        let (cell, above) = (page.cell(amount.at), page.cell(*at));
        let not_left = cell.page == above.page && cell.x1 >= above.x0;
        amount.label.is_none() && amount.strong && page.lines[amount.at.line].len() == 1 && below && not_left
    };
    let mut candidates = all.iter_mut().filter(|amount| is_candidate(amount));
    if let (Some(only), None) = (candidates.next(), candidates.next()) {
        only.label = Some(label.clone());
    }
}

/// The label of a total that is all of its cell, if no amount has it.
fn unused_label(page: &Page<'_>, at: Place, all: &[Labelled]) -> Option<(Place, Label)> {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    let is_label = content.amounts.is_empty() && content.dates.is_empty() && !content.words.is_empty();
    if !is_label {
        return None;
    }
    let class =
        labels::classify_cell(text, &content.words).filter(|class| matches!(class, Class::Grand | Class::Due))?;
    let words = content.words.folded().trim().to_owned();
    steps::spend(all.len());
    let is_used = all.iter().any(|amount| amount.words() == Some(words.as_str()));
    let position = Position::Above;
    (!is_used).then_some((at, Label { words, class, position }))
}
