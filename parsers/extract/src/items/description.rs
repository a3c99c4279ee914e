//! The lines that describe an item.

use std::sync::LazyLock;

use crate::page::Place;
use crate::pattern::Pattern;
use crate::receipt::Item;

/// Maximum number of lines that describe an item.
pub const MAX_LINES: usize = 8;
/// A longer text isn't a description.
const MAX_DESCRIPTION: usize = 120;

/// `(+1,00 €)`
static PRICE_IN_BRACKETS: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r" ?\([^()]*[0-9][.,][0-9]{2}[^()]*\)$"));

/// Lines, each given as the places of its cells.
pub type Lines = Vec<Vec<Place>>;

/// Adds a line to the description.
pub fn describe(item: &mut Item, text: &str) {
    let text = PRICE_IN_BRACKETS.replace(text, "");
    let text = text.trim_start_matches(['+', '-', '–', '•', ' ']);
    let text = match &item.description {
        Some(before) => format!("{before}, {text}"),
        None => text.to_owned(),
    };
    if text.chars().count() <= MAX_DESCRIPTION {
        item.description = Some(text);
    }
}
