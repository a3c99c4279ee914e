//! How it was paid.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::fields;
use crate::page::Page;
use crate::phrases::{Payments, Phrases};

static LABEL: LazyLock<Phrases> = LazyLock::new(|| Payments::MethodLabel.phrases());
/// Words of a cell that tells how something was paid.
static PAID: LazyLock<Phrases> = LazyLock::new(|| Payments::PaidWith.phrases());
static MEANS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(visa|mastercard|american express|amex|dankort|swish|klarna faktura|klarna|paypal|apple pay|google pay|mobilepay|vipps|trustly|autogiro|direct debit|lastschrift)\b")
        .expect("a constant pattern")
});
/// `Betalt med kort`, `paid by card`.
static BY_CARD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:betalat|betald|betalt|paid|bezahlt)\b(?: \S+){0,2}? (?:med|with|by|mit) (kort|kontokort|card|karte)\b")
        .expect("a constant pattern")
});

/// The payment method: by its label as the document writes it, else the one means that a cell about paying names. Never one that tells a long number.
pub fn method(page: &Page<'_>) -> Option<String> {
    let labelled = fields::value_of(page, &LABEL).filter(|value| {
        let long_number = value
            .split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.len() > 6);
        value.chars().count() <= 60 && !long_number && crate::when::certain(value).is_none()
    });
    labelled.or_else(|| named(page))
}

fn named(page: &Page<'_>) -> Option<String> {
    let mut means: BTreeSet<String> = BTreeSet::new();
    let mut written = None;
    for (line, reads) in page.lines.iter().enumerate() {
        if !reads.iter().any(|reads| PAID.contains(&reads.words)) {
            continue;
        }
        for cell in &page.document.lines[line] {
            let hits = MEANS.find_iter(&cell.text).map(|hit| hit.as_str().to_owned());
            let card = BY_CARD.captures(&cell.text).map(|hit| hit[1].to_owned());
            for name in hits.chain(card) {
                if means.insert(name.to_lowercase()) {
                    written.get_or_insert(name);
                }
            }
        }
    }
    written.filter(|_| means.len() == 1)
}
