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

use parser_kit::{Layout, sellers};

pub const LAYOUT: Layout = Layout {
    host: "cdon.com",
    logos: &["cdon"],
    read: Some(sellers::note),
    ..Layout::of("cdon", 1)
};
