//! How it was paid.

use std::sync::LazyLock;

use crate::fields;
use crate::page::Page;
use crate::phrases::Phrases;

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

/// The payment method by its label, as the document writes it; never one that tells a long number.
pub fn method(page: &Page<'_>) -> Option<String> {
    let value = fields::value_of(page, &LABEL)?;
    let long_number = value
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 6);
    (value.chars().count() <= 60 && !long_number).then_some(value)
}
