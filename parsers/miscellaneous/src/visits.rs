//! When and where a ticket is for.

use std::sync::LazyLock;

use parser_kit::Page;
use parser_kit::Receipt;
use regex::Regex;

/// `lördag 7 november 2026 kl 19:30`, `Besöksdatum: 2026-07-04`.
static WHEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:besöksdatum|besöksdag|datum för besök|gäller|ankomst|entrédatum):? .{6,40}|.{6,40} kl\.? ?[0-9]{1,2}[.:][0-9]{2})$")
        .expect("a constant pattern")
});
/// `Filmstaden Provstad, Salong 4`, `Rad 7, stol 11 och 12`.
static WHERE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:.{2,60}, ?salong .{1,20}|rad [0-9]+.{0,40}|salong .{1,20})$").expect("a constant pattern")
});

/// The line that says when.
pub fn line(page: &Page<'_>) -> Option<usize> {
    page.document
        .lines
        .iter()
        .position(|line| line.iter().any(|cell| WHEN.is_match(&cell.text)))
}

/// Notes the day, the room and the seats.
pub fn note(page: &Page<'_>, receipt: &mut Receipt) {
    let cells = page.document.lines.iter().flatten().map(|cell| cell.text.as_str());
    let wanted = |text: &&str| WHEN.is_match(text) || WHERE.is_match(text);
    let mut told: Vec<&str> = cells.filter(wanted).take(6).collect();
    told.dedup();
    if !told.is_empty() {
        receipt.notes = Some(told.join("; "));
    }
}
