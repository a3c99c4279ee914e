//! CDON's order confirmation.
//!
//! # What it does
//! Writes the shops that sell through the marketplace to the notes.
//!
//! # Why
//! The record names CDON, which is paid. The name of the seller is above each parcel.
//!
//! # Example
//! ```text
//! Paket 1 av 2 – säljs av Prylbutiken
//! Logitech MX Anywhere 3S | 449,00 kr
//! ```

use parser_kit::Document;
use parser_kit::Layout;
use parser_kit::sellers;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "cdon",
    version: 1,
    recognises,
    read: sellers::note,
};

fn recognises(document: &Document) -> bool {
    document.is_from("cdon.com", "cdon")
}
