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

use parser_kit::item::DESCRIPTION;
use parser_kit::{Choice, Layout, Page, Receipt};

use crate::visits;

pub const LAYOUT: Layout = Layout {
    host: "filmstaden.se",
    logos: &["filmstaden"],
    read: Some(read),
    ..Layout::of("filmstaden", 1)
};

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    visits::add_notes(page, receipt);
    let film_line = visits::time_line(page).and_then(|line| line.checked_sub(1));
    let film = film_line.and_then(|line| page.document.lines[line].first());
    receipt.set_each(DESCRIPTION, |_| {
        Choice::of(film.map(|cell| cell.text.clone()), "the line above the time")
    });
}
