//! Filmstaden's order confirmation.
//!
//! # What it does
//! Reads the film, and writes the time, the place and the seats to the notes.
//!
//! # Why
//! The line with the price has only the number of seats and their kind. The film and the time are in the lines above.
//!
//! # Example
//! ```text
//! Exempelfilmen 2
//! lördag 7 november 2026 kl 19:30
//! Filmstaden Provstad, Salong 4
//! 2 x Ordinarie | 318,00 kr
//! ```

use parser_kit::Document;
use parser_kit::Layout;
use parser_kit::Page;
use parser_kit::Receipt;

use crate::visits;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "filmstaden",
    version: 1,
    recognises,
    read,
};

fn recognises(document: &Document) -> bool {
    document.is_from("filmstaden.se", "filmstaden")
}

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    visits::add_notes(page, receipt);
    // The film is in the line above the time.
    let film_line = visits::time_line(page).and_then(|line| line.checked_sub(1));
    let film = film_line
        .and_then(|line| page.document.lines[line].first())
        .map(|cell| cell.text.clone());
    for item in &mut receipt.items {
        item.description.clone_from(&film);
    }
}
