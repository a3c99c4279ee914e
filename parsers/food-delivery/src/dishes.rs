//! Descriptions of dishes, which are in the line below the name.

use parser_kit::item::DESCRIPTION;
use parser_kit::{Choice, Page, Receipt};

/// A longer text isn't a description.
const MAX_LENGTH: usize = 120;

/// Adds a description to each dish that has none: the line below it, if that is a single cell of text without an amount.
pub fn add_descriptions(page: &Page<'_>, receipt: &mut Receipt) {
    receipt.set_each(DESCRIPTION, |dish| {
        let text = dish.at.and_then(|at| text_alone(page, at.line + 1));
        Choice::of(text.map(str::to_owned), "the line below the dish")
    });
}

/// The text of a line that is a single cell without an amount.
fn text_alone<'p>(page: &'p Page<'_>, line: usize) -> Option<&'p str> {
    let (cells, contents) = (page.document.lines.get(line)?, &page.lines[line]);
    let ([cell], [content]) = (cells.as_slice(), contents.as_slice()) else {
        return None;
    };
    let is_text = content.amounts.is_empty() && content.words.has_letters();
    (is_text && cell.text.chars().count() <= MAX_LENGTH).then_some(cell.text.as_str())
}
