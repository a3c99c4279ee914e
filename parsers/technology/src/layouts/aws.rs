//! Amazon Web Services' billing statement.
//!
//! # What it does
//! Writes the account that the statement is for to the notes.
//!
//! # Why
//! A user may pay for several accounts, which differ only in their numbers.
//!
//! # Example
//! ```text
//! AWS Account 1234-5678-9012
//! Total: $12.34
//! ```

use parser_kit::field::NOTES;
use parser_kit::{Choice, Layout, Page, Pattern, Receipt, pattern};

pub const LAYOUT: Layout = Layout {
    host: "amazonaws.com",
    logos: &["amazon web services"],
    read: Some(add_account),
    ..Layout::of("aws", 1)
};

/// `AWS Account 1234-5678-9012`, `Account number: 123456789012`.
static ACCOUNT: Pattern = pattern!(r"(?i)account(?: ?(?:number|id))?:? ?([0-9]{4}-?[0-9]{4}-?[0-9]{4})(?:[^0-9]|$)");

fn add_account(page: &Page<'_>, receipt: &mut Receipt) {
    let mut cells = page.document.lines.iter().flatten();
    let hit = cells.find_map(|cell| ACCOUNT.captures(&cell.text));
    let account = hit.map(|hit| format!("account {}", &hit[1]));
    receipt.set(NOTES, Choice::of(account, "the number of the account"));
}
