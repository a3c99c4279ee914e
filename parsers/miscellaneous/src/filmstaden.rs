//! Filmstaden's order confirmation.
//!
//! # What it does
//! Names the film and notes when and where it is shown.
//!
//! # Why
//! The line with the price says how many seats of which price; the film stands over it, and the show between them.
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
    visits::note(page, receipt);
    // The film is the line over the one that says when.
    let shown = visits::line(page).and_then(|line| line.checked_sub(1));
    let film = shown
        .and_then(|line| page.document.lines[line].first())
        .map(|cell| cell.text.clone());
    for item in &mut receipt.items {
        item.description.clone_from(&film);
    }
}
