//! Article numbers beside or below the items.

use parser_kit::item::ARTICLE_NUMBER;
use parser_kit::{Choice, Page, Pattern, Receipt, pattern};

static LABELLED: Pattern = pattern!(
    r"(?i)(?:art(?:ikel)?\.? ?-?(?:nr|nummer|no)?|varu ?-?(?:nr|nummer)|produktnr|sku)\.?:? ?#?([0-9A-Z][0-9A-Z-]{3,19})$",
);
static BARE: Pattern = pattern!(r"^[0-9]{5,9}$");

/// Adds article numbers to the items: a labelled number in the line of the item or one of the two lines below, else a bare number in
/// its line.
pub fn add_numbers(page: &Page<'_>, receipt: &mut Receipt) {
    receipt.set_each(ARTICLE_NUMBER, |item| {
        let Some(line) = item.at.map(|at| at.line) else {
            return Choice::nothing();
        };
        let mut nearby = page.document.lines.iter().skip(line).take(3).flatten();
        let labelled = nearby.find_map(|cell| LABELLED.captures(&cell.text));
        let bare = || page.document.lines[line].iter().find(|cell| BARE.is_match(&cell.text));
        Choice::of(labelled.map(|hit| hit[1].to_owned()), "its label near the item").otherwise(|| {
            Choice::of(
                bare().map(|cell| cell.text.clone()),
                "a number alone in the item's line",
            )
        })
    });
}
