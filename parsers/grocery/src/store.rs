//! The shop of a chain, and its address.

use parser_kit::field::VENDOR_NAME;
use parser_kit::{Choice, Page, Pattern, Phrases, Receipt, Words, is_wordy, pattern, phrases};

use crate::record::{STORE_LOCATION, STORE_NAME};

/// The name of the shop is searched in this many lines from the top.
const TOP: usize = 4;

static NAME_LABEL: Phrases = phrases!["(butik(en)?|din butik|butiksnamn|store|store name|shop|butikk)"];
static ADDRESS_LABEL: Phrases = phrases!["butiksadress", "butikens adress", "store address", "hämtas på"];
/// A street and number, with or without postal code and town: `Storgatan 44, 777 00 Låtsasby`, `Fabriksgatan 2`.
static ADDRESS: Pattern =
    pattern!(r"^\p{Lu}[\p{L} .'-]{2,40} [0-9]{1,4} ?[A-Z]?(?:, ?(?:[0-9]{3} ?[0-9]{2}|[0-9]{4}) \p{Lu}[\p{L} -]+)?$",);

/// Finds the shop: by its label, else from a line at the top that begins with the vendor's name. The address is by its label, else
/// after a comma or in the line below.
pub fn find(page: &Page<'_>, receipt: &mut Receipt) {
    receipt.set(STORE_LOCATION, page.text_that(&ADDRESS_LABEL, is_wordy));
    let labelled = page.text_that(&NAME_LABEL, is_wordy);
    match labelled.value.as_deref().and_then(|name| name.split_once(", ")) {
        Some((name, address)) if ADDRESS.is_match(address) => {
            receipt.set(
                STORE_LOCATION,
                Choice::taken(address.to_owned(), "the text after the shop's name"),
            );
            receipt.set(STORE_NAME, labelled.clone().map(|_| name.to_owned()));
        }
        _ => receipt.set(STORE_NAME, labelled),
    }
    let vendor = receipt.get(VENDOR_NAME);
    let heading = vendor.as_deref().and_then(|vendor| heading(page, vendor));
    let name = heading.as_ref().map(|(_, name)| name.clone());
    receipt.set(
        STORE_NAME,
        Choice::of(name, "a line at the top that begins with the vendor's name"),
    );
    // An online shop is its only store.
    receipt.set(STORE_NAME, Choice::of(vendor, "the vendor, since no shop is named"));
    let below = heading.and_then(|(line, _)| page.document.lines.get(line + 1)?.first());
    let address = below
        .map(|cell| cell.text.clone())
        .filter(|address| ADDRESS.is_match(address));
    receipt.set(STORE_LOCATION, Choice::of(address, "the line below the shop's name"));
}

/// The first line at the top that begins with the vendor's name, such as `ICA Nära Provberget`: its index and the name of the shop.
fn heading(page: &Page<'_>, vendor: &str) -> Option<(usize, String)> {
    let vendor = Words::of(vendor);
    if vendor.is_empty() {
        return None;
    }
    let lines = page.document.lines.iter().take(TOP).enumerate();
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
