//! foodora's order confirmation.
//!
//! # What it does
//! Reads what stands under a dish as its description (`Medium, utan koriander`).
//!
//! # Why
//! The general reading takes the line with the price; toppings and wishes stand alone in the line below, in the name's column.
//!
//! # Example
//! ```text
//! 2× | Pad Thai kyckling        | 258,00 kr
//!    | Medium, utan koriander   |
//! ```

use parser_kit::Document;
use parser_kit::Layout;

use crate::dishes;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "foodora",
    version: 1,
    recognises,
    read: dishes::describe,
};

fn recognises(document: &Document) -> bool {
    document.from_address.ends_with("foodora.se")
        || document
            .images
            .iter()
            .any(|image| image.alt.eq_ignore_ascii_case("foodora"))
}
