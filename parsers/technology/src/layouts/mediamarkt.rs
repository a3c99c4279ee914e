//! `MediaMarkt`'s order confirmation.
//!
//! # What it does
//! Reads article numbers below the items (`Artikelnr: 1234567`).
//!
//! # Why
//! The article number is in a line of its own below each item.
//!
//! # Example
//! ```text
//! LOGITECH MX Keys       1     1 090:-
//! Artikelnr: 1234567
//! ```

use parser_kit::Document;
use parser_kit::Layout;

use super::articles;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "mediamarkt",
    version: 1,
    recognises,
    read: articles::add_numbers,
};

fn recognises(document: &Document) -> bool {
    document.is_from("mediamarkt.se", "mediamarkt")
}
