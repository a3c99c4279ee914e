//! Apple's receipt.
//!
//! # What it does
//! Reads the plan below the app's name, and the card below `Faktureras till`.
//!
//! # Why
//! The line with the price names the app. The plan is in the line below, with its term in brackets.
//!
//! # Example
//! ```text
//! FAKTURERAS TILL                 | Anteckna Pro: Idéer          | 59,00 kr
//! Visa •••• 4410                  | Anteckna Pro (månadsvis)     |
//!                                 | Förnyas 2 juli 2026          |
//! ```

use parser_kit::field::PAYMENT_METHOD;
use parser_kit::{Choice, Layout, Page, Pattern, Phrases, Receipt, pattern, phrases};

use crate::record::PLAN;

pub const LAYOUT: Layout = Layout {
    host: "email.apple.com",
    logos: &["apple"],
    read: Some(read),
    ..Layout::of("apple", 1)
};

static BILLED_TO: Phrases = phrases!["faktureras till", "billed to", "fakturert til", "faktureres til"];
static CARD: Pattern = pattern!(r"^(?:Visa|Mastercard|MasterCard|American Express|PayPal|Apple Pay)\b.{0,20}$");
static PLAN_WITH_TERM: Pattern = pattern!(
    r"(?i)^(.{2,80}) \((?:månadsvis|årsvis|veckovis|monthly|yearly|annual|weekly|1 (?:month|year|månad|år))\)$",
);

fn read(page: &Page<'_>, receipt: &mut Receipt) {
    let mut cells = page.document.lines.iter().flatten();
    let plan = cells.find(|cell| PLAN_WITH_TERM.is_match(&cell.text));
    receipt.set(
        PLAN,
        Choice::of(plan.map(|cell| cell.text.clone()), "the term in brackets"),
    );
    let billed_to = page.places().find(|at| BILLED_TO.contains(&page.content(*at).words));
    let card = billed_to.and_then(|at| {
        page.below(at, 2)
            .map(|below| page.cell(below).text.clone())
            .find(|text| CARD.is_match(text))
    });
    receipt.set(PAYMENT_METHOD, Choice::of(card, "the card below “billed to”"));
}
