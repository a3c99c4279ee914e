//! The shops that sell through a marketplace.

use parser_extract::choice::Choice;
use parser_extract::page::Page;
use parser_extract::pattern::{Pattern, pattern};
use parser_extract::receipt::Receipt;
use parser_extract::receipt::field::NOTES;

static SOLD_BY: Pattern = pattern!(r"(?:(?i:säljs av|såld av|sold by):?|(?i:säljare):) ([\p{Lu}0-9][^,;(]{1,60})");

/// Writes the sellers on the page, such as `Såld av: Lampbutiken`, to the receipt's notes: `sold by Lampbutiken`.
pub fn note(page: &Page<'_>, receipt: &mut Receipt) {
    let mut sellers: Vec<String> = Vec::new();
    for cell in page.document.lines.iter().flatten() {
        let name = SOLD_BY.captures(&cell.text).map(|hit| hit[1].trim().to_owned());
        sellers.extend(name.filter(|name| !sellers.contains(name)).into_iter().take(10));
    }
    if !sellers.is_empty() {
        let notes = format!("sold by {}", sellers.join(", "));
        receipt.set(NOTES, Choice::taken(notes, "the shops that the page names as sellers"));
    }
}
