//! The name of the restaurant.

use std::borrow::Cow;

use parser_kit::field::VENDOR_NAME;
use parser_kit::{Choice, Page, Pattern, Phrases, Receipt, Words, is_wordy, pattern, phrases};

static LABEL: Phrases = phrases![
    "(restaurang(en)?|restaurant|verksamhet|beställning från|order from|ordered from|säljare|sold by)",
    "(restaurante|ristorante|restaurace|restauracja|ravintola|εστιατόριο)",
];
/// Labels that are less certain.
static FROM: Phrases = phrases!["from", "från", "fra", "von"];
/// A street and its number: `Kryddgatan 11, Exempelby`.
static ADDRESS: Pattern = pattern!(r"^\p{L}[\p{L} .'-]* [0-9]{1,4} ?[A-Z]?(?:,|$)");
/// The end of a line before the name.
static ENDS_BEFORE_NAME: Pattern = pattern!(r" (?:hos|från|from|for|fra|bei|bij|chez|at)$");
/// Companies that deliver the food of other restaurants.
static DELIVERY_SERVICE: Phrases = phrases![
    "(foodora|wolt|uber|uber eats|just eat|deliveroo|bolt|ifood|rappi|foodpanda|seamless|grubhub)",
    "(doordash|lieferando|takeaway|onlinepizza|delivery|skip|swiggy|zomato|thuisbezorgd|pyszne|glovo)",
    "(efood|ubereats|dáme jídlo)",
];
/// A pattern in which `NAME` is a group for a restaurant's name. It begins with a capital letter, or with `FIRST`.
macro_rules! with_name {
    ($text:literal) => {
        with_name!($text, r"\p{Lu}0-9")
    };
    ($text:literal, $first:literal) => {
        pattern!(
            $text,
            "NAME" => r"((?:[FIRST][\p{L}0-9'’&-]*)(?: (?:[\p{Lu}0-9&][\p{L}0-9'’&-]*|och|and|og|und|of|di|du|da|de|la|le|the|del|des|der|y|e|na|u|της|του|al|alla|el|du|z|im))*(?: \([^()]{1,40}\))?)",
            "FIRST" => $first
        )
    };
}

/// Names in a sentence about the order: `… hos Sushi Vågen.`, `receipt for Noodle Barn, Exeter Road`.
static IN_SENTENCE: [Pattern; 4] = [
    with_name!(
        r"(?:(?:[Oo]rdre?n?|[Bb]eställning(?:en)?|[Bb]estilling(?:en)?|[Kk]vitto|[Rr]eceipt|[Mm]at(?:en)?|[Mm]aden|[Bb]estellung|[Bb]estelling|[Cc]ommande|[Oo]bjednávk[auy]|[Zz]amówienie|[Tt]ilau\p{L}+|[Ππ]αραγγελία)\b(?:[^.!]|nr\.){0,30}?\b(?:hos|från|from|for|fra|bei|an|bij|chez|ravintolasta|από)) NAME"
    ),
    // `Restauracja Zielony Garnek potwierdziła zamówienie`, `Zubereitet von …`
    with_name!(
        r"(?:^|[.!] )(?:Restauracja|Restaurace|(?:Le |Das )?[Rr]estaurant|Restaurang(?:en)?|Ravintola|(?:Il )?[Rr]istorante|(?:El |O )?[Rr]estaurante) NAME(?: \p{Ll}|$)"
    ),
    // `Sushi Vågen prepares your order`
    with_name!(
        r"(?:^|[,!.] |\b[Nn]u börjar )NAME (?:is preparing|prepares|has (?:accepted|confirmed)|prépare|bereitet|förbereder|laga(?:r|) |tillagar|forbereder|valmistaa|przygotowuje|już przygotowuje|připravuje|sta preparando|prepara|ha (?:accettato|confermato|confirmado|aceptado)|a (?:confirmé|accepté)|hat .{0,20}(?:bestätigt|angenommen)|heeft .{0,20}bevestigd|har (?:bekräftat|bekreftet|bekræftet|accepterat)|potwierdził\p{L}*|confirmou|aceitou|está preparando|ετοιμάζει)"
    ),
    // `Tu pedido de Bar Pirulo`, `One item was out of stock at Tiffin Lane`
    with_name!(
        r"(?:(?:[Pp]edido|[Oo]rdine|[Oo]bjednávku|[Bb]on)(?: \p{Ll}+){0,2} (?:de|en|na|no|da|z|ze|van)|(?:[Oo]rder|[Ii]tems?)\b[^.!:]{0,30}? at) NAME",
        r"\p{Lu}"
    ),
];
/// Words for any restaurant. A page with one of them, but not in the vendor's name, may be that of a delivery service.
static ANY_RESTAURANT: Phrases = phrases![
    "(restaurang(en)?|restaurant(et|en)?|ravintola*|restaurace|restauracj[aięy]|ristorante|restaurante)",
    "(εστιατόριο|couriers?|budet|budbringer*|kurier*|kurýr*|lähetti*|livreur|fahrer)",
];
/// The legal form at the end of a company's name.
static LEGAL_FORM: Pattern = pattern!(r" (?:AB|HB|KB|Ltd|Oy|AS|ApS|GmbH)\.?$");

/// Why a name isn't a restaurant's.
const NO_RESTAURANT: &str = "it names a delivery service";

/// The restaurant: by its label, else from a sentence about the order, else the vendor, unless that is a delivery service.
pub fn of(page: &Page<'_>, receipt: &Receipt) -> Choice<String> {
    let vendor = receipt.get(VENDOR_NAME).unwrap_or_default();
    let is_delivery_service = DELIVERY_SERVICE.contains(&Words::of(&vendor));
    let is_restaurant = |name: &String| !DELIVERY_SERVICE.contains(&Words::of(name));
    labelled(page)
        .map(|name| {
            LEGAL_FORM
                .replace(name.split(". ").next().unwrap_or_default(), "")
                .into_owned()
        })
        .filter(is_restaurant, NO_RESTAURANT)
        .otherwise(|| {
            Choice::of(named_in_sentence(page), "a sentence about the order").filter(is_restaurant, NO_RESTAURANT)
        })
        .otherwise(|| {
            page.text_that(&FROM, is_wordy)
                .filter(is_name, "no name beside its label")
                .filter(is_restaurant, NO_RESTAURANT)
        })
        .otherwise(|| {
            let is_own = !vendor.is_empty() && !is_delivery_service && !is_third_party(page);
            Choice::of(is_own.then_some(vendor), "the vendor, which delivers for nobody else")
        })
}

/// The name that a label states. If a text with a label of its own or an address is beside it, the name is below.
fn labelled(page: &Page<'_>) -> Choice<String> {
    page.text_that(&LABEL, is_wordy)
        .filter(is_name, "no name beside its label")
        .otherwise(|| Choice::of(below_label(page), "the name below its label"))
}

fn below_label(page: &Page<'_>) -> Option<String> {
    let label = page.places().find(|at| LABEL.matches_all(&page.content(*at).words))?;
    let below = page.below(label, 1).next()?;
    Some(page.cell(below).text.clone()).filter(|name| is_name(name) && !name.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a text can be a name: it has no label and isn't an address.
#[allow(clippy::ptr_arg, reason = "it filters a `Choice<String>`")]
fn is_name(text: &String) -> bool {
    !text.contains(": ") && !ADDRESS.is_match(text) && text.chars().any(char::is_alphabetic)
}

fn named_in_sentence(page: &Page<'_>) -> Option<String> {
    let lines = &page.document.lines;
    let texts = lines.iter().take(12).enumerate().flat_map(|(line, cells)| {
        let next = lines.get(line + 1).and_then(|next| next.first());
        cells.iter().map(move |cell| match next {
            // A sentence that goes on in the next line.
            Some(next) if ENDS_BEFORE_NAME.is_match(&cell.text) => Cow::from(format!("{} {}", cell.text, next.text)),
            _ => Cow::from(cell.text.as_str()),
        })
    });
    let subject = Cow::from(page.document.subject.as_str());
    std::iter::once(subject)
        .chain(texts)
        .filter_map(|text| {
            let hit = IN_SENTENCE.iter().find_map(|pattern| pattern.captures(&text))?;
            Some(hit[1].trim().to_owned())
        })
        .find(|name| name.chars().count() >= 3)
}

/// Whether the page mentions a restaurant or someone who brings the food, which a restaurant seldom says of itself.
fn is_third_party(page: &Page<'_>) -> bool {
    let mut contents = page.lines.iter().flatten();
    contents.any(|content| ANY_RESTAURANT.contains(&content.words))
}
