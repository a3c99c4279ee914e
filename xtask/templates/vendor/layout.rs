//! {{vendor_name}}'s order confirmation.
//!
//! # What it does
//! Reads the order number, which {{vendor_name}} calls a purchase code.
//!
//! # Why
//! The general reading does not know this label of an order number.
//!
//! # Example
//! ```text
//! Köpkod: EX-10042
//! ```

use parser_kit::field::ORDER_ID;
use parser_kit::{Labelled, Layout};

/// The layout.
pub const LAYOUT: Layout = Layout {
    host: "{{host}}",
    logos: &["{{logo}}"],
    labels: &[Labelled::Text(ORDER_ID, &["köpkod", "purchase code"])],
    ..Layout::of("{{vendor}}", 1)
};
