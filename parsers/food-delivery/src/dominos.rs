//! Domino's order confirmation.
//!
//! # What it does
//! Reads the toppings below a pizza as its description.
//!
//! # Why
//! They are in a line of their own below the pizza, without a price.
//!
//! # Example
//! ```text
//! 1 x Vegorama Medium            139,00 kr
//!     Klassisk botten, extra ost
//! ```

use parser_kit::Layout;

use crate::dishes;

pub const LAYOUT: Layout = Layout {
    host: "dominos.se",
    logos: &["domino's", "domino’s", "domino's pizza", "domino’s pizza"],
    read: Some(dishes::add_descriptions),
    ..Layout::of("dominos", 1)
};
