//! Liseberg's order confirmation.
//!
//! # What it does
//! Notes the day that the tickets are for.
//!
//! # Why
//! The order is of another day than the visit, and who looks for the receipt remembers the visit.
//!
//! # Example
//! ```text
//! Besöksdatum: 2026-07-04
//! ```

use parser_kit::Document;
use parser_kit::Layout;

use crate::visits;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "liseberg",
    version: 1,
    recognises,
    read: visits::note,
};

fn recognises(document: &Document) -> bool {
    document.is_from("liseberg.se", "liseberg")
}
