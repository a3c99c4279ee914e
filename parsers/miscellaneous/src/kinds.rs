//! The kind of the purchase, such as `cinema`, if the words of the page tell only one.

use std::sync::LazyLock;

use parser_kit::Phrases;
use parser_kit::Source;
use parser_kit::Words;

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
pub fn of(source: &Source<'_>) -> Option<String> {
    let receipt = source.receipt;
    let vendor = receipt.stated.vendor_name.iter().map(String::as_str);
    let items = receipt.items.iter().map(|item| item.name.as_str());
    let head = source
        .page
        .document
        .lines
        .iter()
        .take(3)
        .flatten()
        .map(|cell| cell.text.as_str());
    let texts: Vec<Words> = vendor.chain(items).chain(head).map(Words::of).collect();
    let occurs =
        |words: &Phrases| texts.iter().any(|text| words.contains(text)) || words.contains(&source.page.subject);
    let by_vendor = KINDS
        .iter()
        .find(|(_, words)| texts.first().is_some_and(|vendor| words.contains(vendor)));
    if let Some((kind, _)) = by_vendor.filter(|_| receipt.stated.vendor_name.is_some()) {
        return Some((*kind).to_owned());
    }
    let mut kinds = KINDS.iter().filter(|(_, words)| occurs(words)).map(|(kind, _)| *kind);
    match (kinds.next(), kinds.next()) {
        (Some(only), None) => Some(only.to_owned()),
        _ => None,
    }
}
