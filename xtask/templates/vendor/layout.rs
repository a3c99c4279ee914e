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

use std::sync::LazyLock;

use parser_kit::Document;
use parser_kit::fields;
use parser_kit::Page;
use parser_kit::Phrases;
use parser_kit::Receipt;
use parser_kit::Layout;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "{{vendor}}",
    version: 1,
    recognises,
    read,
};

static CODE: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(&["köpkod", "purchase code"]));

fn recognises(document: &Document) -> bool {
    document.is_from("{{host}}", "{{vendor}}")
}

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    if receipt.stated.order_id.is_none() {
        receipt.stated.order_id = fields::value_of(page, &CODE);
    }
}
