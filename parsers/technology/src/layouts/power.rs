//! POWER's order confirmation.
//!
//! # What it does
//! Reads article numbers under the goods (`Varunr: 112233`).
//!
//! # Why
//! The shop calls an article number a goods number.
//!
//! # Example
//! ```text
//! Bosch SMV4 diskmaskin | 1 | 5 990,00
//! Varunr: 112233
//! ```

use parser_kit::Document;
use parser_kit::Layout;

use super::articles;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "power",
    version: 1,
    recognises,
    read: articles::number,
};

fn recognises(document: &Document) -> bool {
    document.is_from("power.se", "power")
}
