//! `MediaMarkt`'s order confirmation.
//!
//! # What it does
//! Reads article numbers under the goods (`Artikelnr: 1234567`).
//!
//! # Why
//! The shop prints its article number in a line of its own below each thing.
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
    read: articles::number,
};

fn recognises(document: &Document) -> bool {
    document.is_from("mediamarkt.se", "mediamarkt")
}
