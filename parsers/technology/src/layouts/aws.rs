//! Amazon Web Services' billing statement.
//!
//! # What it does
//! Writes the account that the statement is for to the notes.
//!
//! # Why
//! A user may pay for several accounts, and only their numbers tell them apart.
//!
//! # Example
//! ```text
//! AWS Account 1234-5678-9012
//! Total: $12.34
//! ```

use std::sync::LazyLock;

use parser_kit::Document;
use parser_kit::Layout;
use parser_kit::Page;
use parser_kit::Pattern;
use parser_kit::Receipt;

/// The layout.
pub const LAYOUT: Layout = Layout {
    vendor: "aws",
    version: 1,
    recognises,
    read: add_account,
};

fn recognises(document: &Document) -> bool {
    document.is_from("amazonaws.com", "amazon web services")
}

/// `AWS Account 1234-5678-9012`, `Account number: 123456789012`.
static ACCOUNT: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?i)account(?: ?(?:number|id))?:? ?([0-9]{4}-?[0-9]{4}-?[0-9]{4})(?:[^0-9]|$)"));

fn add_account(page: &Page<'_>, receipt: &mut Receipt) {
    let hit = page
        .document
        .lines
        .iter()
        .flatten()
        .find_map(|cell| ACCOUNT.captures(&cell.text));
    if let Some(hit) = hit {
        receipt.notes = Some(format!("account {}", &hit[1]));
    }
}
