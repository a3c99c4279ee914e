//! POWER's order confirmation.
//!
//! # What it does
//! Reads article numbers below the items (`Varunr: 112233`).
//!
//! # Why
//! The article number is in a line of its own below each item, with the label `Varunr`.
//!
//! # Example
//! ```text
//! Bosch SMV4 diskmaskin | 1 | 5 990,00
//! Varunr: 112233
//! ```

use parser_kit::Layout;

use super::articles;

pub const LAYOUT: Layout = Layout {
    host: "power.se",
    logos: &["power"],
    read: Some(articles::add_numbers),
    ..Layout::of("power", 1)
};
