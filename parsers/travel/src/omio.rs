//! Omio's tickets.
//!
//! # What it does
//! Reads the carrier.
//!
//! # Why
//! Omio sells the tickets of other companies. The carrier is named after the number of the train.
//!
//! # Example
//! ```text
//! ICE 2207 · Deutsche Bahn
//! ```

use std::sync::LazyLock;

use parser_kit::Document;
use parser_kit::Layout;
use parser_kit::Page;
use parser_kit::Pattern;
use parser_kit::Receipt;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "omio",
    version: 1,
    recognises,
    read,
};

fn recognises(document: &Document) -> bool {
    document.is_from("omio.com", "omio")
}

static CARRIER: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^(?:[A-Z]{1,4} ?)?[0-9]{1,5} [·|•-] (\p{Lu}[\p{L} .&-]{1,40})$"));

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    let cells = page.document.lines.iter().flatten();
    let carrier = cells
        .filter_map(|cell| CARRIER.captures(&cell.text))
        .map(|hit| hit[1].to_owned())
        .next();
    receipt.carrier = carrier.or(receipt.carrier.take());
}
