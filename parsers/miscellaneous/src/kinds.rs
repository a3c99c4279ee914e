//! The kind of the purchase, such as `cinema`, if the words of the page indicate only one.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Words;
use parser_kit::field::VENDOR_NAME;
use parser_kit::{Choice, Page, Receipt, only};

/// Kinds with their words, which are searched in the vendor's name, the subject, the first lines and the names of the items.
static KINDS: LazyLock<Vec<(&str, Phrases)>> = LazyLock::new(|| {
    let kinds: [(&str, &[&str]); 11] = [
        (
            "cinema",
            &[
                "bio",
                "biobiljett*",
                "biograf*",
                "filmstaden",
                "salong",
                "cinema",
                "movie tickets?",
            ],
        ),
        (
            "event",
            &[
                "konsert*",
                "evenemang*",
                "festival*",
                "event tickets?",
                "teater*",
                "weekend pass",
                "entré*",
                "åkband",
                "nöjespark*",
                "liseberg",
                "museum*",
                "museet",
            ],
        ),
        ("pharmacy", &["apotek*", "recept", "pharmacy", "läkemedel", "tabletter"]),
        (
            "books",
            &["bok", "böcker", "bokhandel*", "books?", "pocket", "inbunden", "häftad"],
        ),
        ("garden", &["trädgård*", "plantskola*", "plantor"]),
        (
            "home",
            &[
                "clas ohlson",
                "skruv*",
                "verktyg*",
                "lampa",
                "möbel*",
                "möbler",
                "inredning",
                "järnhandel*",
                "hardware",
            ],
        ),
        (
            "membership",
            &[
                "medlemsavgift*",
                "membership fee",
                "årsavgift",
                "kanotklubb",
                "förening*",
            ],
        ),
        ("donation", &["gåva*", "donation*", "donated", "insamling*"]),
        ("parking", &["parkering*", "parking", "p avgift"]),
        (
            "repair",
            &[
                "service av",
                "reparation*",
                "vårservice",
                "cykelservice",
                "verkstad*",
                "verkstan",
                "repair",
            ],
        ),
        ("gift card", &["köp av presentkort", "gift card purchase"]),
    ];
    kinds
        .into_iter()
        .map(|(kind, words)| (kind, Phrases::new(words)))
        .collect()
});

/// The kind of the purchase: that of the vendor's name, else the only one whose words occur.
pub fn of(page: &Page<'_>, receipt: &Receipt) -> Choice<String> {
    let vendor = receipt.get(VENDOR_NAME);
    let items = receipt.items().iter().map(|item| item.name.as_str());
    let lines = page.document.lines.iter().take(3).flatten();
    let head = lines.map(|cell| cell.text.as_str());
    let of_vendor = vendor.map(|name| Words::of(&name));
    let texts: Vec<Words> = of_vendor
        .iter()
        .cloned()
        .chain(items.chain(head).map(Words::of))
        .collect();
    let named = KINDS
        .iter()
        .find(|(_, words)| of_vendor.as_ref().is_some_and(|vendor| words.contains(vendor)));
    if let Some((kind, _)) = named {
        return Choice::taken((*kind).to_owned(), "a word in the vendor's name");
    }
    let occurs = |words: &Phrases| texts.iter().any(|text| words.contains(text)) || words.contains(&page.subject);
    let kinds = KINDS.iter().filter(|(_, words)| occurs(words)).map(|(kind, _)| *kind);
    let only = only(kinds).map(str::to_owned);
    Choice::of(
        only,
        "the only kind whose words are in the subject, the first lines and the items",
    )
}
