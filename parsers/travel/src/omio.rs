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

use parser_kit::{Choice, Layout, Page, Pattern, Receipt, pattern};

use crate::record::TRANSPORT_COMPANY;

pub const LAYOUT: Layout = Layout {
    host: "omio.com",
    logos: &["omio"],
    read: Some(read),
    ..Layout::of("omio", 1)
};

static CARRIER: Pattern = pattern!(r"^(?:[A-Z]{1,4} ?)?[0-9]{1,5} [·|•-] (\p{Lu}[\p{L} .&-]{1,40})$");

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    let mut cells = page.document.lines.iter().flatten();
    let hit = cells.find_map(|cell| CARRIER.captures(&cell.text));
    let carrier = hit.map(|hit| hit[1].to_owned());
    receipt.set(
        TRANSPORT_COMPANY,
        Choice::of(carrier, "the name after the number of the train"),
    );
}
