//! Proshop's order confirmation.
//!
//! # What it does
//! Reads article numbers below or beside the items (`Varunr.: 3109876`).
//!
//! # Why
//! The article number is in a column or a line of its own.
//!
//! # Example
//! ```text
//! 3109876 | AMD Ryzen 7 processor | 1 | 3 490,00
//! ```

use parser_kit::Layout;

use super::articles;

pub const LAYOUT: Layout = Layout {
    host: "proshop.se",
    logos: &["proshop"],
    read: Some(articles::add_numbers),
    ..Layout::of("proshop", 1)
};
