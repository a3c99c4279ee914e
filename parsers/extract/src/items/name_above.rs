//! The name of an item in the lines above its price.

use super::cells::LineTexts;
use super::item_text::{ItemText, Lines, MAX_LINES, describe};
use super::{attributes, names};
use crate::page::Place;

/// A line above a price.
struct Candidate {
    /// Its index in the lines of the list.
    index: usize,
    text: ItemText,
    /// Whether a quantity is before the name.
    is_counted: bool,
    /// Whether it begins with a size or an article number, and so describes a name above it.
    begins_with_attribute: bool,
    /// Whether it begins with a plus sign, and so states what is added.
    is_addition: bool,
}

impl Candidate {
    fn read(texts: &LineTexts<'_, '_>, places: &[Place], index: usize) -> Self {
        let text = texts.read(places, None);
        let own = places.first().map_or("", |at| texts.page.cell(*at).text.as_str());
        let has_attribute = text.item.size.is_some() || text.item.article_number.is_some();
        let is_counted = !text.item.name.is_empty() && text.rules.contains(attributes::NAME_RULES[0].id);
        Candidate {
            index,
            is_counted,
            begins_with_attribute: has_attribute && !is_counted && !own.starts_with(text.item.name.as_str()),
            is_addition: own.starts_with('+'),
            text,
        }
    }

    fn name(&self) -> &str {
        &self.text.item.name
    }
}

/// The lines above a price, from bottom to top.
fn candidates(texts: &LineTexts<'_, '_>, lines: &Lines, pending: &[usize]) -> Vec<Candidate> {
    let above = pending.iter().rev().take(MAX_LINES);
    above
        .map(|index| Candidate::read(texts, &lines[*index], *index))
        .collect()
}

/// The nearest line whose name has a quantity before it, if no other line is between it and the price.
fn counted(found: &[Candidate]) -> Option<usize> {
    let last = found.first()?.index;
    let at = found.iter().position(|candidate| candidate.is_counted)?;
    (found[at].index + at == last).then_some(at)
}

/// Whether one of the lines directly above a price has a name with a quantity before it.
pub(super) fn is_counted(texts: &LineTexts<'_, '_>, lines: &Lines, pending: &[usize]) -> bool {
    counted(&candidates(texts, lines, pending)).is_some()
}

/// Names the item of a price by the lines above it. A name with a quantity comes first, and what follows it describes the item. Of two
/// names in lines that follow each other the first is the brand's.
pub(super) fn take(texts: &LineTexts<'_, '_>, lines: &Lines, text: &mut ItemText, pending: &[usize]) {
    let found = candidates(texts, lines, pending);
    let counted = counted(&found);
    let Some(at) = counted.or_else(|| nearest_name(&found)) else {
        for candidate in &found {
            text.complete(&candidate.text);
        }
        return;
    };
    let above = (at + 1..found.len()).find(|above| !found[*above].name().is_empty());
    let end = above.map_or(found.len(), |above| above + 1);
    let read = if counted.is_some() { at + 1 } else { end };
    let stated = text.item.quantity;
    for candidate in &found[..read] {
        text.complete(&candidate.text);
    }
    let is_brand = |brand: &&Candidate| brand.index + 1 == found[at].index && names::may_be_brand(brand.name());
    let brand = above
        .filter(|_| counted.is_none())
        .map(|above| &found[above])
        .filter(is_brand);
    text.item.brand = brand.map(|brand| brand.name().to_owned());
    found[at].name().clone_into(&mut text.item.name);
    text.item.at = found[at].text.item.at;
    // `5 kg box` with `Quantity: 2` below it: the measure belongs to the name.
    if let Some(place) = text.item.at
        && stated.is_some()
        && counted.is_some()
        && found[at].text.item.quantity != stated
    {
        text.item.name.clone_from(&texts.page.cell(place).text);
    }
    if counted.is_some() {
        for more in found[..at].iter().rev().filter(|more| !more.name().is_empty()) {
            describe(&mut text.item, more.name());
        }
    }
}

/// The nearest line with a name that isn't an addition or a note and does not describe a name directly above it.
fn nearest_name(found: &[Candidate]) -> Option<usize> {
    let mut names = (0..found.len()).filter(|at| !found[*at].name().is_empty() && !found[*at].is_addition);
    let nearest = names.next()?;
    let is_description = |above: &usize| {
        is_note(found[nearest].name())
            || found[nearest].begins_with_attribute && found[*above].index + 1 == found[nearest].index
    };
    Some(names.next().filter(is_description).unwrap_or(nearest))
}

/// Names an item by the line above that of its price, and describes it by the words beside the price, unless they head names.
pub(super) fn replace(texts: &LineTexts<'_, '_>, lines: &Lines, text: &mut ItemText, pending: &[usize]) {
    let own = std::mem::take(&mut text.item.name);
    take(texts, lines, text, pending);
    if text.item.name.is_empty() {
        text.item.name = own;
    } else if !super::columns::heads_names(&own) {
        describe(&mut text.item, &own);
    }
}

/// Whether a text is a remark under a label of one word: `Note: without onions`.
fn is_note(text: &str) -> bool {
    let label = text.split_once(": ").map(|(label, _)| label);
    label.is_some_and(|label| !label.contains(' ') && label.chars().all(char::is_alphabetic))
}
