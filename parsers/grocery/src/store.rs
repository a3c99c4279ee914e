//! Which shop of a chain it was, and where it is.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::Words;
use parser_kit::fields;
use regex::Regex;

/// A shop names itself within so many lines of the top.
const TOP: usize = 4;

static NAME: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "butik(en)?",
        "din butik",
        "butiksnamn",
        "store",
        "store name",
        "shop",
        "butikk",
    ])
});
static PLACE: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(&["butiksadress", "butikens adress", "store address", "hämtas på"]));
/// `Storgatan 44, 777 00 Låtsasby`, `Fabriksgatan 2`: a street with its number, or a postal code with its town.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\p{Lu}[\p{L} .'-]{2,40} [0-9]{1,4} ?[A-Z]?(?:, ?(?:[0-9]{3} ?[0-9]{2}|[0-9]{4}) \p{Lu}[\p{L} -]+)?$")
        .expect("a constant pattern")
});

/// A shop.
#[derive(Default)]
pub struct Store {
    /// What it is called.
    pub name: Option<String>,
    /// Its address.
    pub location: Option<String>,
}

/// The shop: by its label, else the line at the top that names the vendor and its shop; its address stands after a comma or in the line below.
pub fn of(source: &Source<'_>) -> Store {
    let mut store = Store {
        name: fields::value_of(source.page, &NAME),
        location: fields::value_of(source.page, &PLACE),
    };
    if let Some((name, place)) = store.name.as_deref().and_then(|name| name.split_once(", "))
        && ADDRESS.is_match(place)
    {
        store.location = store.location.or_else(|| Some(place.to_owned()));
        store.name = Some(name.to_owned());
    }
    let heading = heading(source);
    if store.name.is_none() {
        store.name = heading.as_ref().map(|(_, name)| name.clone());
    }
    if store.location.is_none() {
        let below = heading
            .and_then(|(line, _)| source.page.document.lines.get(line + 1))
            .and_then(|line| line.first());
        store.location = below
            .map(|cell| cell.text.clone())
            .filter(|place| ADDRESS.is_match(place));
    }
    store
}

/// A line at the top that begins with the vendor's name, and the shop's: `ICA Nära Provberget`.
fn heading(source: &Source<'_>) -> Option<(usize, String)> {
    let vendor = Words::of(source.receipt.stated.vendor_name.as_deref().unwrap_or_default());
    if vendor.is_empty() {
        return None;
    }
    let lines = source.page.document.lines.iter().take(TOP).enumerate();
    lines.filter(|(_, line)| line.len() == 1).find_map(|(at, line)| {
        let name = line[0]
            .text
            .split([',', '–', '|'])
            .next()?
            .trim_matches(['*', ' ', '-', '=']);
        let words = Words::of(name);
        let begins = |whole: &Words, part: &Words| whole.folded().starts_with(part.folded());
        let own = begins(&words, &vendor) || words.len() > 1 && begins(&vendor, &words);
        (own && words.len() <= 6).then(|| (at, name.to_owned()))
    })
}
