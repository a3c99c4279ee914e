//! Where the food comes from.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::Words;
use parser_kit::fields;
use regex::Regex;

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
/// Those that bring what others cook.
static BRINGS: LazyLock<Phrases> = LazyLock::new(|| {
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
/// `… hos Sushi Vågen.`, `receipt for Noodle Barn, Exeter Road`: a name in a sentence on the order.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:(?:[Oo]rder|[Bb]eställning(?:en)?|[Bb]estilling|[Kk]vitto|[Rr]eceipt|[Mm]at(?:en)?)\b(?:[^.!]|nr\.){0,30}?\b(?:hos|från|from|for|fra)) ((?:[\p{Lu}0-9][\p{L}0-9'’&-]*)(?: (?:[\p{Lu}0-9&][\p{L}0-9'’&-]*|och|and|of|di|du|la|le|the))*)")
        .expect("a constant pattern")
});
static FIRM: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r" (?:AB|HB|KB|Ltd|Oy|AS|ApS|GmbH)\.?$").expect("a constant pattern"));

/// The restaurant: by its label, in a sentence on the order, or the vendor where it brings its own food.
pub fn of(source: &Source<'_>) -> Option<String> {
    let vendor = source.receipt.stated.vendor_name.as_deref().unwrap_or_default();
    let brings = BRINGS.contains(&Words::of(vendor));
    let is_other = |name: &String| !BRINGS.contains(&Words::of(name));
    fields::value_of(source.page, &LABEL)
        .map(|name| {
            FIRM.replace(name.split(". ").next().unwrap_or_default(), "")
                .into_owned()
        })
        .filter(is_other)
        .or_else(|| named(source).filter(is_other))
        .or_else(|| Some(vendor.to_owned()).filter(|name| !name.is_empty() && !brings))
}

fn named(source: &Source<'_>) -> Option<String> {
    let cells = source.page.document.lines.iter().take(12).flatten();
    let texts = std::iter::once(source.page.document.subject.as_str()).chain(cells.map(|cell| cell.text.as_str()));
    texts
        .filter_map(|text| NAMED.captures(text))
        .map(|hit| hit[1].trim().to_owned())
        .find(|name| name.chars().count() >= 3)
}
