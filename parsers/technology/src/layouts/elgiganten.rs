//! Elgiganten's order confirmation.
//!
//! # What it does
//! Reads article numbers under the goods (`Art.nr: 556677`).
//!
//! # Why
//! The shop prints its article number in a line of its own below each thing.
//!
//! # Example
//! ```text
//! Samsung 55" QLED TV   | 1 st | 12 990,00 kr
//! Art.nr: 556677
//! ```

use parser_kit::Document;
use parser_kit::Layout;

use super::articles;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "elgiganten",
    version: 1,
    recognises,
    read: articles::number,
};

fn recognises(document: &Document) -> bool {
    document.is_from("elgiganten.se", "elgiganten")
}
