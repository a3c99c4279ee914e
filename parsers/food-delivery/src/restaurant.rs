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
        "restaurante",
        "ristorante",
        "restaurace",
        "restauracja",
        "ravintola",
        "εστιατόριο",
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
        "skip",
        "swiggy",
        "zomato",
        "thuisbezorgd",
        "pyszne",
        "glovo",
        "efood",
        "ubereats",
        "dáme jídlo",
    ])
});
/// Names of restaurants, as a part of a pattern.
const NAME: &str = r"((?:[\p{Lu}0-9][\p{L}0-9'’&-]*)(?: (?:[\p{Lu}0-9&][\p{L}0-9'’&-]*|och|and|og|und|of|di|du|da|de|la|le|the|del|des|der|y|e|na|u|της|του))*)";
/// Names in a sentence about the order: `… hos Sushi Vågen.`, `receipt for Noodle Barn, Exeter Road`.
static IN_SENTENCE: LazyLock<[Pattern; 3]> = LazyLock::new(|| {
    [
        format!(
            r"(?:(?:[Oo]rdre?n?|[Bb]eställning(?:en)?|[Bb]estilling(?:en)?|[Kk]vitto|[Rr]eceipt|[Mm]at(?:en)?|[Mm]aden|[Bb]estellung|[Bb]estelling|[Cc]ommande|[Oo]bjednávk[auy]|[Zz]amówienie|[Tt]ilau\p{{L}}+|[Ππ]αραγγελία)\b(?:[^.!]|nr\.){{0,30}}?\b(?:hos|från|from|for|fra|bei|an|bij|chez|ravintolasta|από)) {NAME}"
        ),
        // `Restauracja Zielony Garnek potwierdziła zamówienie`, `Zubereitet von …`
        format!(
            r"(?:^|[.!] )(?:Restauracja|Restaurace|Restaurant|Restaurang(?:en)?|Ravintola|Ristorante|Restaurante) {NAME} (?:\p{{Ll}})"
        ),
        // `Sushi Vågen prepares your order`
        format!(
            r"(?:^|[,!.] |\b[Nn]u börjar ){NAME} (?:is preparing|prepares|has (?:accepted|confirmed)|prépare|bereitet|förbereder|laga(?:r|) |tillagar|forbereder|valmistaa|przygotowuje|już przygotowuje|připravuje|sta preparando|prepara|está preparando|ετοιμάζει)"
        ),
    ]
    .map(|pattern| Pattern::new(&pattern))
});
/// Words for any restaurant. A page with one of them, but not in the vendor's name, may be that of a delivery service.
static ANY_RESTAURANT: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "restaurang(en)?",
        "restaurant(et|en)?",
        "ravintola*",
        "restaurace",
        "restauracj[aięy]",
        "ristorante",
        "restaurante",
        "εστιατόριο",
        "couriers?",
        "budet",
        "budbringer*",
        "kurier*",
        "kurýr*",
        "lähetti*",
        "livreur",
        "fahrer",
    ])
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
        .or_else(|| {
            Some(vendor.to_owned()).filter(|name| !name.is_empty() && !is_delivery_service && !is_third_party(source))
        })
}

fn named_in_sentence(source: &Source<'_>) -> Option<String> {
    let cells = source.page.document.lines.iter().take(12).flatten();
    let texts = std::iter::once(source.page.document.subject.as_str()).chain(cells.map(|cell| cell.text.as_str()));
    texts
        .filter_map(|text| IN_SENTENCE.iter().find_map(|pattern| pattern.captures(text)))
        .map(|hit| hit[1].trim().to_owned())
        .find(|name| name.chars().count() >= 3)
}

/// Whether the page speaks of a restaurant or of somebody who brings the food, which a restaurant seldom does of itself.
fn is_third_party(source: &Source<'_>) -> bool {
    let mut contents = source.page.lines.iter().flatten();
    contents.any(|content| ANY_RESTAURANT.contains(&content.words))
}
