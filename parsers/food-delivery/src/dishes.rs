//! Descriptions of dishes, which are in the line below the name.

use parser_kit::Page;
use parser_kit::Receipt;

/// Adds a description to each dish that has none: the line below it, if that is a single cell of text without an amount.
pub fn add_descriptions(page: &Page<'_>, receipt: &mut Receipt) {
    for item in receipt.items.iter_mut().filter(|item| item.description.is_none()) {
        let is_dish = |text: &str| text.ends_with(&item.name) || text.starts_with(&item.name);
        let dish_line = page
            .document
            .lines
            .iter()
            .position(|line| line.iter().any(|cell| is_dish(&cell.text)));
        let Some(below) = dish_line.map(|line| line + 1).filter(|below| *below < page.lines.len()) else {
            continue;
        };
        let (cells, content) = (&page.document.lines[below], &page.lines[below]);
        if let ([cell], [content]) = (cells.as_slice(), content.as_slice())
            && content.amounts.is_empty()
            && content.words.has_letters()
            && cell.text.chars().count() <= 120
        {
            item.description = Some(cell.text.clone());
        }
    }
}
