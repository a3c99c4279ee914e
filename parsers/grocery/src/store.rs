//! The shop of a chain, and its address.

use std::sync::LazyLock;

use parser_kit::Pattern;
use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::Words;
use parser_kit::fields;

/// The name of the shop is searched in this many lines from the top.
const TOP: usize = 4;

static NAME_LABEL: LazyLock<Phrases> = LazyLock::new(|| {
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
static ADDRESS_LABEL: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(&["butiksadress", "butikens adress", "store address", "hämtas på"]));
/// A street and number, with or without postal code and town: `Storgatan 44, 777 00 Låtsasby`, `Fabriksgatan 2`.
static ADDRESS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^\p{Lu}[\p{L} .'-]{2,40} [0-9]{1,4} ?[A-Z]?(?:, ?(?:[0-9]{3} ?[0-9]{2}|[0-9]{4}) \p{Lu}[\p{L} -]+)?$",
    )
});

/// A shop, as far as the receipt names it.
#[derive(Default)]
pub struct Store {
    /// Its name.
    pub name: Option<String>,
    /// Its address.
    pub location: Option<String>,
}

/// The shop: by its label, else from a line at the top that begins with the vendor's name. The address is by its label, else after
/// a comma or in the line below.
pub fn of(source: &Source<'_>) -> Store {
    let mut store = Store {
        name: fields::value_of(source.page, &NAME_LABEL),
        location: fields::value_of(source.page, &ADDRESS_LABEL),
    };
    if let Some((name, address)) = store.name.as_deref().and_then(|name| name.split_once(", "))
        && ADDRESS.is_match(address)
    {
        store.location = store.location.or_else(|| Some(address.to_owned()));
        store.name = Some(name.to_owned());
    }
    let heading = heading(source);
    if store.name.is_none() {
        store.name = heading.as_ref().map(|(_, name)| name.clone());
    }
    if store.name.is_none() {
        // An online shop is its only store.
        store.name.clone_from(&source.receipt.stated.vendor_name);
    }
    if store.location.is_none() {
        let below = heading
            .and_then(|(line, _)| source.page.document.lines.get(line + 1))
            .and_then(|line| line.first());
        store.location = below
            .map(|cell| cell.text.clone())
            .filter(|address| ADDRESS.is_match(address));
    }
    store
}

/// The first line at the top that begins with the vendor's name, such as `ICA Nära Provberget`: its index and the name of the shop.
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
        let starts_with = |whole: &Words, part: &Words| whole.folded().starts_with(part.folded());
        let is_vendor = starts_with(&words, &vendor) || words.len() > 1 && starts_with(&vendor, &words);
        (is_vendor && words.len() <= 6).then(|| (at, name.to_owned()))
    })
}
