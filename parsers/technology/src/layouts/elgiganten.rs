//! Elgiganten's order confirmation.
//!
//! # What it does
//! Reads article numbers below the items (`Art.nr: 556677`).
//!
//! # Why
//! The article number is in a line of its own below each item.
//!
//! # Example
//! ```text
//! Samsung 55" QLED TV   | 1 st | 12 990,00 kr
//! Art.nr: 556677
//! ```

use parser_kit::Layout;

use super::articles;

pub const LAYOUT: Layout = Layout {
    host: "elgiganten.se",
    logos: &["elgiganten"],
    read: Some(articles::add_numbers),
    ..Layout::of("elgiganten", 1)
};
