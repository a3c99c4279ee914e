//! The payment method.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::fields;
use crate::page::Page;
use crate::pattern::Pattern;
use crate::phrases::{Payments, Phrases};

static LABEL: LazyLock<Phrases> = LazyLock::new(|| Payments::MethodLabel.phrases());
/// Words of a cell that states how something was paid.
static PAID_WITH: LazyLock<Phrases> = LazyLock::new(|| Payments::PaidWith.phrases());
static METHOD: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)\b(visa|mastercard|american express|amex|dankort|swish|klarna faktura|klarna|paypal|apple pay|google pay|mobilepay|vipps|trustly|autogiro|direct debit|lastschrift)\b",
    )
});
/// `Betalt med kort`, `paid by card`.
static BY_CARD: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)\b(?:betalat|betald|betalt|paid|bezahlt)\b(?: \S+){0,2}? (?:med|with|by|mit) (kort|kontokort|card|karte)\b",
    )
});

/// The labelled payment method as the document writes it, else the only method that a line about the payment names.
///
/// A labelled value with more than 6 digits in a row is the number of a card or account, and is not used.
pub fn method(page: &Page<'_>) -> Option<String> {
    let labelled = fields::value_of(page, &LABEL).filter(|value| {
        let long_number = value
            .split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.len() > 6);
        value.chars().count() <= 60 && !long_number && crate::dates::certain(value).is_none()
    });
    labelled.or_else(|| only_method(page))
}

/// The only method that the lines about the payment name, as it is written first.
fn only_method(page: &Page<'_>) -> Option<String> {
    let mut methods: BTreeSet<String> = BTreeSet::new();
    let mut first = None;
    for (line, content) in page.lines.iter().enumerate() {
        if !content.iter().any(|content| PAID_WITH.contains(&content.words)) {
            continue;
        }
        for cell in &page.document.lines[line] {
            let hits = METHOD.find_iter(&cell.text).map(|hit| hit.as_str().to_owned());
            let card = BY_CARD.captures(&cell.text).map(|hit| hit[1].to_owned());
            for name in hits.chain(card) {
                if methods.insert(name.to_lowercase()) {
                    first.get_or_insert(name);
                }
            }
        }
    }
    first.filter(|_| methods.len() == 1)
}
