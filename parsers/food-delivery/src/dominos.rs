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

use parser_kit::Document;
use parser_kit::Layout;

use crate::dishes;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "dominos",
    version: 1,
    recognises,
    read: dishes::add_descriptions,
};

fn recognises(document: &Document) -> bool {
    let logo = |alt: &str| alt.to_lowercase().starts_with("domino");
    document.from_address.ends_with("dominos.se") || document.images.iter().any(|image| logo(&image.alt))
}
