//! How it was paid.

use std::sync::LazyLock;

use crate::page::Page;
use crate::phrases::Phrases;
use crate::text::{Words, cut};

static LABEL: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "betalsätt",
        "betalningssätt",
        "betalningsmetod",
        "betalmetod",
        "betalmedel",
        "betalsätt och leverans",
        "betalat med",
        "betalt med",
        "betald med",
        "payment method",
        "method of payment",
        "paid with",
        "payment type",
        "paid by",
        "zahlungsart",
        "zahlungsmethode",
        "bezahlt mit",
        "mode de paiement",
        "moyen de paiement",
        "betaalmethode",
        "betaalwijze",
        "betalingsmåte",
        "betalingsmetode",
        "maksutapa",
    ])
});

/// The payment method by its label, as the document writes it. Of a card's number nothing but its last digits is kept.
pub fn method(page: &Page<'_>) -> Option<String> {
    for at in page.places() {
        let words = &page.reads(at).words;
        let Some(hit) = LABEL.find(words).filter(|hit| hit.start <= 1) else {
            continue;
        };
        let text = page.cell(at).text.as_str();
        let rest = text[words.span(hit.end - 1).1..].trim_start_matches([' ', ':', '-']);
        let value = if rest.is_empty() && hit.end == words.len() {
            let beside = page.right(at).into_iter().chain(page.below(at, 1)).next()?;
            page.cell(beside).text.as_str()
        } else {
            rest
        };
        let short = (2..=60).contains(&value.chars().count()) && Words::of(value).has_letters();
        let long_number = value
            .split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.len() > 6);
        if short && !long_number && page.lines[at.line].len() <= 3 {
            return Some(cut(value, 80).to_owned());
        }
    }
    None
}
