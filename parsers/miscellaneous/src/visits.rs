//! The time, place and seats of a ticket.

use parser_kit::field::NOTES;
use parser_kit::{Choice, Page, Pattern, Receipt, pattern};

/// `lördag 7 november 2026 kl 19:30`, `Besöksdatum: 2026-07-04`.
static TIME: Pattern = pattern!(
    r"(?i)^(?:(?:besöksdatum|besöksdag|datum för besök|gäller|ankomst|entrédatum):? .{6,40}|.{6,40} kl\.? ?[0-9]{1,2}[.:][0-9]{2})$",
);
/// `Filmstaden Provstad, Salong 4`, `Rad 7, stol 11 och 12`.
static PLACE: Pattern = pattern!(r"(?i)^(?:.{2,60}, ?salong .{1,20}|rad [0-9]+.{0,40}|salong .{1,20})$");

/// The index of the first line with the time.
pub fn time_line(page: &Page<'_>) -> Option<usize> {
    page.document
        .lines
        .iter()
        .position(|line| line.iter().any(|cell| TIME.is_match(&cell.text)))
}

/// Writes the day, the room and the seats to the receipt's notes.
pub fn add_notes(page: &Page<'_>, receipt: &mut Receipt) {
    let cells = page.document.lines.iter().flatten().map(|cell| cell.text.as_str());
    let is_about_visit = |text: &&str| TIME.is_match(text) || PLACE.is_match(text);
    let mut notes: Vec<&str> = cells.filter(is_about_visit).take(6).collect();
    notes.dedup();
    let notes = (!notes.is_empty()).then(|| notes.join("; "));
    receipt.set(
        NOTES,
        Choice::of(notes, "the lines with the day, the room and the seats"),
    );
}
