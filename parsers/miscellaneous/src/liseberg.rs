//! Liseberg's order confirmation.
//!
//! # What it does
//! Writes the day that the tickets are for to the notes.
//!
//! # Why
//! The order is from another day than the visit, and users search for a receipt by the visit.
//!
//! # Example
//! ```text
//! Besöksdatum: 2026-07-04
//! ```

use parser_kit::Layout;

use crate::visits;

pub const LAYOUT: Layout = Layout {
    host: "liseberg.se",
    logos: &["liseberg"],
    read: Some(visits::add_notes),
    ..Layout::of("liseberg", 1)
};
