//! Article numbers beside or below the items.

use std::sync::LazyLock;

use parser_kit::Page;
use parser_kit::Pattern;
use parser_kit::Receipt;

static LABELLED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)(?:art(?:ikel)?\.? ?-?(?:nr|nummer|no)?|varu ?-?(?:nr|nummer)|produktnr|sku)\.?:? ?#?([0-9A-Z][0-9A-Z-]{3,19})$",
    )
});
static BARE: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"^[0-9]{5,9}$"));

/// Adds article numbers to the items: a labelled number in the line of the item or one of the two lines below, else a bare number in
/// its line.
pub fn add_numbers(page: &Page<'_>, receipt: &mut Receipt) {
    let lines = &page.document.lines;
    for item in &mut receipt.items {
        let Some(line) = lines
            .iter()
            .position(|line| line.iter().any(|cell| cell.text.starts_with(&item.name)))
        else {
            continue;
        };
        let bare = lines[line]
            .iter()
            .find(|cell| BARE.is_match(&cell.text))
            .map(|cell| cell.text.clone());
        let nearby = lines.iter().skip(line).take(3).flatten();
        let labelled = nearby
            .filter_map(|cell| LABELLED.captures(&cell.text))
            .map(|hit| hit[1].to_owned())
            .next();
        item.article_number = item.article_number.take().or(labelled).or(bare);
    }
}
