//! foodora's order confirmation.
//!
//! # What it does
//! Reads the text below a dish as its description (`Medium, utan koriander`).
//!
//! # Why
//! The general reading takes the line with the price. Toppings and wishes are in the line below, in the column of the name.
//!
//! # Example
//! ```text
//! 2× | Pad Thai kyckling        | 258,00 kr
//!    | Medium, utan koriander   |
//! ```

use parser_kit::Layout;

use crate::dishes;

pub const LAYOUT: Layout = Layout {
    host: "foodora.se",
    logos: &["foodora"],
    read: Some(dishes::add_descriptions),
    ..Layout::of("foodora", 1)
};
