//! Labels that share neither line nor column with their amount: `Att betala` at the left of a
//! printed box, the amount in large letters at its right.

use super::labelled::Labelled;
use super::labels::{self, Class, Label, Position};
use crate::page::{Page, Place};
use parser_document::steps;

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
    let is_used = all
        .iter()
        .filter_map(|amount| amount.label.as_ref())
        .any(|label| label.words == words);
    let position = Position::Above;
    (!is_used).then_some((at, Label { words, class, position }))
}
