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

use parser_kit::{Layout, sellers};

pub const LAYOUT: Layout = Layout {
    host: "amazon.se",
    logos: &["amazon.se"],
    read: Some(sellers::note),
    ..Layout::of("amazon-se", 1)
};
