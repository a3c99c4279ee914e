//! Amazon.se's order confirmation.
//!
//! # What it does
//! Writes the shops that sell through the marketplace to the notes.
//!
//! # Why
//! The record names Amazon, which is paid. The name of the seller is in small print below each item.
//!
//! # Example
//! ```text
//! Provlampa LED, dimbar | 249,00 kr
//! Antal: 1
//! Såld av: Lampbutiken
//! ```

use parser_kit::Document;
use parser_kit::Layout;
use parser_kit::sellers;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "amazon-se",
    version: 1,
    recognises,
    read: sellers::note,
};

fn recognises(document: &Document) -> bool {
    document.is_from("amazon.se", "amazon.se")
}
