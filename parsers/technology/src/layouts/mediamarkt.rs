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

use parser_kit::Layout;

use super::articles;

pub const LAYOUT: Layout = Layout {
    host: "mediamarkt.se",
    logos: &["mediamarkt"],
    read: Some(articles::add_numbers),
    ..Layout::of("mediamarkt", 1)
};
