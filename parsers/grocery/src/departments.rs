//! Departments of the shop, if the receipt lists the goods below their names.

use std::sync::LazyLock;

use parser_kit::Item;
use parser_kit::Page;
use parser_kit::Phrases;

/// Names of departments, which are headings.
static HEADINGS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "skafferi(et)?",
        "mejeri( ost)?( (och|&) (ost|ägg))?",
        "mejeri",
        "ost",
        "dryck(er)?",
        "frukt",
        "grönsaker",
        "frukt (och|&) grön(t|saker)",
        "kött( (och|&) (chark|fågel))?",
        "kött",
        "chark(uterier)?",
        "fisk( (och|&) skaldjur)?",
        "bröd( (och|&) (bageri|kakor))?",
        "bageri",
        "fryst",
        "frys(varor|t)?",
        "djupfryst",
        "godis( (och|&) snacks)?",
        "snacks",
        "hushåll",
        "hem (och|&) (hushåll|städ)",
        "städ",
        "hygien",
        "skönhet",
        "barn",
        "djur(mat)?",
        "vegetariskt",
        "färdigmat",
        "blommor",
        "apotek",
        "kolonial",
        "övrigt",
        "dairy",
        "fruit( (and|&) (veg|vegetables))?",
        "vegetables",
        "bakery",
        "meat( (and|&) poultry)?",
        "fish",
        "frozen",
        "drinks",
        "pantry",
        "household",
        "snacks (and|&) sweets",
    ])
});

/// The department of an item: the nearest line above the item that is only the name of a department.
pub fn of(page: &Page<'_>, item: &Item) -> Option<String> {
    let line = page.document.lines.iter().position(|line| {
        line.iter()
            .any(|cell| cell.text.contains(&item.name) && page.document.lines.len() > 1 && line.len() > 1)
    })?;
    (0..line).rev().find_map(|at| match page.lines[at].as_slice() {
        [content] if content.amounts.is_empty() && HEADINGS.matches_all(&content.words) => {
            Some(page.document.lines[at][0].text.clone())
        }
        _ => None,
    })
}
