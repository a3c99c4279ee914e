//! The rules for the price of one, and a quantity before it.

use std::ops::Range;

use crate::pattern::Pattern;
use parser_model::Money;

use super::columns::{self, Column};
use super::masked::{Masked, is_digit, is_placeholder, masked};
use crate::amounts;
use crate::rule::{Example, Rule};
use crate::words::Words;

/// A price of one in a text.
pub(super) struct UnitPrice {
    pub price: Option<Money>,
    /// The quantity before it and its unit.
    pub quantity: Option<(String, Option<String>)>,
    /// Its position in the text.
    pub range: Range<usize>,
}

type UnitPriceRule = Rule<fn(&Masked) -> Option<UnitPrice>>;

/// Each is applied to the text that those before it leave.
pub(super) const RULES: &[UnitPriceRule] = &[
    Rule {
        id: "items/price-per-unit",
        doc: "Reads a price before a slash and a unit as the price of one.",
        example: Example::Mail("Receipt\nMints, 2 kg, 4.00 EUR/kg   8.00 EUR\nTotal   8.00 EUR"),
        apply: |masked| {
            if let Some(found) = QUANTITY_TIMES_NUMBER.captures(&masked.text) {
                return Some(UnitPrice {
                    price: amounts::only(&found[3]).map(|amount| amount.value),
                    quantity: Some((found[1].to_owned(), found.get(2).map(|unit| unit.as_str().to_owned()))),
                    range: found.range(),
                });
            }
            let found = PRICE_PER_UNIT.captures(&masked.text)?;
            Some(UnitPrice {
                price: amounts::only(&found[1]).map(|amount| amount.value),
                quantity: None,
                range: found.range(),
            })
        },
    },
    Rule {
        id: "items/quantity-times-price",
        doc: "Reads a number before `x`, `@` or \u{201c}at\u{201d} and an amount as a quantity and the price of one.",
        example: Example::Mail("Receipt\nMug, 2 pcs @ 4.00 EUR   8.00 EUR\nTotal   8.00 EUR"),
        apply: |masked| {
            if !masked.text.contains(is_digit) {
                return None;
            }
            let found = QUANTITY_TIMES_PRICE.captures(&masked.text)?;
            // If the text begins with a quantity, a later one is a measure.
            if found.range().start > 0 && QUANTITY_FIRST.is_match(&masked.text) {
                return None;
            }
            let unit = found.get(2).map(|unit| unit.as_str().to_owned());
            Some(UnitPrice {
                price: value(masked, &found[3]),
                quantity: Some((found[1].to_owned(), unit)),
                range: found.range(),
            })
        },
    },
    Rule {
        id: "items/price-of-one",
        doc: "Reads an amount after `@` or before \u{201c}each\u{201d} as the price of one.",
        example: Example::Mail("Receipt\n2 x Mug, 4.00 EUR each   8.00 EUR\nTotal   8.00 EUR"),
        apply: |masked| {
            let Some(found) = PRICE_OF_ONE.captures(&masked.text) else {
                return labelled_part(masked);
            };
            let price = found.get(1).or(found.get(2))?;
            Some(UnitPrice {
                price: value(masked, price.as_str()),
                quantity: None,
                range: found.range(),
            })
        },
    },
];

/// `2 st × 13,95`, `0,612 kg à 219,00`, `2 @ £3.95`: quantity, unit, price of one.
static QUANTITY_TIMES_PRICE: Pattern = masked!(
    r"(?:^|[\s,(–—-])([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(?:(UNIT)?\.? ?(?:x|×|\*|@|à|á|a|at|je|po|por|per)|\p{L}{1,8}\.? (?:×|\*|@)) ?(¤)(?: ?/ ?\p{L}+)?\)?"
);
/// `¤ ea`, `¤/st`, `à ¤`, `@ ¤`, `je ¤`: the price of one.
static PRICE_OF_ONE: Pattern = masked!(
    r"\(?(?:(?:^|[\s,(–—-])(?:@|à|á|at|je|styckpris:?|unit price:?|per styck:?) ?(¤)(?: ?/ ?\p{L}+)?|(¤) ?(?:ea|each|/ ?(?:UNIT|each|ea)|per (?:styck|item|UNIT)|pr\. stk|(?:le|la) pièce|l'unité|cad(?:auno)?|za (?:kus|ks|szt))\b)\.?\)?"
);
/// `£0.80/kg`, `(99,00 kr/st)`: no placeholder stands for a number before a unit, which isn't an amount.
static PRICE_PER_UNIT: Pattern = masked!(
    r"[(,]? ?(?:(?:@|à|á|je) ?)?((?:[€$£] ?|kr ?)?[0-9]{1,6}(?:[.,][0-9]{2})?(?: ?(?:\p{Sc}|\p{L}{1,4}\.?))?) ?/ ?(?:UNIT|each|ea)\b\.?\)?"
);
/// `0,842kg*29,90kr/kg`, `2st*34,95`, after the name as tills print them.
static QUANTITY_TIMES_NUMBER: Pattern =
    masked!(r" ([0-9]{1,3}(?:[.,][0-9]{1,3})?) ?(UNIT)? ?\* ?([0-9]{1,6}[.,][0-9]{2})(?: ?kr)?(?: ?/ ?UNIT)?$");
/// A text that begins with a quantity: `2 × Milk 2 l @ £1.65`.
static QUANTITY_FIRST: Pattern = masked!(r"^¤? ?[0-9]{1,4}(?:[.,][0-9]{1,3})? ?(?:UNIT)?\b ?[x×]");

/// `Quantity: 3 · Unit price ¤`
fn labelled_part(masked: &Masked) -> Option<UnitPrice> {
    let price = masked.text.find(is_placeholder)?;
    let before = &masked.text[..price];
    let separator = before.char_indices().rfind(|(_, c)| matches!(c, '·' | '|' | ','));
    let start = separator.map_or(0, |(at, c)| at + c.len_utf8());
    let end = price + masked.text[price..].chars().next().map_or(0, char::len_utf8);
    let is_unit_price = columns::price_label(&Words::of(&before[start..])) == Some(Column::UnitPrice);
    is_unit_price.then(|| UnitPrice {
        price: value(masked, &masked.text[price..end]),
        quantity: None,
        range: start..end,
    })
}

fn value(masked: &Masked, placeholder: &str) -> Option<Money> {
    masked.value(placeholder.chars().next()?)
}
