//! The name of the restaurant.

use std::sync::LazyLock;

use parser_kit::Pattern;
use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::Words;
use parser_kit::fields;

static LABEL: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "restaurang(en)?",
        "restaurant",
        "verksamhet",
        "beställning från",
        "order from",
        "säljare",
        "sold by",
    ])
});
/// Companies that deliver the food of other restaurants.
static DELIVERY_SERVICE: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "foodora",
        "wolt",
        "uber",
        "uber eats",
        "just eat",
        "deliveroo",
        "bolt food",
        "seamless",
        "grubhub",
        "doordash",
        "lieferando",
        "takeaway",
        "onlinepizza",
        "delivery",
    ])
});
/// A name in a sentence about the order: `… hos Sushi Vågen.`, `receipt for Noodle Barn, Exeter Road`.
static IN_SENTENCE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?:(?:[Oo]rder|[Bb]eställning(?:en)?|[Bb]estilling|[Kk]vitto|[Rr]eceipt|[Mm]at(?:en)?)\b(?:[^.!]|nr\.){0,30}?\b(?:hos|från|from|for|fra)) ((?:[\p{Lu}0-9][\p{L}0-9'’&-]*)(?: (?:[\p{Lu}0-9&][\p{L}0-9'’&-]*|och|and|of|di|du|la|le|the))*)",
    )
});
/// The legal form at the end of a company's name.
static LEGAL_FORM: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r" (?:AB|HB|KB|Ltd|Oy|AS|ApS|GmbH)\.?$"));

/// The restaurant: by its label, else from a sentence about the order, else the vendor, unless that is a delivery service.
pub fn of(source: &Source<'_>) -> Option<String> {
    let vendor = source.receipt.stated.vendor_name.as_deref().unwrap_or_default();
    let is_delivery_service = DELIVERY_SERVICE.contains(&Words::of(vendor));
    let is_restaurant = |name: &String| !DELIVERY_SERVICE.contains(&Words::of(name));
    fields::value_of(source.page, &LABEL)
        .map(|name| {
            LEGAL_FORM
                .replace(name.split(". ").next().unwrap_or_default(), "")
                .into_owned()
        })
        .filter(is_restaurant)
        .or_else(|| named_in_sentence(source).filter(is_restaurant))
        .or_else(|| Some(vendor.to_owned()).filter(|name| !name.is_empty() && !is_delivery_service))
}

fn named_in_sentence(source: &Source<'_>) -> Option<String> {
    let cells = source.page.document.lines.iter().take(12).flatten();
    let texts = std::iter::once(source.page.document.subject.as_str()).chain(cells.map(|cell| cell.text.as_str()));
    texts
        .filter_map(|text| IN_SENTENCE.captures(text))
        .map(|hit| hit[1].trim().to_owned())
        .find(|name| name.chars().count() >= 3)
}
